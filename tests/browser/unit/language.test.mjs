// The page speaks English and French: the tables have the same keys, no text stands outside of them, and plurals are right.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { amazonsText } from '../../../referee/web/page/games/amazons_text.js';
import { connect4Text } from '../../../referee/web/page/games/connect4_text.js';
import { hexText } from '../../../referee/web/page/games/hex_text.js';
import { kGames } from '../../../referee/web/page/games/index.js';
import { quoridorText } from '../../../referee/web/page/games/quoridor_text.js';
import { chosenLanguage, kTables } from '../../../referee/web/page/text/index.js';
import { bracketText } from '../../../referee/web/page/views/bracket_text.js';
import { neighboursText } from '../../../referee/web/page/views/neighbours_text.js';
import { seatText } from '../../../referee/web/page/views/seat_text.js';
import { botText } from '../../../referee/web/page/views/bot_text.js';
import { teamsText } from '../../../referee/web/page/views/teams/teams_text.js';
import { workersText } from '../../../referee/web/page/views/workers_text.js';
import { kPage, literals, scripts } from './page_sources.mjs';

const kAll = { page: kTables, amazons: amazonsText, connect4: connect4Text, hex: hexText, quoridor: quoridorText, teams: teamsText, workers: workersText, bracket: bracketText, bot: botText, neighbours: neighboursText, seat: seatText };

/** What a value is, so that two languages can be compared: a sentence, a function of so many values, a list of them. */
function shape(value) {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)]));
  return typeof value;
}

for (const [name, { en, fr }] of Object.entries(kAll)) {
  test(`${name}: every text is there in both languages`, () => {
    assert.deepEqual(shape(fr), shape(en));
    const empty = (table, path = '') => Object.entries(table).flatMap(([key, value]) => (value === '' ? [`${path}${key}`]
      : typeof value === 'object' ? empty(value, `${path}${key}.`) : []));
    assert.deepEqual([...empty(en), ...empty(fr)], []);
  });
}

test('every game has texts', () => {
  assert.deepEqual(kGames.map(({ name }) => name).filter((name) => !kAll[name]), []);
});

test('the tables’ texts are used, and what is used is there', () => {
  const users = scripts().filter(([, source]) => /import \{[^}]*\btext\b[^}]*\} from '\.\.?\/text\/index\.js'/.test(source));
  assert.ok(users.length > 20);
  const used = new Set(users.flatMap(([, source]) => [...source.matchAll(/(?<![\w'-]|\w\.)text\.(\w+)/g)].map(([, key]) => key)));
  const markup = readFileSync(new URL('index.html', kPage), 'utf8');
  for (const [, key] of markup.matchAll(/data-(?:text|label)="(\w+)"/g)) used.add(key);
  assert.deepEqual([...used].filter((key) => !Object.hasOwn(kTables.en, key)), [], 'no such text');
  assert.deepEqual(Object.keys(kTables.en).filter((key) => !used.has(key) && key !== 'name'), [], 'never used');
});

test('the teams’ texts are used, and what is used is there', () => {
  const used = new Set(scripts().filter(([path]) => path.startsWith('views/')).flatMap(([, source]) => [...source.matchAll(/(?<![\w'-]|\w\.)words\.(\w+)/g)].map(([, key]) => key)));
  assert.deepEqual(Object.keys(teamsText.en).filter((key) => !used.has(key)), [], 'never used');
});

// Strings that look like text and are none: keys, headers, commands, what the referee says, and what only developers read.
const kNoText = ['Enter', 'Escape', 'Home', 'End', 'Content-Type', 'Quiver-Request', 'Arrow', 'style attributes are refused', 'The page has no module for the game ',
  'quiver tournament ', 'quiver work ', ' --name my-bot', 'it cannot move', 'it resigned', '…'];
const kClass = /\bclass: (?:[^'`?,]*\? )?(?:'[^']*'(?: : '[^']*')?|`(?:[^`$]|\$\{[^}]*\})*`)/g;
const kLetter = 'A-Za-zÀ-ÖØ-öø-ÿ’';

/** Begins with a capital letter, or has two words beside each other that are no selector, or a letter that English has not. */
const looksLikeText = (string) => /^\s*[A-ZÀ-Ý][a-zà-öø-ÿ’]/.test(string) || /[À-ÖØ-öø-ÿ’…]/.test(string)
  || (new RegExp(`[${kLetter}]{2,},? [${kLetter}]{2,}`).test(string) && !/[[\]=#<>{}()/]/.test(string));

test('no script has text outside of the tables', () => {
  const loose = scripts().filter(([path]) => !path.startsWith('text/') && !path.endsWith('_text.js')).flatMap(([path, source]) => literals(source.replace(kClass, ''))
    .filter((string) => looksLikeText(string) && !kNoText.some((one) => string.startsWith(one))).map((string) => `${path}: ${string}`));
  assert.deepEqual(loose, []);
});

test('the strings of a script are found, and comments are not', () => {
  const source = "a('One two'); // 'no text'\n/* `nor this` */ b(`x ${c(`inner ${1} end`, { d: 'Deep' })} y`);";
  assert.deepEqual(literals(source), ['One two', 'x ', 'inner ', ' end', 'Deep', ' y']);
  assert.ok(looksLikeText('Reload') && looksLikeText('out of time') && !looksLikeText('div.page-head') && !looksLikeText('button.primary'));
});

test('the visitor’s own choice comes first, then the browser’s languages, then English', () => {
  assert.equal(chosenLanguage(null, ['fr-CA', 'en']), 'fr');
  assert.equal(chosenLanguage(null, ['de', 'en-GB', 'fr']), 'en');
  assert.equal(chosenLanguage('fr', ['en']), 'fr');
  assert.equal(chosenLanguage('xx', ['de']), 'en');
  assert.equal(chosenLanguage('constructor', []), 'en');
});

test('plurals: in French 0 and 1 are singular, in English only 1 is', () => {
  const { en, fr } = kTables;
  assert.deepEqual([0, 1, 2].map(en.numGames), ['0 games', '1 game', '2 games']);
  assert.deepEqual([0, 1, 2].map(fr.numGames), ['0 partie', '1 partie', '2 parties']);
  assert.deepEqual([0, 1, 5].map(fr.newMoves), ['0 nouveau coup – revenir au direct', '1 nouveau coup – revenir au direct', '5 nouveaux coups – revenir au direct']);
  assert.deepEqual([1, 12].map(quoridorText.fr.wallsLeft), ['1 mur restant', '12 murs restants']);
});

test('numbers and lists', () => {
  const { en, fr } = kTables;
  assert.deepEqual([en.number(12345), fr.number(12345)], ['12,345', '12\u202f345']);
  assert.deepEqual([en.seconds(3.4, 1), fr.seconds(3.4, 1)], ['3.4 s', '3,4\u00a0s']);
  assert.deepEqual([en.listed(['a', 'b', 'c']), fr.listed(['a', 'b', 'c'])], ['a, b and c', 'a, b et c']);
});
