// The filter of a bot's games, as addresses have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botPath, gamePath } from '../../../referee/web/page/live/api.js';
import { filterIn, isEmpty, numberOf, pageIn, withFilter } from '../../../referee/web/page/live/bot_filter.js';

test('a filter goes into an address and comes back', () => {
  const filter = { result: 'lost', fault: 'TIMEOUT', against: 'bob & co', board: 'square 10x10', version: 'ann-v2', seat: '0' };
  const { pathname, searchParams } = new URL(botPath('my cup', 'ann', { ...filter, page: 2 }), 'http://x');
  assert.equal(pathname, '/events/my%20cup/bots/ann');
  assert.deepEqual(filterIn(searchParams), filter);
  assert.equal(pageIn(searchParams), 2);
  assert.equal(botPath('cup', 'ann', { page: undefined }), '/events/cup/bots/ann');
});

test('a game keeps the list that it was opened from', () => {
  const { searchParams } = new URL(gamePath('cup-3', undefined, { bot: 'ann', result: 'won' }), 'http://x');
  assert.deepEqual([...searchParams], [['bot', 'ann'], ['result', 'won']]);
  assert.equal(gamePath('cup-3', 7), '/games/cup-3?ply=7');
  assert.equal(gamePath('cup-3'), '/games/cup-3');
});

test('one value of a filter changes, and an empty one goes', () => {
  const filter = { result: 'lost', seat: '0' };
  assert.deepEqual(withFilter(filter, 'seat', '1'), { result: 'lost', seat: '1' });
  assert.deepEqual(withFilter(filter, 'result', ''), { seat: '0' });
  assert.deepEqual([isEmpty(filter), isEmpty(withFilter({}, 'seat', ''))], [false, true]);
  assert.deepEqual(filterIn(new URLSearchParams('result=&page=3&other=1')), {});
  assert.deepEqual(['-1', 'x', '4'].map((page) => pageIn(new URLSearchParams({ page }))), [0, 0, 4]);
});

test('a game’s number is what follows the last dash', () => {
  assert.deepEqual(['cup-17', 'my-cup-3', '3f2a90c1d4e7-1', 'cup', 'cup-x'].map(numberOf), [17, 3, 1, undefined, undefined]);
});
