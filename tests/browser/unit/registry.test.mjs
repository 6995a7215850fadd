// Every game has its module on the page, whole: this walks the registry of referee/web/page/games and names what is missing.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kGames } from '../../../referee/web/page/games/index.js';

const kPage = new URL('../../../referee/web/page/', import.meta.url);
const kBots = new URL('../../../bots/', import.meta.url);
const kProto = new URL('../../../proto/quiver/v1/move.proto', import.meta.url);
const read = (path) => readFileSync(new URL(path, kPage), 'utf8');

/** What a module must have, and of which type; games/index.js says what each means. */
const kMembers = {
  name: 'string', title: 'string', rules: 'string', bots: 'object', strengths: 'object', boards: 'array', boardsForFour: 'array',
  after: 'function', hasWon: 'function', eliminationRemovesPieces: 'boolean',
  shapeName: 'function', cellName: 'function', moveInWords: 'function', countInWords: 'function', positionTable: 'function', seatNotes: 'function',
  geometry: 'function', coordinates: 'function', ground: 'function', paint: 'function', canFlip: 'boolean', seenFromAbove: 'function',
  overlay: 'object or null', choosing: 'object',
};
const kOfChoosing = { query: 'function', prompt: 'function', options: 'function', keys: 'object', keyHelp: 'string', paint: 'function' };
const kOfOverlay = { name: 'string', key: 'string', title: 'string', help: 'string', of: 'function', note: 'function', seatNote: 'function' };
const kOfPlace = {
  width: 'number', height: 'number', margin: 'number', flipped: 'boolean', cells: 'array', middle: 'number', centre: 'function',
  outline: 'function', step: 'function',
};

function isOf(type, value) {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object or null') return value === null || isOf('object', value);
  // eslint-disable-next-line valid-typeof
  return typeof value === type && value !== null;
}

function missing(path, members, value) {
  return Object.entries(members).flatMap(([name, type]) => (isOf(type, value?.[name]) ? [] : [`${path}.${name} must be: ${type}`]));
}

/** An empty board of the first that visitors can choose, as emptyBoard() makes it for the picture of a game. */
function emptyPosition({ name, boards: [[, { size, rows = size, columns = size }]] }) {
  return { game: name, rows, columns, holes: [], seats: [], ply: 0, over: false, arrows: [], walls: [] };
}

