// A lobby with many games: all of them as lines with clocks, filters, results beside; and the next game after the one that was watched.
import assert from 'node:assert/strict';
import { crowd } from './crowd.mjs';
import { kPhone, staged } from './harness.mjs';
import { until } from './until.mjs';

const lines = (page) => page.getByTestId('game-line');
const cards = (page) => page.getByTestId('lobby-game');

staged('many games are lines with clocks, and some are boards', async (stage) => {
  const { referee, bots: [ann], running } = await crowd(stage, 12);
  const page = await stage.open(referee.url);
  await until('all lines', async () => (await lines(page).count()) === 12);
  assert.equal(await cards(page).count(), 6);
  assert.deepEqual((await lines(page).evaluateAll((all) => all.map((line) => line.dataset.id))).sort(), (await running()).map(({ id }) => id).sort());
  const clock = lines(page).first().locator('.to-move .clock');
  const before = await clock.textContent();
  assert.match(before, /^\d+:\d\d$/);
  await until('the clock to run', async () => (await clock.textContent()) !== before);
  ann.say('play 4');
  await page.getByTestId('game-line').getByText('move 1').waitFor();
  ann.say('resign');
  await page.getByTestId('recent-game').waitFor();
  await until('a line less', async () => (await lines(page).count()) === 11);
});

staged('the lobby is filtered by player, game and board', async (stage) => {
  const { referee } = await crowd(stage, 10);
  const page = await stage.open(referee.url, { size: kPhone });
  await until('all lines', async () => (await lines(page).count()) === 10);
  await page.getByTestId('lobby-search').fill('nobody');
  await page.getByTestId('no-match').waitFor();
  assert.equal(await lines(page).count(), 0);
  await page.getByTestId('lobby-search').fill('ANN');
  await page.getByText('10 of 10', { exact: true }).waitFor();
  assert.equal(await cards(page).count(), 6);
  const [game, board] = await page.getByTestId('lobby-filter').all();
  assert.deepEqual(await game.locator('option').allTextContents(), ['All games', 'Connect Four']);
  await game.selectOption('connect4');
  await board.selectOption({ index: 1 });
  assert.equal(await lines(page).count(), 10);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

staged('a board that the lobby does not send is shown when somebody filters for its game', async (stage) => {
  const { referee, running } = await crowd(stage, 26);
  const page = await stage.open(referee.url);
  await until('all lines', async () => (await lines(page).count()) === 26);
  // The lobby sends the positions of 24; the others are watched one by one as soon as they are among the first that match.
  const sent = new Set((await referee.get('/api/v1/lobby')).games.map(({ id }) => id));
  assert.equal(sent.size, 24);
  assert.equal((await running()).filter(({ id }) => !sent.has(id)).length, 2);
  await page.getByTestId('lobby-search').fill('bob');
  await until('boards', async () => (await cards(page).count()) === 6);
});

staged('when the game that somebody watches ends, the page offers another one', async (stage) => {
  const { referee, bots, running } = await crowd(stage, 3);
  const [{ id }] = await running();
  const page = await stage.open(`${referee.url}/games/${id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  // Whose game reads the line is open, so all of the three end but one.
  for (let ended = 0; ended < 2; ++ended) {
    bots[0].say('resign');
    await until('the end of a game', async () => (await running()).length === 2 - ended);
  }
  const rest = (await running())[0].id;
  if (rest === id) return;
  await page.getByTestId('result').waitFor();
  const next = page.getByTestId('next-game').getByRole('link');
  await next.waitFor();
  await next.click();
  await page.waitForURL(/\/games\//);
  await page.locator('.game [data-testid=board]').waitFor();
  assert.notEqual(new URL(page.url()).pathname, `/games/${id}`);
});
