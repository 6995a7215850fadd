// The bracket of a knockout and of a double elimination, live and finished, in both languages, on a phone.
import assert from 'node:assert/strict';
import { faultsOf, tooWide } from './accessibility.mjs';
import { kPhone, staged } from './harness.mjs';
import { until } from './until.mjs';

const kBots = [1, 2, 3, 4, 5].flatMap((number) => ['--bot', `random name=bot-${number}`]);
const places = (page) => page.getByTestId('bracket-place');

async function finals(stage, format, games = '2') {
  const referee = await stage.referee(['tournament', 'connect4', ...kBots, '--format', format, '--games', games, '--seed', '7', '--event', 'cup', '--store', 'cup.db',
    '--web-stay', '--clock', '10m', '--quiet']);
  return referee;
}

staged('a finished knockout: every tie, its score and who goes on', async (stage) => {
  const referee = await finals(stage, 'knockout');
  await until('the end', async () => (await referee.get('/api/v1/events/cup/bracket')).complete);
  const bracket = await referee.get('/api/v1/events/cup/bracket');
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.getByText('Ranked by the round that was reached.').waitFor();
  await page.getByRole('link', { name: 'bracket' }).click();
  await page.getByTestId('bracket-winner').getByText(`${bracket.winner} has won`).waitFor();
  assert.equal(new URL(page.url()).pathname, '/events/cup/bracket');
  assert.equal(await page.getByTestId('bracket-round').count(), 3);
  assert.deepEqual(await page.locator('.bracket-round h2').allTextContents(), ['Quarter-finals', 'Semi-finals', 'Final']);
  const names = await places(page).evaluateAll((all) => all.map((place) => place.dataset.name ?? ''));
  assert.deepEqual(names, bracket.rounds.flatMap(({ ties }) => ties.flatMap(({ places: both }) => both.map(({ name }) => name))));
  const won = await page.locator('.bracket-place.won').evaluateAll((all) => all.map((place) => place.dataset.name));
  assert.deepEqual(won, bracket.rounds.flatMap(({ ties }) => ties.map(({ places: both, winner }) => both[winner].name)));
  assert.equal(won.at(-1), bracket.winner);
  await page.getByText('A tie has 2 games. If it is level, two more').waitFor();
  assert.deepEqual(await faultsOf(page), []);
  await page.locator('a[data-testid=bracket-tie]').last().click();
  await page.getByTestId('event-game').first().waitFor();
});

staged('a double elimination goes on while it is watched, on a phone and in French', async (stage) => {
  const referee = await finals(stage, 'double-elimination', '60');
  const page = await stage.open(`${referee.url}/events/cup/bracket`, { viewport: kPhone, locale: 'fr-FR' });
  await page.getByRole('heading', { name: 'Les invaincus' }).waitFor();
  await page.getByRole('heading', { name: 'Battus une fois' }).waitFor();
  await page.getByText('Une finale à égalité est gagnée par l’invaincu.').waitFor();
  await until('the end', async () => (await referee.get('/api/v1/events/cup/bracket')).complete);
  const { winner } = await referee.get('/api/v1/events/cup/bracket');
  await page.getByTestId('bracket-winner').getByText(`${winner} a gagné`).waitFor();
  assert.deepEqual(await tooWide(page), []);
});

staged('an event without a bracket says so', async (stage) => {
  const referee = await stage.referee(['tournament', 'connect4', ...kBots.slice(0, 4), '--games', '2', '--event', 'cup', '--store', 'cup.db', '--web-stay', '--clock', '10m', '--quiet']);
  await until('the end', async () => (await referee.get('/api/v1/events/cup/standings')).complete);
  const page = await stage.open(`${referee.url}/events/cup/bracket`, { allow: [/status of 404/] });
  await page.getByTestId('problem').getByText('cup has no bracket').waitFor();
});
