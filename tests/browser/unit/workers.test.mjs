// What the view of workers computes: times, p-values, and the queue in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftText, probabilityText } from '../../../referee/web/page/views/workers.js';
import { workersText } from '../../../referee/web/page/views/workers_text.js';

test('how long something will take', () => {
  assert.deepEqual([0.2, 59, 60, 3599, 3600, 12000, 36000, 200000].map(leftText),
    ['1 s', '59 s', '1 min', '1 h', '1 h', '3 h 20 min', '10 h', '2 days']);
});

test('the queue of work in words', () => {
  assert.equal(workersText.en.units(1200, 1, 2), '1,200 units wait, 1 is being played, 2 wait to be stored');
  assert.equal(workersText.en.units(1, 4, 1), '1 unit waits, 4 are being played, 1 waits to be stored');
  assert.equal(workersText.fr.units(1, 4, 1), '1 lot attend, 4 se jouent, 1 attend l’enregistrement');
});

test('the p-value of a worker', () => {
  assert.deepEqual([undefined, { p: 0.4321 }, { p: 0.00001 }, { p: 0.001 }].map(probabilityText), ['–', '0.432', '< 0.001', '0.001']);
});
