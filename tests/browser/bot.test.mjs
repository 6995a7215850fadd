// A bot's page: what it says is what the API says, its games can be filtered, walked through and returned to, and new ones appear.
import assert from 'node:assert/strict';
import { kPhone, staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

const kTwo = ['--bot', 'minimax name=deep --depth 3', '--bot', 'random name=chance'];
// `late` crashes before its first move.
const kThree = [...kTwo, '--bot', '/bin/false name=late'];

async function finished(stage, games, entrants = kThree) {
  const referee = await stage.referee(['tournament', 'connect4', ...entrants, '--games', String(games), '--seed', '7', '--event', 'cup', '--store', 'cup.db', '--web-stay',
    '--move-time', '10s', '--quiet']);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/cup/standings')).complete);
  return referee;
}

const ids = (page) => page.getByTestId('bot-game').evaluateAll((all) => all.map((row) => row.dataset.id));
const shows = (page, expected) => until(`the games ${expected}`, async () => (await ids(page)).join() === expected.join());
const gamesOf = async (referee, name, query = '') => (await referee.get(`/api/v1/events/cup/bots/${name}/games?${query}`)).games.map(({ game }) => game.id);

staged('from the standings to a bot: versions, scores, faults, times and games', async (stage) => {
  const referee = await finished(stage, 6);
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.locator('[data-testid=standings-row][data-name=late]').getByRole('link').click();
  await page.getByRole('heading', { name: 'late', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/events/cup/bots/late');
  const report = await referee.get('/api/v1/events/cup/bots/late');
  await page.getByText(`12 games: ${report.total.wins} wins, 0 draws, ${report.total.losses} losses`).waitFor();
  assert.equal(await page.getByTestId('version-row').count(), 1);
  await page.getByTestId('chart').waitFor();
  const scores = await page.getByTestId('score-row').evaluateAll((all) => all.map((row) => [row.dataset.kind, row.dataset.name, row.cells[1].textContent, row.cells[2].textContent]));
  const line = (kind) => ({ name, games, wins, draws, losses }) => [kind, name, String(games), `${wins} / ${draws} / ${losses}`];
  assert.deepEqual(scores, [...report.opponents.map(line('against')), ...report.boards.map(line('board')), ...report.seats.map(line('seat'))]);
  const fault = page.locator('[data-testid=fault-row][data-reason=CRASHED]');
  await fault.getByText(`crash: ${report.faults[0].count} games`).waitFor();
  assert.equal(await fault.getByRole('link').count(), 1 + report.faults[0].games.length);
  await shows(page, await gamesOf(referee, 'late'));
  // What was lost by a fault says so.
  const faulty = await gamesOf(referee, 'late', 'fault=CRASHED');
  assert.deepEqual(await page.locator('[data-testid=bot-game]:has(.fault-mark)').evaluateAll((all) => all.map((row) => row.dataset.id)), faulty);
  // Those of `deep` have times.
  await page.goto(`${referee.url}/events/cup/bots/deep`);
  await page.getByText('Time per move').waitFor();
  const { times } = await referee.get('/api/v1/events/cup/bots/deep');
  const bars = await page.locator('.bars').first().locator('tbody td').allTextContents();
  assert.deepEqual(bars.map(Number), times.times.map(({ moves }) => moves));
});

staged('filters choose games and stand in the address', async (stage) => {
  const referee = await finished(stage, 6);
  const page = await stage.open(`${referee.url}/events/cup/bots/chance`);
  const choose = (filter, value) => page.locator(`[data-testid=bot-filter][data-filter=${filter}]`).selectOption(value);
  await shows(page, await gamesOf(referee, 'chance'));
  await choose('result', 'lost');
  await shows(page, await gamesOf(referee, 'chance', 'result=lost'));
  await choose('against', 'deep');
  await shows(page, await gamesOf(referee, 'chance', 'result=lost&against=deep'));
  assert.equal(new URL(page.url()).search, '?result=lost&against=deep');
  await page.reload();
  await shows(page, await gamesOf(referee, 'chance', 'result=lost&against=deep'));
  await page.getByTestId('bot-clear').click();
  await shows(page, await gamesOf(referee, 'chance'));
  await page.locator('[data-testid=score-row][data-kind=seat][data-name="1"]').getByRole('link').click();
  await shows(page, await gamesOf(referee, 'chance', 'seat=1'));
  await choose('result', 'drawn');
  await page.getByText('No game of this kind has been stored yet.').waitFor();
});

staged('through the games of a list, with buttons and keys, and back to the same place', async (stage) => {
  const referee = await finished(stage, 40, kTwo);
  const page = await stage.open(`${referee.url}/events/cup/bots/chance?against=deep`, { size: kPhone });
  const all = await gamesOf(referee, 'chance', 'against=deep');
  await shows(page, all);
  const row = page.locator(`[data-testid=bot-game][data-id=${all[33]}]`);
  await row.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  assert.ok(top > 300, String(top));
  await row.click();
  await page.getByText('Game 34 of 40 of chance').waitFor();
  assert.equal(new URL(page.url()).pathname, `/games/${all[33]}`);
  await page.getByTestId('later-game').click();
  await page.getByText('Game 33 of 40 of chance').waitFor();
  await page.keyboard.press('p');
  await page.getByText('Game 34 of 40 of chance').waitFor();
  await page.keyboard.press('p');
  await page.getByText('Game 35 of 40 of chance').waitFor();
  await page.keyboard.press('n');
  await page.getByText('Game 34 of 40 of chance').waitFor();
  await page.goBack();
  await shows(page, all);
  await until('the same place', async () => Math.abs(await page.evaluate(() => scrollY) - top) <= 2);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), all[33]);
  // The first and the last game have one neighbour.
  await page.goto(`${referee.url}/games/${all[0]}?bot=chance&against=deep`);
  await page.getByText('Game 1 of 40 of chance').waitFor();
  assert.equal(await page.getByTestId('later-game').count(), 0);
  assert.equal(await page.getByTestId('earlier-game').count(), 1);
});

staged('a long list has pages, and Back goes through them', async (stage) => {
  const referee = await finished(stage, 80, kTwo);
  const page = await stage.open(`${referee.url}/events/cup/bots/deep`);
  const first = await gamesOf(referee, 'deep');
  const second = await gamesOf(referee, 'deep', 'page=1');
  assert.deepEqual([first.length, second.length], [50, 30]);
  await shows(page, first);
  await page.getByRole('link', { name: 'Earlier games' }).click();
  await shows(page, second);
  await page.getByTestId('bot-game').first().click();
  await page.getByText('Game 51 of 80 of deep').waitFor();
  await page.goBack();
  await shows(page, second);
  await page.goBack();
  await shows(page, first);
});

staged('a game that has just ended appears in the list', async (stage) => {
  const paced = stage.pacedBot({ name: 'paced' });
  const referee = await stage.referee(['tournament', 'connect4', '--bot', paced.spec, '--bot', 'random name=chance', '--games', '3', '--event', 'cup',
    '--store', 'cup.db', ...kPatient, '--web-stay']);
  const id = await referee.liveGame();
  const page = await stage.open(`${referee.url}/events/cup/bots/paced`);
  await page.getByText('No game of this kind has been stored yet.').waitFor();
  await page.evaluate(() => { document.body.dataset.untouched = 'yes'; });
  paced.say('resign');
  await shows(page, [id]);
  paced.say('resign');
  await until('two games', async () => (await ids(page)).length === 2);
  await page.getByText('2 games: 0 wins, 0 draws, 2 losses').waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset.untouched), 'yes');
  assert.deepEqual(await page.getByTestId('bot-game').evaluateAll((all) => all.map((row) => row.dataset.outcome)), ['LOST', 'LOST']);
});

