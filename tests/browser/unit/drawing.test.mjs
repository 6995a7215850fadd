// What is drawn where: the shapes' holes, labels that keep apart, clocks that stand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shapeHoles } from '../../../referee/web/page/board_shapes.js';
import { apart } from '../../../referee/web/page/chart.js';
import { standing } from '../../../referee/web/page/clocks.js';
import { geometry } from '../../../referee/web/page/geometry.js';
import { wallBox } from '../../../referee/web/page/quoridor.js';

test('the holes of a shape are the binary’s', () => {
  const { start } = JSON.parse(readFileSync(new URL('fixtures/amazons_eight.json', import.meta.url), 'utf8'));
  assert.deepEqual(shapeHoles('eight', 12), start.holes);
});

test('shapes leave as many cells as the rules say', () => {
  assert.equal(144 - shapeHoles('donut', 12).length, (8 * 144) / 9);
  assert.equal(100 - shapeHoles('clover', 10).length, (21 * 100) / 25);
  assert.equal(shapeHoles('square', 10).length, 0);
});

test('a wall lies on the north edge of its anchor, or on the east edge', () => {
  const place = geometry({ rows: 9, columns: 9, holes: [] });
  const [x, y] = place.centre(58);
  const flat = wallBox(place, { anchor: 58, orientation: 'HORIZONTAL' });
  const tall = wallBox(place, { anchor: 58, orientation: 'VERTICAL' });
  assert.deepEqual([flat.middle, tall.middle], [[x + 20, y - 20], [x + 20, y - 20]]);
  assert.ok(flat.width > flat.height && tall.height > tall.width);
});

test('a board that is turned round has its first cell last', () => {
  const place = geometry({ rows: 5, columns: 7, holes: [3] }, { flipped: true });
  assert.deepEqual(place.corner(34), [0, 2]);
  assert.equal(place.cells.length, 34);
});

test('labels keep their distance, their order and the limits', () => {
  const placed = apart([100, 101, 102, 10], 16, 10, 120);
  assert.deepEqual(placed, [88, 104, 120, 10]);
});

test('what stands on a clock', () => {
  assert.equal(standing({ bankMicros: '3000000', incrementMicros: '50000' }, { moves: 4, used: 1200 }), 2000);
  assert.equal(standing({ moveMicros: '100000', incrementMicros: '0' }, { moves: 4, used: 1200 }), 100);
  assert.equal(standing(undefined, { moves: 0, used: 0 }), undefined);
});
