// Names of cells, and texts of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { between, cellName, columnName } from '../../../referee/web/page/games/cells.js';
import { stepInWords } from '../../../referee/web/page/games/in_words.js';
import { text } from '../../../referee/web/page/text/index.js';
import { clockText, durationText, pointsText, resultInWords, timeControlText } from '../../../referee/web/page/words.js';

const kTen = { game: 'amazons', rows: 10, columns: 10 };

test('[N2] columns go from a to z, then aa, ab', () => {
  assert.deepEqual([0, 25, 26, 27, 701, 702].map(columnName), ['a', 'z', 'aa', 'ab', 'zz', 'aaa']);
});

test('[N3] rows are counted from the bottom', () => {
  assert.deepEqual([0, 93, 33, 99].map((vertex) => cellName(vertex, kTen)), ['a10', 'd1', 'd7', 'j1']);
  assert.equal(cellName(35, { rows: 6, columns: 7 }), 'a1');
});

test('the cells of a flight', () => {
  assert.deepEqual(between(93, 33, 10), [83, 73, 63, 53, 43, 33]);
  assert.deepEqual(between(0, 22, 10), [11, 22]);
  assert.deepEqual(between(0, 12, 10), []);
});

test('an Amazons move', () => {
  const step = { seat: 0, move: { amazons: { from: 93, to: 33, arrow: 36 } }, outs: [] };
  assert.equal(stepInWords(step, ['ann', 'bob'], kTen), 'ann moves d1 to d7, shoots g7');
});

test('an elimination says why, and a move whom it blocked', () => {
  const out = { seat: 1, reason: 'TIMEOUT', detail: 'its 6th move took more than 1.0 s of 1.0 s' };
  assert.equal(stepInWords({ seat: 1, outs: [out] }, ['ann', 'bob'], kTen),
    'bob is out: ran out of time: its 6th move took more than 1.0 s of 1.0 s');
  const step = { seat: 0, move: { amazons: { from: 93, to: 33, arrow: 36 } }, outs: [{ seat: 1, reason: 'BLOCKED', detail: '' }] };
  assert.equal(stepInWords(step, ['ann', 'bob'], kTen), 'ann moves d1 to d7, shoots g7. bob is out: could not move');
});

test('Quoridor and Connect Four', () => {
  const nine = { game: 'quoridor', rows: 9, columns: 9 };
  const quoridor = (kind, cell) => stepInWords({ seat: 0, move: { quoridor: { kind, cell } }, outs: [] }, ['ann'], nine);
  assert.equal(quoridor('PAWN', 67), 'ann steps to e2');
  assert.equal(quoridor('HORIZONTAL_WALL', 58), 'ann places a horizontal wall at e3');
  assert.equal(stepInWords({ seat: 0, move: { connect4: { column: 3 } }, cell: 38, outs: [] }, ['ann'], { game: 'connect4', rows: 6, columns: 7 }),
    'ann drops into column 4, on d1');
});

test('results', () => {
  const seats = [{ name: 'ann', place: 1 }, { name: 'bob', place: 2 }];
  assert.equal(resultInWords({ seats, winner: 0, end: 'PLAYED_OUT' }), 'ann beat bob');
  assert.equal(resultInWords({ seats: [seats[0], { ...seats[1], reason: 'TIMEOUT' }], winner: 0, end: 'FORFEIT' }), 'ann won: bob ran out of time');
  assert.equal(resultInWords({ seats, end: 'PLAYED_OUT' }), 'A draw between ann and bob');
  assert.equal(resultInWords({ seats, end: 'VOID' }), 'Void: the match does not count');
});

test('times', () => {
  assert.deepEqual([-5, 940, 9999, 10000, 65000, 3725000].map(clockText), ['0.0', '0.9', '9.9', '0:10', '1:05', '1:02:05']);
  assert.deepEqual([12.4, 3400, 125000].map((millis) => durationText(millis)), ['12 ms', '3.4 s', '2 min 5 s']);
  assert.equal(timeControlText({ bankMicros: '10000000', incrementMicros: '100000' }), '10 s + 100 ms per move');
  assert.equal(timeControlText({ bankMicros: '10000000', incrementMicros: '0', moveMicros: '2000000' }), '10 s, at most 2 s per move');
});

test('small words', () => {
  assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(text.listed), ['', 'a', 'a and b', 'a, b and c']);
  assert.deepEqual([0, 0.5, 3, 3.5, 1 / 3].map(pointsText), ['0', '½', '3', '3½', '0.33']);
});
