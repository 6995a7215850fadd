// What is left on a clock, and what a move may take of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { limit, standing } from '../../../referee/web/page/clocks.js';

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
