// Hex on the page: where the hexagons are in each way the board can lie, the six directions of the keys, chains, and the swap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellName } from '../../../referee/web/page/games/cells.js';
import { hex } from '../../../referee/web/page/games/hex.js';
import { mirrored, winningChain } from '../../../referee/web/page/games/hex_chain.js';
import { shapeName } from '../../../referee/web/page/games/index.js';
import { borders, hexGrid, neighbours } from '../../../referee/web/page/games/hex_grid.js';

const kWays = [{}, { flipped: true }, { narrow: true }, { flipped: true, narrow: true }, { small: true }];
const empty = (side) => ({ game: 'hex', rows: side, columns: side, holes: [], seats: [{ pieces: [] }, { pieces: [] }], ply: 0, over: false });
const names = (cells, side) => cells.map((cell) => cellName(cell, empty(side))).sort();
const cell = (name, side) => (side - Number(name.slice(1))) * side + name.charCodeAt(0) - 97;
const apart = ([x1, y1], [x2, y2]) => Math.hypot(x1 - x2, y1 - y2);

test('[H3] a cell has up to six neighbours', () => {
  assert.deepEqual(names(neighbours(cell('a1', 5), 5), 5), ['a2', 'b1']);
  assert.deepEqual(names(neighbours(cell('a2', 5), 5), 5), ['a1', 'a3', 'b1', 'b2']);
  assert.deepEqual(names(neighbours(cell('c3', 5), 5), 5), ['b3', 'b4', 'c2', 'c4', 'd2', 'd3']);
});

test('hexagons touch their neighbours and nothing else, however the board lies', () => {
  for (const way of kWays) {
    const place = hexGrid(empty(6), way);
    for (const from of place.cells) {
      const near = place.cells.filter((to) => to !== from && apart(place.centre(from), place.centre(to)) < 40.01);
      assert.deepEqual(near, neighbours(from, 6).sort((a, b) => a - b), JSON.stringify(way));
      assert.ok(near.every((to) => apart(place.centre(from), place.centre(to)) > 39.99));
    }
  }
});

test('a narrow window gets a board that is higher than wide', () => {
  const [wide, narrow] = [hexGrid(empty(11)), hexGrid(empty(11), { narrow: true })];
  assert.ok(wide.width > wide.height && narrow.height > narrow.width);
  assert.ok(narrow.width < 13 * 40, 'hardly wider than eleven cells');
});

test('[H4] each seat owns two opposite sides, and the border has their colours', () => {
  const all = borders(hexGrid(empty(11)));
  assert.deepEqual(all.map(({ seat }) => seat), [0, 1, 0, 1]);
  all.forEach(({ d }) => assert.equal(d.match(/M/g).length, 11));
});

test('arrow keys and Shift lead to all six neighbours, as the board is seen', () => {
  const arrows = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  for (const way of kWays) {
    const place = hexGrid(empty(5), way);
    const from = cell('c3', 5);
    const steps = arrows.flatMap((arrow) => [false, true].map((diagonal) => [arrow, place.step(from, ...arrow, diagonal)]));
    assert.deepEqual(names([...new Set(steps.map(([, to]) => to))], 5), ['b3', 'b4', 'c2', 'c4', 'd2', 'd3']);
    for (const [[down, right], to] of steps) {
      const [[x, y], [tx, ty]] = [from, to].map(place.centre);
      assert.ok((tx - x) * right >= 0 && (ty - y) * down >= 0, `${JSON.stringify(way)}: ${down} ${right} leads back`);
    }
  }
  assert.equal(hexGrid(empty(5)).step(cell('a1', 5), 0, -1), undefined);
});

test('[H6] a chain joins the two sides of its seat', () => {
  const stones = (seat, ...list) => ({ ...empty(4), seats: [0, 1].map((s) => ({ pieces: s === seat ? list.map((name) => cell(name, 4)) : [] })) });
  const column = stones(0, 'b4', 'b3', 'c2', 'c1', 'd4');
  assert.deepEqual(winningChain(column, 0).map((at) => cellName(at, column)), ['b4', 'b3', 'c2', 'c1']);
  assert.deepEqual(winningChain(stones(0, 'b4', 'b3', 'a2', 'a1'), 0), []);
  assert.equal(winningChain(stones(1, 'a2', 'b2', 'c1', 'd1'), 1).length, 4);
  assert.equal(winningChain(stones(1, 'b4', 'b3', 'c2', 'c1'), 1).length, 0);
});

test('[H9] the swap takes b3 to c2 and leaves the diagonal from a1 alone', () => {
  assert.equal(cellName(mirrored(cell('b3', 5), 5), empty(5)), 'c2');
  assert.equal(mirrored(cell('c3', 5), 5), cell('c3', 5));
});

test('the swap can be chosen only if the referee says so: by its button, its letter and its stone', () => {
  const position = { ...empty(5), ply: 1, seats: [{ pieces: [cell('b3', 5)] }, { pieces: [] }] };
  const state = (words) => ({ legal: { cells: [0, 1], walls: [], words }, position, seat: 1, stage: [] });
  assert.deepEqual(hex.choosing.options(state([])).map(({ label }) => label), ['a5', 'b5']);
  const swap = hex.choosing.options(state(['swap'])).at(-1);
  assert.deepEqual([swap.label, swap.button, swap.key, swap.cell, swap.move], ['swap', 'Swap', 's', cell('b3', 5), { hex: { swap: true } }]);
  assert.equal(swap.confirm.button, 'Swap: b3 becomes your c2');
  assert.match(hex.choosing.prompt(state(['swap'])), /swap/);
  assert.doesNotMatch(hex.choosing.prompt(state([])), /swap/);
});

test('the board is called a rhombus, whatever the record calls it', () => {
  assert.equal(hex.shapeName('square'), 'rhombus');
  assert.equal(shapeName('hex', 'square'), 'rhombus');
  assert.equal(shapeName('amazons', 'donut'), 'donut');
  assert.equal(shapeName('a game of tomorrow', 'disc'), 'disc');
});

test('what a move is in words', () => {
  const words = (step) => hex.moveInWords(step, empty(5));
  assert.equal(words({ seat: 0, move: { hex: { cell: cell('b3', 5), swap: false } } }), 'puts a stone on b3');
  assert.equal(words({ seat: 1, move: { hex: { cell: 0, swap: true } }, cell: cell('c2', 5) }), 'swaps, and has a stone on c2');
  assert.deepEqual([0, 1].map((seat) => hex.seatNotes(empty(11), seat)), [['joins rows 1 and 11'], ['joins columns a and k']]);
});
