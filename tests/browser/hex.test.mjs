// Hex on the page: whole games with the swap by mouse and by keyboard, a phone, and somebody who watches.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { boardOf, drawnBoard } from './drawn_board.mjs';
import { kPhone, staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { click, clickElsewhere, compareWithRecord, keysTo, sitDown } from './playing.mjs';
import { folder, positions } from './records.mjs';
import { until } from './until.mjs';
import { cells, changedFrom, mayChoose, plyOf, stageOf } from './visitor.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

const swapButton = (page) => page.getByTestId('option-button').filter({ hasText: 'Swap' });
const look = (page, name) => (process.env.QUIVER_LOOK ? page.screenshot({ path: `${process.env.QUIVER_LOOK}/${name}.png` }) : undefined);

/** The visitor swapped at the second move of the game, and nobody could do it again. */
function swappedOnce({ moves }) {
  assert.deepEqual(moves.flatMap(({ notation, seat }, number) => (notation === 'swap' ? [[number, seat]] : [])), [[1, 1]]);
}

staged('Hex as second with a swap, by mouse', async (stage) => {
  const { referee, page, id } = await sitDown(stage, { game: 'Hex', board: '5 × 5', second: true });
  await mayChoose(page);
  await clickElsewhere(page);
  await page.getByText('Choose a cell, or swap').waitFor();
  await look(page, 'hex-swap');
  await click(page, swapButton(page));
  for (let turn = 1; await mayChoose(page); ++turn) {
    assert.equal(await swapButton(page).count(), 0, 'the swap is offered once');
    await click(page, cells(page).nth((turn * 7) % await cells(page).count()));
  }
  swappedOnce(await compareWithRecord(page, referee, id));
  await look(page, 'hex-over');
  // The record calls the board a square, by its sides; people read what it is.
  const lobby = await stage.open(referee.url);
  await lobby.getByTestId('recent-game').filter({ hasText: 'Hex, rhombus, ' }).click();
  await lobby.locator('.game-head').getByText('Hex · rhombus 5 × 5').waitFor();
});

staged('Hex as first, by mouse: there is nothing to swap', async (stage) => {
  const { page } = await sitDown(stage, { game: 'Hex', board: '11 × 11' });
  await mayChoose(page);
  assert.equal(await cells(page).count(), 121);
  assert.equal(await swapButton(page).count(), 0);
  await cells(page).nth(60).hover();
  await look(page, 'hex-seat');
  await click(page, cells(page).nth(60));
  await mayChoose(page);
  assert.equal(await plyOf(page), 2);
});

staged('Hex with a swap, by keyboard alone', async (stage) => {
  const { referee, page, id } = await sitDown(stage, { game: 'Hex', board: '5 × 5', second: true });
  await mayChoose(page);
  const chosen = async (key) => {
    const before = await stageOf(page);
    await page.keyboard.press(key);
    await changedFrom(page, before);
  };
  // The letter shows the swap, Escape hides it, and Enter plays it.
  await page.keyboard.press('s');
  await page.getByTestId('confirm-move').filter({ hasText: /^Swap: \w+ becomes your/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm-move').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.keyboard.press('s');
  await page.getByTestId('confirm-move').waitFor();
  await chosen('Enter');
  for (let turn = 1; await mayChoose(page); ++turn) {
    const cell = Number(await cells(page).nth((turn * 5) % await cells(page).count()).getAttribute('data-cell'));
    await keysTo(page, cell, 5);
    await chosen('Enter');
  }
  swappedOnce(await compareWithRecord(page, referee, id));
});

staged('the cursor goes along all six directions', async (stage) => {
  const { page } = await sitDown(stage, { game: 'Hex', board: '5 × 5' });
  await mayChoose(page);
  await keysTo(page, 12, 5);
  const at = async () => Number(await page.locator('.key-cursor').getAttribute('data-cell'));
  for (const [key, back, cell] of [['ArrowUp', 'ArrowDown', 7], ['ArrowRight', 'ArrowLeft', 13], ['Shift+ArrowUp', 'Shift+ArrowDown', 6],
    ['ArrowDown', 'ArrowUp', 17], ['ArrowLeft', 'ArrowRight', 11], ['Shift+ArrowDown', 'Shift+ArrowUp', 18]]) {
    await page.keyboard.press(key);
    assert.equal(await at(), cell, key);
    await page.keyboard.press(back);
    assert.equal(await at(), 12, back);
  }
});

staged('on a phone the board stands upright, its cells are large enough, and a second tap puts the stone', async (stage) => {
  const { page } = await sitDown(stage, { game: 'Hex', board: '11 × 11' }, { size: kPhone, hasTouch: true, isMobile: true });
  await mayChoose(page);
  const { width, height } = await page.locator('.seat-view [data-testid=board]').boundingBox();
  assert.ok(height > width && width <= kPhone.width, `${width} × ${height}`);
  const hit = await cells(page).first().locator('.hit').boundingBox();
  assert.ok(Math.min(hit.width, hit.height) >= 24, `a cell is ${hit.width} × ${hit.height}`);
  await cells(page).nth(60).tap();
  await page.getByRole('button', { name: 'Put the stone on f6' }).waitFor();
  assert.equal(await plyOf(page), 0);
  await look(page, 'hex-phone');
  await cells(page).nth(60).tap();
  await until('the stone', async () => (await plyOf(page)) >= 1);
  // Turned into a wide window, it lies flat again.
  await page.setViewportSize({ width: 844, height: 390 });
  await until('the board to lie flat', async () => {
    const box = await page.locator('.seat-view [data-testid=board]').boundingBox();
    return box && box.width > box.height; // none while the board is drawn again
  });
});

staged('who watches sees the stone of a swap move, and hears it', async (stage) => {
  const [ann, bob] = ['ann', 'bob'].map((name) => stage.pacedBot({ name }));
  const board = ['--size', '6'];
  const referee = await stage.referee(['match', 'hex', ...board, '--bot', ann.spec, '--bot', bob.spec, ...kPatient, '--web-stay']);
  const page = await stage.open(`${referee.url}/games/${await referee.liveGame()}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const heard = (text) => page.locator('[aria-live=polite]').getByText(text).waitFor();
  const moves = ['b5', 'swap', 'd3', 'c4'];
  const expected = positions('hex', board, moves);
  for (const [number, words] of ['ann puts a stone on b5', 'bob swaps, and has a stone on e2', 'ann puts a stone on d3', 'bob puts a stone on c4'].entries()) {
    [ann, bob][number % 2].say(`play ${moves[number]}`);
    await heard(words);
    await page.locator(`.game [data-testid=board][data-ply="${number + 1}"]`).waitFor();
    assert.deepEqual(await drawnBoard(page, expected[number + 1]), boardOf(expected[number + 1]), words);
  }
  await look(page, 'hex-live');
});