for (const game of kGames) {
  test(`${game.name}: its module has every member`, () => {
    const lacks = [...missing(game.name, kMembers, game), ...missing(`${game.name}.choosing`, kOfChoosing, game.choosing),
      ...(game.overlay ? missing(`${game.name}.overlay`, kOfOverlay, game.overlay) : [])];
    assert.deepEqual(lacks, []);
    assert.ok(game.boards.length, `${game.name}.boards has no board`);
  });

  test(`${game.name}: it has a sentence and a strength for every bundled bot`, () => {
    const lists = readdirSync(kBots, { recursive: true }).filter((path) => path.endsWith('CMakeLists.txt')).map((path) => readFileSync(new URL(path, kBots), 'utf8')).join('\n');
    const programs = [...lists.matchAll(/quiver_bot_program\(([\w-]+)\s+SAYS/g)].map(([, program]) => program)
      .concat([...lists.matchAll(/^(\w+)_bot\(\w+ ([\w-]+)/gm)].map(([, name, bot]) => `${name}-${bot}`))
      .filter((program) => program.startsWith(`${game.name}-`) && !program.endsWith('-'));
    assert.deepEqual(Object.keys(game.bots).sort(), [...new Set(programs)].sort());
    assert.deepEqual(Object.keys(game.strengths), Object.keys(game.bots));
    for (const [program, strength] of Object.entries(game.strengths)) {
      assert.ok(program.startsWith(`${game.name}-`) && strength >= 1 && strength <= 5, program);
      assert.match(game.bots[program], /\.$/);
    }
  });

  test(`${game.name}: its geometry has every member, and its cells lie inside the drawing`, () => {
    const position = emptyPosition(game);
    for (const options of [{}, { flipped: true }, { small: true }]) {
      const place = game.geometry(position, options);
      assert.deepEqual(missing(`${game.name}.geometry()`, kOfPlace, place), []);
      for (const cell of place.cells) {
        const [x, y] = place.centre(cell);
        assert.ok(x > 0 && y > 0 && x < place.width && y < place.height, `${game.name}: cell ${cell} is at ${x}, ${y}`);
        assert.match(place.outline(cell), /^M/);
      }
      for (const label of game.coordinates(place)) assert.deepEqual(missing(`${game.name}.coordinates()`, { x: 'number', y: 'number', text: 'string' }, label), []);
    }
  });

  test(`${game.name}: arrow keys reach every cell from the middle`, () => {
    const place = game.geometry(emptyPosition(game), {});
    const reached = new Set([place.middle]);
    for (const cell of reached) {
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const next = place.step(cell, down, right);
        if (next !== undefined) reached.add(next);
      }
    }
    assert.equal(reached.size, place.cells.length);
  });

  test(`${game.name}: it has styles, and the page loads them`, () => {
    assert.ok(existsSync(new URL(`games/${game.name}.css`, kPage)), `games/${game.name}.css`);
    assert.ok(read('games/styles.css').includes(`@import "${game.name}.css";`), `games/styles.css does not import ${game.name}.css`);
  });

  test(`${game.name}: games of it are compared with the program, move by move and as they are drawn`, () => {
    const fixtures = readdirSync(new URL('fixtures/', import.meta.url));
    assert.ok(fixtures.some((file) => file.startsWith(`${game.name}_`)), `make_fixtures.mjs has no game of ${game.name}`);
    const replayed = readFileSync(new URL('../replay.test.mjs', import.meta.url), 'utf8');
    assert.ok(replayed.includes(`'${game.name}', [`), `replay.test.mjs has no board of ${game.name}`);
  });

  test(`${game.name}: its letters are those of its options, and not of the board's own keys`, () => {
    for (const [key, sentence] of Object.entries(game.choosing.keys)) {
      assert.match(key, /^[a-z]$/);
      assert.ok(!['n', 'p', 'f', game.overlay?.key].includes(key), `${game.name}: the key ${key} has a meaning already`);
      assert.match(sentence, /\.$/);
      assert.match(game.choosing.keyHelp, new RegExp(`\\b${key}\\b`));
    }
  });
}

test('no two games have the same name', () => {
  assert.equal(new Set(kGames.map(({ name }) => name)).size, kGames.length);
});

test('the page knows the games of the program, and no others', () => {
  const [, cases] = /oneof game \{([^}]*)\}/.exec(readFileSync(kProto, 'utf8'));
  const games = [...cases.matchAll(/\w+ (\w+) = \d+;/g)].map(([, name]) => name);
  assert.ok(games.length >= 3, 'the cases of Move');
  const known = kGames.map(({ name }) => name);
  assert.deepEqual(games.filter((name) => !known.includes(name)), [], 'games without a module in referee/web/page/games');
  assert.deepEqual(known.filter((name) => !games.includes(name)), [], 'modules of games that the program does not have');
});

test('no other file of the page names a game', () => {
  const own = (path) => path === 'games/index.js' || path === 'games/styles.css' || kGames.some(({ name }) => path.startsWith(`games/${name}`));
  const files = readdirSync(kPage, { recursive: true }).filter((path) => /\.(js|css|html)$/.test(path) && !own(path));
  assert.ok(files.length > 20);
  const named = files.flatMap((path) => kGames.filter(({ name, title }) => new RegExp(`\\b(${name}|${title})\\b`, 'i').test(read(path))).map(({ name }) => `${path} names ${name}`));
  assert.deepEqual(named, []);
});
