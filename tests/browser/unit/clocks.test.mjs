// What a clock has left, and how long a move may take.
import assert from 'node:assert/strict';
import test from 'node:test';
import { limit, standing, timesOf } from '../../../referee/web/page/live/clocks.js';

const bank = { bankMicros: '1800000000', incrementMicros: '10000000', capMicros: '600000000' };

test('a move may take no more than the cap, the bank and its own allowance', () => {
  assert.equal(limit(bank, 1800000), 600000);
  assert.equal(limit(bank, 1234), 1234);
  assert.equal(limit({ ...bank, moveMicros: '2000000' }, 1800000), 2000);
});

test('what stood in a bank follows from the moves', () => {
  assert.equal(standing(bank, { moves: 2, used: 5000 }), 1800000 + 20000 - 5000);
  assert.equal(standing({ moveMicros: '30000' }, { moves: 2, used: 5 }), 30);
  assert.equal(standing({}, { moves: 0, used: 0 }), undefined);
});

test('the turn on which a seat ran out of time is time that it used', () => {
  const move = { connect4: { column: 3 } };
  const steps = [
    { seat: 0, move, millis: 400 },
    { seat: 1, move, millis: 100 },
    { seat: 0, millis: 1000, outs: [{ seat: 0, reason: 'TIMEOUT' }] },
  ];
  assert.deepEqual(timesOf(steps, 0, 3), { moves: 1, used: 1400 });
  assert.deepEqual(timesOf(steps, 0, 2), { moves: 1, used: 400 });
  assert.deepEqual(timesOf(steps, 1, 3), { moves: 1, used: 100 });
});
