// Where things are drawn: holes of shapes, walls, labels; and what a stopped clock shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shapeHoles } from '../../../referee/web/page/games/board_shapes.js';
import { apart } from '../../../referee/web/page/views/chart.js';
import { standing } from '../../../referee/web/page/live/clocks.js';
import { wallBox } from '../../../referee/web/page/games/quoridor.js';
import { squareGrid } from '../../../referee/web/page/games/square_grid.js';

test('the holes of a shape are those of the program', () => {
  const { start } = JSON.parse(readFileSync(new URL('fixtures/amazons_eight.json', import.meta.url), 'utf8'));
  assert.deepEqual(shapeHoles('eight', 12), start.holes);
});

test('shapes leave as many cells as the rules say', () => {
  assert.equal(144 - shapeHoles('donut', 12).length, (8 * 144) / 9);
  assert.equal(100 - shapeHoles('clover', 10).length, (21 * 100) / 25);
  assert.equal(shapeHoles('square', 10).length, 0);
});

test('a wall lies on the north edge of its anchor, or on the east edge', () => {
  const place = squareGrid({ rows: 9, columns: 9, holes: [] });
  const [x, y] = place.centre(58);
  const flat = wallBox(place, { anchor: 58, orientation: 'HORIZONTAL' });
  const tall = wallBox(place, { anchor: 58, orientation: 'VERTICAL' });
  assert.deepEqual([flat.middle, tall.middle], [[x + 20, y - 20], [x + 20, y - 20]]);
  assert.ok(flat.width > flat.height && tall.height > tall.width);
});

test('a board that is turned round has its first cell last', () => {
  const place = squareGrid({ rows: 5, columns: 7, holes: [3] }, { flipped: true });
  assert.deepEqual(place.corner(34), [0, 2]);
  assert.equal(place.cells.length, 34);
});

test('arrow keys lead past holes, as the board is seen, and stop at its edge', () => {
  const board = { rows: 3, columns: 5, holes: [7] };
  const [place, turned] = [squareGrid(board), squareGrid(board, { flipped: true })];
  assert.deepEqual([place.step(2, 1, 0), place.step(6, 0, 1), place.step(4, 0, 1), place.step(0, -1, 0)], [12, 8, undefined, undefined]);
  assert.deepEqual([turned.step(12, 1, 0), turned.step(8, 0, 1), turned.step(4, 0, -1)], [2, 6, undefined]);
});

test('with Shift an arrow key leads along the diagonal that follows counter-clockwise', () => {
  const board = { rows: 5, columns: 5, holes: [6] };
  const arrows = [[-1, 0], [0, -1], [1, 0], [0, 1]];
  const around = (options) => arrows.map(([down, right]) => squareGrid(board, options).step(12, down, right, true));
  assert.deepEqual(around(), [0, 16, 18, 8]);
  assert.deepEqual(around({ flipped: true }), [18, 8, 0, 16]);
});

test('labels keep their distance, their order and the limits', () => {
  const placed = apart([100, 101, 102, 10], 16, 10, 120);
  assert.deepEqual(placed, [88, 104, 120, 10]);
});

test('what a stopped clock shows', () => {
  assert.equal(standing({ bankMicros: '3000000', incrementMicros: '50000' }, { moves: 4, used: 1200 }), 2000);
  assert.equal(standing({ moveMicros: '100000', incrementMicros: '0' }, { moves: 4, used: 1200 }), 100);
  assert.equal(standing(undefined, { moves: 0, used: 0 }), undefined);
});
