// Which game the wall screen shows, and the lobby as it is kept from what the referee sends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interest, mostInteresting, openness, standingOf } from '../../../referee/web/page/live/interest.js';
import { lobbyOf, nextGame, withLobbyChange } from '../../../referee/web/page/live/lobby_state.js';
import { rematchOf, rememberTable } from '../../../referee/web/page/live/own_seats.js';

const row = (id, names, ply = 0) => ({ id, names, game: 'connect4', board: 'rectangle', state: { ply, leftMillis: [] } });
const kPlaces = new Map([['first', 0], ['second', 1], ['last', 9]]);

test('players at the top of the standings count, unknown ones do not', () => {
  assert.equal(standingOf(['first', 'first'], kPlaces, 10), 1);
  assert.ok(standingOf(['first', 'second'], kPlaces, 10) > standingOf(['first', 'last'], kPlaces, 10));
  assert.equal(standingOf(['x', 'y'], kPlaces, 10), 0);
});

test('an evaluation is compared with what the bot usually reports', () => {
  assert.ok(openness(10, 1000) > openness(10, 1));
  assert.equal(openness(0, 5), 1);
  assert.equal(openness(undefined, 5), openness(3, undefined));
});

test('of two games the one of the better players, the more open one, the one nearer to its end', () => {
  const interest = new Interest();
  interest.results([{ game: 'connect4', board: 'rectangle', plies: 40 }]);
  const best = (rows, games = new Map()) => mostInteresting(rows, (one) => interest.of(one, games.get(one.id), kPlaces, 10))?.row.id;
  assert.equal(best([row('a', ['last', 'x']), row('b', ['first', 'second'])]), 'b');
  assert.equal(best([row('a', ['x', 'y'], 5), row('b', ['x', 'y'], 35)]), 'b');
  assert.equal(best([row('a', ['x', 'y']), row('b', ['x', 'y'])]), 'a', 'of equals the first');
  const game = (id, score) => [id, { names: ['x', 'y'], last: { seat: 0, info: { score } } }];
  for (const size of [90, 100, 110]) interest.note(game('', size)[1]);
  assert.equal(best([row('a', ['x', 'y']), row('b', ['x', 'y'])], new Map([game('a', 500), game('b', 1)])), 'b');
  assert.equal(mostInteresting([row('a', [])], () => 1, 'a'), undefined, 'nothing else goes on');
});

test('what it remembers is bounded', () => {
  const interest = new Interest();
  for (let at = 0; at < 2000; ++at) interest.note({ names: [`bot-${at}`], last: { seat: 0, info: { score: at } } });
  for (let at = 0; at < 2000; ++at) interest.note({ names: ['same'], last: { seat: 0, info: { score: at } } });
  assert.ok(interest.scores.size <= 300 && interest.scores.get('same').length <= 30);
});

const kLobby = { numGames: 2, spectators: 1, games: [{ id: 'a' }], rows: [row('a', ['ann', 'bob']), row('b', ['ann', 'eve'])], recent: [{ id: 'x' }], competitors: [] };
const kNothing = { numGames: 2, spectators: 1, games: [], gone: [], recent: [], rows: [], rowChanges: [], rowsGone: [] };

test('a lobby is changed, and what has not changed stays the same', () => {
  const before = lobbyOf(kLobby);
  const now = withLobbyChange(before, { ...kNothing, rows: [row('c', ['x', 'y'])], rowsGone: ['a'], gone: ['a'], rowChanges: [{ id: 'b', state: { ply: 3, leftMillis: [1, 2] } }, { id: 'nobody', state: {} }] });
  assert.deepEqual([...now.rows.keys()], ['b', 'c']);
  assert.deepEqual([now.rows.get('b').state.ply, now.games.size, before.rows.size], [3, 0, 2]);
  assert.ok(now.recent === before.recent && now.competitors === before.competitors);
  const ended = withLobbyChange(now, { ...kNothing, recent: [{ id: 'y' }, { id: 'x' }] });
  assert.deepEqual(ended.recent.map(({ id }) => id), ['y', 'x']);
});

test('after a game comes one with the same players, else the latest', () => {
  const lobby = lobbyOf({ ...kLobby, rows: [row('a', ['ann', 'bob']), row('b', ['ann', 'eve']), row('c', ['x', 'y'])] });
  assert.equal(nextGame(lobby, 'a', ['ann', 'bob']).id, 'b');
  assert.equal(nextGame(lobby, 'z', ['nobody']).id, 'c');
  assert.equal(nextGame(lobbyOf({ ...kLobby, rows: [row('a', [])] }), 'a', []), undefined);
});

test('a rematch is the same game with the sides exchanged, for whoever asked for the first one', () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  rememberTable('t1', { game: 'hex', seats: ['me', 'mcts'], name: 'ann' });
  assert.deepEqual(rematchOf('t1'), { game: 'hex', seats: ['mcts', 'me'], name: 'ann' });
  assert.equal(rematchOf('t2'), undefined);
  delete globalThis.localStorage;
});