staged('a ladder’s bot has versions, and one of them alone can be looked at', async (stage) => {
  const { rmSync, writeFileSync, mkdtempSync } = await import('node:fs');
  const { execFileSync } = await import('node:child_process');
  const { join } = await import('node:path');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(join(tmpdir(), 'quiver-versions-'));
  const store = join(folder, 'l.db');
  for (const version of ['1', '2']) {
    writeFileSync(join(folder, 'mine.sh'), `# ${version}\nexec "$1"\n`);
    execFileSync(process.env.QUIVER, ['ladder', 'connect4', '--bot', `/bin/sh name=mine ${folder}/mine.sh ${join(process.env.QUIVER, '../../bots/connect4-random')}`, '--bot', 'minimax name=deep --depth 2',
      '--games', '4', '--rest', '0s', '--store', store, '--quiet', '--isolate', 'off'], { stdio: 'ignore' });
  }
  const referee = await stage.referee(['serve', '--store', store]);
  const page = await stage.open(`${referee.url}/events/ladder-1/bots/mine`, { locale: 'fr-FR', allow: [/status of 404/] });
  await until('two versions', async () => (await page.getByTestId('version-row').count()) === 2);
  await until('8 games', async () => (await ids(page)).length === 8);
  assert.equal(await page.getByTestId('chart').locator('.series').count(), 2);
  await page.locator('[data-testid=version-row][data-name=mine-v2]').getByRole('link').click();
  await until('4 games', async () => (await ids(page)).length === 4);
  assert.equal(new URL(page.url()).search, '?version=mine-v2');
  await page.getByText('4 parties').first().waitFor();
  await page.goto(`${referee.url}/events/ladder-1/bots/nobody`);
  await page.getByTestId('problem').waitFor();
  rmSync(folder, { recursive: true, force: true });
});
