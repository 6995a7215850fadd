// The table that the page keeps from what the stream sends; the referee's side is tested in tests/unit/web/standings_change_test.cpp.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksScores, withChange, withScores } from '../../../referee/web/page/live/event_table.js';
import { range } from '../../../referee/web/page/views/crosstable.js';
import { robustRange } from '../../../referee/web/page/views/chart.js';
import { extended, wantedNames } from '../../../referee/web/page/views/ratings.js';
import { cutInMiddle, nameFilter } from '../../../referee/web/page/words.js';

const row = (name, more = {}) => ({ name, rank: 1, points: 0, games: 0, against: [], faults: [], ...more });
const kTable = { played: 0, planned: 9, complete: false, stopped: [], rows: [row('a'), row('b', { rank: 2 }), row('c', { rank: 3 })] };
const kNothing = { played: 1, planned: 9, complete: false, added: [], rows: [] };

test('a change makes another table, and rows that are the same stay the same', () => {
  const now = withChange(kTable, { ...kNothing, rows: [{ place: 1, points: 1, against: { against: [{ name: 'a', points: 1, games: 1 }] } }] });
  assert.equal(kTable.rows[1].points, 0);
  assert.deepEqual([now.played, now.rows[1].points, now.rows[1].against], [1, 1, [{ name: 'a', points: 1, games: 1 }]]);
  assert.ok(now.rows[0] === kTable.rows[0] && now.rows[2] === kTable.rows[2]);
  assert.equal(now.rows[1].place, undefined);
});

test('rows come, go and change places; ranks stay at their places unless the change says otherwise', () => {
  const now = withChange(kTable, { ...kNothing, added: [row('d')], order: { left: [2], from: [3, 1], to: [0, 1] }, rows: [{ place: 1, rank: 7 }] });
  assert.deepEqual(now.rows.map(({ name, rank }) => [name, rank]), [['d', 1], ['b', 7], ['a', 3]]);
});

test('a later score replaces the one against the same opponent', () => {
  const against = (points, games) => ({ ...kNothing, rows: [{ place: 0, against: { against: [{ name: 'b', points, games }] } }] });
  const now = withChange(withChange(kTable, against(1, 1)), against(1, 2));
  assert.deepEqual(now.rows[0].against, [{ name: 'b', points: 1, games: 2 }]);
});

test('scores that were read separately, and newer ones of the stream', () => {
  const streamed = { ...kTable, played: 3, rows: [row('a', { games: 3, against: [{ name: 'b', points: 2, games: 2 }] }), row('b', { games: 2 }), row('c', { games: 1 })] };
  assert.ok(lacksScores(streamed));
  const read = { rows: [row('a', { against: [{ name: 'b', points: 1, games: 1 }, { name: 'c', points: 1, games: 1 }] }), row('b', { against: [{ name: 'a', points: 0, games: 1 }] })] };
  const now = withScores(streamed, read);
  assert.deepEqual(now.rows[0].against, [{ name: 'b', points: 2, games: 2 }, { name: 'c', points: 1, games: 1 }]);
  assert.deepEqual(now.rows[1].against, [{ name: 'a', points: 0, games: 1 }]);
});

test('of a large crosstable only what is on the screen is drawn', () => {
  assert.deepEqual(range(0, 520, 26, 300), [0, 36]);
  const [first, last] = range(26 * 100, 520, 26, 300);
  assert.ok(first <= 100 && first >= 80 && last >= 120 && last <= 140, `${first} to ${last}`);
  assert.deepEqual(range(26 * 290, 520, 26, 300)[1], 300);
  assert.deepEqual(range(5000, 520, 26, 3), [3, 3]);
  assert.deepEqual(range(26 * 102, 520, 26, 300), range(26 * 103, 520, 26, 300), 'little scrolling draws nothing');
});

test('the first ratings, which are far off, do not flatten the chart; where a line ends is always inside', () => {
  const points = [{ elo: 3000 }, ...Array.from({ length: 98 }, (_, at) => ({ elo: 1000 + at })), { elo: 1200 }];
  const [low, high] = robustRange([{ points }]);
  assert.ok(low > 900 && high < 1300 && high >= 1200, `${low} to ${high}`);
  assert.deepEqual(robustRange([{ points: [{ elo: 0 }] }]), [-25, 25]);
});

test('a line goes on with the table, once for each change', () => {
  const line = { points: [{ after: 3, elo: 10, low: 0, high: 20 }] };
  assert.equal(extended(line, { elo: 12, eloLow: 1, eloHigh: 22 }, 3), false, 'the ratings have that game already');
  assert.equal(extended(line, { elo: 10, eloLow: 0, eloHigh: 20 }, 4), false);
  assert.equal(extended(line, { elo: 12, eloLow: 1, eloHigh: 22 }, 5), true);
  assert.deepEqual(line.points.at(-1), { after: 5, elo: 12, low: 1, high: 22 });
  for (let after = 6; after < 1000; ++after) extended(line, { elo: after }, after);
  assert.ok(line.points.length <= 241 && line.points.at(-1).after === 999);
});

test('the chart has the best of the table and the pinned ones', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => row(name));
  assert.deepEqual(wantedNames(rows, 2, new Set(['d', 'gone'])), ['a', 'b', 'd']);
});

test('a name is found as people type it', () => {
  const matches = nameFilter(' EQUIPE ');
  assert.deepEqual(['Équipe-4', 'my-equipe', 'other'].map(matches), [true, true, false]);
  assert.ok(nameFilter('')('any'));
});

test('a long name loses its middle', () => {
  assert.equal(cutInMiddle('a-bot-with-a-long-name-v12', 12), 'a-bot-…e-v12');
  assert.equal(cutInMiddle('short', 12), 'short');
  assert.equal([...cutInMiddle('😀'.repeat(30), 10)].length, 10);
});
