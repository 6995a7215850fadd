// Playing a whole game on the page against the real program, by mouse and by keyboard.
import assert from 'node:assert/strict';
import { verify, write } from './records.mjs';
import { until } from './until.mjs';
import { changedFrom, createGame, gameAt, mayChoose, seatBoard, stageOf } from './visitor.mjs';

/** Serves a bot, and asks for a game against it. options: those of the visitor. */
export async function sitDown(stage, table, options) {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/play`, options);
  await createGame(page, { against: 'random', ...table });
  await seatBoard(page).waitFor();
  return { referee, page, id: await gameAt(referee, 'ann') };
}

/** The referee's record has the moves that the page shows, and `quiver verify` accepts it. */
export async function compareWithRecord(page, referee, id) {
  const record = await until('the record', () => referee.get(`/api/v1/games/${id}/record`).catch(() => null));
  const listed = await page.getByTestId('move').evaluateAll((moves) => moves.map((move) => move.firstChild.textContent));
  assert.deepEqual(listed, record.moves.map(({ notation }) => notation));
  assert.equal(record.end, 'PLAYED_OUT');
  assert.match(verify(write(`${id}.jsonl`, `${JSON.stringify(record)}\n`)), /1 game as recorded/);
  await page.getByTestId('result').waitFor();
  return record;
}

export async function click(page, choice) {
  const before = await stageOf(page);
  await choice.click();
  await changedFrom(page, before);
}

/** Clicks on cells that are not highlighted and beside the board: nothing may happen. */
export async function clickElsewhere(page) {
  // The next choices come with the referee's answer: before it nothing is highlighted.
  await mayChoose(page);
  const before = await stageOf(page);
  const spots = await seatBoard(page).evaluate((board) => {
    const { left, top, width, height } = board.getBoundingClientRect();
    const highlighted = (x, y) => document.elementFromPoint(x, y)?.closest('.choice, .choice-wall, .again');
    const all = Array.from({ length: 144 }, (_, at) => [left + ((at % 12) + 0.5) * (width / 12), top + (Math.floor(at / 12) + 0.5) * (height / 12)]);
    return all.filter(([x, y]) => board.contains(document.elementFromPoint(x, y)) && !highlighted(x, y)).slice(0, 5);
  });
  assert.ok(spots.length, 'everything is highlighted');
  for (const [x, y] of spots) await page.mouse.click(x, y);
  assert.equal(await stageOf(page), before);
}

/** Moves the cursor from where it is to a cell by arrow keys, on a board that is not turned round. */
export async function keysTo(page, cell, columns) {
  const cursor = page.locator('.key-cursor');
  // There is none before the first key: n puts it on a choice.
  if (!await cursor.count()) await page.keyboard.press('n');
  const from = Number(await cursor.getAttribute('data-cell'));
  const [down, right] = [Math.floor(cell / columns) - Math.floor(from / columns), (cell % columns) - (from % columns)];
  for (let step = 0; step < Math.abs(down); ++step) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  for (let step = 0; step < Math.abs(right); ++step) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
}
