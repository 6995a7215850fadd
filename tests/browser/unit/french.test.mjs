// What the page says in a French browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.defineProperty(globalThis, 'navigator', { value: { languages: ['fr-FR', 'en'] }, configurable: true });
const { language, locale } = await import('../../../referee/web/page/text/index.js');
const { clockText, durationText, outInWords, resultInWords, scoreText, timeControlText } = await import('../../../referee/web/page/words.js');
const { stepInWords, positionInWords } = await import('../../../referee/web/page/games/in_words.js');

test('the language is the browser’s', () => {
  assert.deepEqual([language, locale], ['fr', 'fr-FR']);
});

test('results', () => {
  const seats = [{ name: 'ann', place: 1 }, { name: 'bob', place: 2 }];
  assert.equal(resultInWords({ seats, winner: 0, end: 'PLAYED_OUT' }), 'ann a battu bob');
  assert.equal(resultInWords({ seats: [seats[0], { ...seats[1], reason: 'TIMEOUT' }], winner: 0, end: 'FORFEIT' }), 'ann a gagné\u00a0: bob a dépassé son temps');
  assert.equal(resultInWords({ seats, end: 'PLAYED_OUT' }), 'Partie nulle entre ann et bob');
  const out = { name: 'x', reason: 'BLOCKED' };
  assert.equal(resultInWords({ seats: [seats[0], out, out, out], winner: 0, end: 'PLAYED_OUT' }), 'ann a gagné\u00a0: les autres ne pouvaient plus jouer');
});

test('the referee’s English sentences are not read out in French', () => {
  assert.equal(outInWords({ seat: 0, reason: 'TIMEOUT', detail: 'its 6th move took more than 1.0 s of 1.0 s' }, ['bob']), 'bob est hors jeu\u00a0: a dépassé son temps');
});

test('times and scores', () => {
  assert.deepEqual([940, 65000].map(clockText), ['0,9', '1:05']);
  assert.deepEqual([12.4, 3400, 125000].map((millis) => durationText(millis)), ['12\u00a0ms', '3,4\u00a0s', '2\u00a0min 5\u00a0s']);
  assert.equal(timeControlText({ bankMicros: '10000000', incrementMicros: '100000' }), '10\u00a0s + 100\u00a0ms par coup');
  assert.deepEqual([-1.5, 1234.4].map(scoreText), ['−1,50', '+1\u202f234']);
});

test('moves and positions', () => {
  const position = { game: 'amazons', rows: 10, columns: 10, ply: 1, toMove: 1, arrows: [36], seats: [] };
  const step = { seat: 0, move: { amazons: { from: 93, to: 33, arrow: 36 } }, outs: [] };
  assert.equal(stepInWords(step, ['ann', 'bob'], position), 'ann va de d1 en d7 et tire en g7');
  assert.equal(positionInWords(position, ['ann', 'bob']), 'Amazones, 10 sur 10, après 1 coup, 1 flèche sur le plateau. C’est à bob de jouer.');
});
