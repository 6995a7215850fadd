// The standings of a real tournament: what the table, the matrix and the chart show is what the API has, also while it goes on.
import assert from 'node:assert/strict';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

const kEntrants = ['--bot', 'minimax name=deep --depth 4', '--bot', 'minimax name=shallow --depth 1', '--bot', 'random name=chance'];
const rows = (page) => page.getByTestId('standings-row');

async function finished(stage) {
  const referee = await stage.referee(['tournament', 'connect4', ...kEntrants, '--games', '4', '--seed', '7', '--event', 'cup', '--store', 'cup.db', '--web-stay',
    '--clock', '10m', '--quiet']);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/cup/standings')).complete);
  return referee;
}

staged('table, error bars, matrix and chart of a tournament that is over', async (stage) => {
  const referee = await finished(stage);
  const standings = await referee.get('/api/v1/events/cup/standings');
  const page = await stage.open(referee.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Standings' }).click();
  await page.waitForURL(/\/events\/cup$/);
  await rows(page).first().waitFor();
  await page.getByText('Connect Four · round-robin · complete, 12 of 12 games').waitFor();

  assert.deepEqual(await rows(page).evaluateAll((all) => all.map((row) => row.dataset.name)), standings.rows.map(({ name }) => name));
  for (const [index, { points, wins, draws, losses, elo, eloLow, eloHigh }] of standings.rows.entries()) {
    const cells = await rows(page).nth(index).locator('td, th').allTextContents();
    assert.equal(cells[2].replace('½', '.5'), String(points).replace(/^0\./, '.'));
    assert.ok(cells.includes(`${wins} / ${draws} / ${losses}`), cells.join('; '));
    const [, sign, size] = /^([+−])(\d+)/.exec(cells.find((cell) => /^[+−]\d/.test(cell)));
    assert.equal(Number(size) * (sign === '−' ? -1 : 1), Math.round(elo) || 0);
    const reach = /M([\d.]+) 8H([\d.]+)/.exec(await rows(page).nth(index).locator('.whisker').getAttribute('d'));
    assert.ok(Number(reach[2]) > Number(reach[1]) && eloHigh > eloLow, 'an error bar has a length');
  }
  assert.equal(await page.getByTestId('matrix-cell').count(), 6);
  const { lines } = await referee.get('/api/v1/events/cup/ratings');
  assert.equal(await page.getByTestId('chart').locator('.series').count(), lines.length);
  await page.getByText('As a table').click();
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  assert.equal(await page.locator('.ratings tbody tr').count(), points);
});

staged('a cell of the matrix leads to its games, and they to the boards', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.locator('[data-testid=matrix-cell][data-name=deep][data-against=chance]').click();
  await page.getByRole('heading', { name: 'deep against chance' }).waitFor();
  const { games, total } = await referee.get('/api/v1/events/cup/games?name=deep&against=chance');
  assert.equal(total, 4);
  const ids = () => page.getByTestId('event-game').evaluateAll((all) => all.map((row) => row.dataset.id));
  assert.deepEqual(await ids(), games.map(({ id }) => id));
  await page.getByTestId('event-game').first().click();
  await page.getByTestId('result').waitFor();
  assert.equal(new URL(page.url()).pathname, `/games/${games[0].id}`);
  await page.goBack();
  await page.getByTestId('event-game').first().waitFor();
  await page.goBack();
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: /^Games of / }).waitFor();
  assert.equal(await page.getByTestId('event-game').count(), 8);
});

staged('standings go on by themselves while the tournament does', async (stage) => {
  const paced = stage.pacedBot({ name: 'paced' });
  const referee = await stage.referee(['tournament', 'connect4', '--bot', paced.spec, '--bot', 'random name=chance', '--games', '2', '--event', 'cup',
    '--store', 'cup.db', ...kPatient, '--web-stay']);
  await referee.liveGame();
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.getByText('0 of 2 games').waitFor();
  await page.evaluate(() => { document.body.dataset.untouched = 'yes'; });
  paced.say('resign');
  await page.getByText('1 of 2 games').waitFor();
  assert.equal(await rows(page).first().getAttribute('data-name'), 'chance');
  await page.locator('[data-testid=matrix-cell][data-name=chance]').focus();
  paced.say('resign');
  await page.getByText('complete, 2 of 2 games').waitFor();
  // What had the focus has it still, though the table is another one.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.name), 'chance');
  assert.equal(await page.evaluate(() => document.body.dataset.untouched), 'yes');
});
