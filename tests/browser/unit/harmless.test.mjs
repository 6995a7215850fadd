// Text from players is shown as text: nothing in it has an effect, reorders or hides anything.
import assert from 'node:assert/strict';
import test from 'node:test';
import { harmless } from '../../../referee/web/page/harmless.js';

test('what is shown as itself stays', () => {
  for (const text of ['', 'plain ~', 'ü ß é', '日本語', 'עברית', '♟ ± … – ·', '🏆', 'two\nlines\tand a tab']) assert.equal(harmless(text), text);
});

test('controls and what reorders, separates or hides text are shown as codes', () => {
  assert.equal(harmless('a\x1b[2J\x7f\x9b'), 'a\\x1b[2J\\x7f\\u{9b}');
  assert.equal(harmless('won\u202Etsol\u2066\u061C\u200F'), 'won\\u{202e}tsol\\u{2066}\\u{61c}\\u{200f}');
  assert.equal(harmless('a\u2028b\u200Bc\u{E0041}d\uD800'), 'a\\u{2028}b\\u{200b}c\\u{e0041}d\\u{d800}');
});

test('the table is that of the referee, line ends and tabs aside', () => {
  let count = 0;
  let sum = 0;
  for (let code = 0; code < 0x110000; ++code) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const text = String.fromCodePoint(code);
    if (harmless(text) === text) continue;
    count += 1;
    sum += code;
  }
  assert.deepEqual([count, sum], [4326 - 2, 3793548850 - 9 - 10]);
});
