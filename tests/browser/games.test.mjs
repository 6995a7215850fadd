// Games that belong to no tournament: their list has a title of its own, and all its links work.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createGame, mayChoose } from './visitor.mjs';
import { staged } from './harness.mjs';
import { until } from './until.mjs';

/** Opens every address that the page links to, each once; all of them have to exist. */
async function linksExist(page, seen) {
  const links = await page.locator('main a[href], nav a[href]:visible').evaluateAll((all) => [...new Set(all.map(({ href }) => href))]);
  const fresh = links.filter((link) => !seen.has(link));
  if (!fresh.length) return;
  const other = await page.context().newPage();
  for (const link of fresh) {
    seen.add(link);
    await other.goto(link);
    await other.locator('main > *').first().waitFor();
    assert.equal(await other.getByTestId('problem').count(), 0, link);
  }
  await other.close();
}

staged('the games of a daemon are single games, before the first and after it', async (stage) => {
  const store = (referee) => join(referee.folder, 'games.db');
  const seen = new Set();
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet', '--store', 'games.db']);
  const page = await stage.open(referee.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Games', exact: true }).click();
  await page.getByRole('heading', { name: 'Single games' }).waitFor();
  await page.getByText('0 games outside tournaments and ladders').waitFor();
  await page.getByText('No game has been stored yet.').waitFor();
  assert.doesNotMatch(await page.locator('main').textContent(), /games in games|Games of games/);
  if (process.env.QUIVER_LOOK) await page.screenshot({ path: `${process.env.QUIVER_LOOK}/single-games.png` });
  await linksExist(page, seen);

  const visitor = await stage.open(`${referee.url}/play`);
  await createGame(visitor, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await mayChoose(visitor);
  await visitor.getByTestId('resign').click();
  await visitor.getByTestId('confirm').click();
  await visitor.getByTestId('play-again').waitFor();
  await until('the game in the store', async () => (await referee.get('/api/v1/events/games/games')).total === 1);
  await page.reload();
  await page.getByText('1 game outside tournaments and ladders').waitFor();
  await linksExist(page, seen);
  await page.getByTestId('event-game').first().click();
  await page.getByTestId('result').waitFor();

  // With a tournament in the same store it is one of two events.
  await referee.stop();
  const cup = await stage.referee(['tournament', 'connect4', '--bot', 'random name=a', '--bot', 'random name=b', '--games', '2', '--event', 'cup', '--store', store(referee),
    '--web-stay', '--clock', '10m', '--quiet']);
  await until('the end of the tournament', async () => (await cup.get('/api/v1/events/cup/standings')).complete);
  const events = await stage.open(`${cup.url}/events`);
  await events.getByTestId('event').getByText('Single games').waitFor();
  await events.getByTestId('event').getByText('cup').waitFor();
  await events.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Standings' }).waitFor();
  if (process.env.QUIVER_LOOK) await events.screenshot({ path: `${process.env.QUIVER_LOOK}/events.png` });
  await linksExist(events, seen);
  await events.goto(`${cup.url}/events/cup/games`);
  await events.getByRole('heading', { name: 'Games of cup' }).waitFor();
  await linksExist(events, seen);
});
