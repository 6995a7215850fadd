// The wall screen: one board, the standings, the latest results, on screens of any size; it moves on by itself and outlives the referee.
import assert from 'node:assert/strict';
import { crowd } from './crowd.mjs';
import { staged } from './harness.mjs';
import { until } from './until.mjs';

const kScreens = [{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }];
// The smallest text, as a share of the screen's height: a letter of 26 px on 1080.
const kLeast = 0.0235;
const shown = (page) => page.getByTestId('tv-game').getAttribute('data-id');

/** The smallest text that can be seen, and whatever is cut off or overlaps the edge of the screen. */
function layout(page) {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll('.tv *')].filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, svg')
      && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
    const board = document.querySelector('.tv .board').getBoundingClientRect();
    return {
      smallest: Math.min(...texts.map((element) => parseFloat(getComputedStyle(element).fontSize))) / innerHeight,
      scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
      outside: texts.filter((element) => element.getBoundingClientRect().bottom > innerHeight + 1).map((element) => element.textContent.slice(0, 40)),
      board: Math.min(board.width, board.height) / innerHeight,
    };
  });
}

staged('a board, standings and results fit on the screen, and are large', async (stage) => {
  const { referee, bots: [ann] } = await crowd(stage, 4);
  const page = await stage.open(`${referee.url}/tv`, { size: kScreens[0] });
  await page.locator('.tv-board .board').waitFor();
  await until('the table', async () => (await page.getByTestId('tv-row').count()) === 2);
  ann.say('resign');
  await page.getByTestId('tv-result').waitFor();
  for (const size of kScreens) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((painted) => { requestAnimationFrame(() => requestAnimationFrame(painted)); }));
    const found = await layout(page);
    assert.ok(found.smallest >= kLeast, `text of ${found.smallest} of the height`);
    assert.ok(found.board > 0.5, `a board of ${found.board} of the height`);
    assert.deepEqual([found.scrolls, found.outside], [false, []]);
  }
  assert.equal(await page.locator('.tv').locator('a, button, input, select').count(), 0, 'nothing to click');
  assert.equal(await page.locator('.top').isVisible(), false);
});

staged('it moves on when the game has ended, and its moves are shown as they are made', async (stage) => {
  const { referee, bots: [ann], running } = await crowd(stage, 2);
  const page = await stage.open(`${referee.url}/tv`, { size: kScreens[0] });
  await page.locator('.tv-board .board').waitFor();
  const first = await shown(page);
  // Either of the games may read these; both have moved then.
  ann.say('play 4', 'play 4');
  await until('a move on the board', async () => (await page.locator('.tv-board .board').getAttribute('data-ply')) === '1');
  assert.ok((await running()).some(({ id }) => id === first));
  // Both of them end: the one on the screen is followed by nothing, and stays.
  const sockets = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  assert.ok(await sockets() < 20);
});

staged('it comes back with the referee, with another game and another event', async (stage) => {
  const { referee } = await crowd(stage, 2);
  const page = await stage.open(`${referee.url}/tv`, { size: kScreens[0], allow: [/ERR_CONNECTION|WebSocket|ERR_EMPTY_RESPONSE|status of 404/] });
  await page.locator('.tv-board .board').waitFor();
  await page.evaluate(() => { document.body.dataset.untouched = 'yes'; });
  await referee.kill();
  await page.getByTestId('connection-banner').waitFor();
  const { running } = await crowd(stage, 3, { port: referee.port, words: ['--seed', '9'] });
  await page.getByTestId('connection-banner').waitFor({ state: 'hidden' });
  await until('a game of the new referee', async () => {
    const id = await shown(page);
    return (await running()).some((row) => row.id === id) && page.locator('.tv-board .board').isVisible();
  });
  assert.equal(await page.evaluate(() => document.body.dataset.untouched), 'yes', 'the same page, because it is the same version');
});
