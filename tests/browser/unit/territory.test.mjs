// Territory in Amazons, on boards small enough to check by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queenDistances, territory } from '../../../referee/web/page/games/amazons_territory.js';

/** Digits are queens, # an arrow, o a hole, . an empty cell. */
function drawn(...lines) {
  const cells = [...lines.join('')];
  const where = (sign) => cells.flatMap((cell, vertex) => (cell === sign ? [vertex] : []));
  return {
    game: 'amazons', rows: lines.length, columns: lines[0].length, holes: where('o'), arrows: where('#'),
    seats: ['0', '1'].map((sign) => ({ pieces: where(sign), eliminated: false })),
  };
}

test('a queen reaches in one move what she sees, and in two what can be seen from there', () => {
  const position = drawn('0..', '##.', '...');
  assert.deepEqual([...queenDistances(position, [0])], [Infinity, 1, 1, Infinity, Infinity, 2, 3, 3, 2]);
});

test('a cell that both reach equally fast is neutral', () => {
  const { owners, counts, neutral } = territory(drawn('0.1'));
  assert.deepEqual([[...owners], counts, neutral], [[-1, -1, -1], [0, 0], 1]);
});

test('a wall of arrows divides the board', () => {
  const { owners, counts, neutral } = territory(drawn('0.#..', '..#.1', '..#..'));
  assert.deepEqual([counts, neutral], [[5, 5], 0]);
  assert.equal(owners[1], 0);
  assert.equal(owners[3], 1);
});

test('a cell that nobody reaches is neutral', () => {
  const { counts, neutral } = territory(drawn('0.o.', '#1o.'));
  assert.deepEqual([counts, neutral], [[0, 0], 3]);
});

test('rays pass between two holes that touch at their corners', () => {
  assert.deepEqual([...queenDistances(drawn('0o', 'o.'), [0])], [Infinity, Infinity, Infinity, 1]);
});

test('a seat that is out owns nothing', () => {
  const position = drawn('0..', '..1');
  position.seats[1].eliminated = true;
  assert.deepEqual(territory(position).counts, [4, 0]);
});

test('distances are those of a search that takes no short cuts', () => {
  const position = drawn('0...#...', '..#...#.', '.#....#.', '...o....', '#..o.#..', '.....#.1', '..#.....', '.#...#..');
  const [queen] = position.seats[0].pieces;
  const blocked = new Set([...position.holes, ...position.arrows, ...position.seats.flatMap((seat) => seat.pieces)]);
  const sees = (from) => [-9, -8, -7, -1, 1, 7, 8, 9].flatMap((step) => {
    const cells = [];
    for (let at = from; ; ) {
      const next = at + step;
      const apart = Math.abs((next % 8) - (at % 8));
      if (next < 0 || next > 63 || apart > 1 || blocked.has(next)) return cells;
      cells.push(at = next);
    }
  });
  const expected = Array(64).fill(Infinity);
  for (let front = [queen], distance = 1; front.length; ++distance) {
    front = [...new Set(front.flatMap(sees))].filter((vertex) => expected[vertex] === Infinity);
    front.forEach((vertex) => { expected[vertex] = distance; });
  }
  assert.deepEqual([...queenDistances(position, [queen])], expected);
});
