// Makes fixtures/*.json again: node make_fixtures.mjs PATH_TO_QUIVER
import { mkdirSync, writeFileSync } from 'node:fs';
import { play } from './games.mjs';

const kGames = {
  amazons_blocked: ['amazons', ['--size', '5'],
    'a4-a5/a4 a2-a3/b3 a5-b4/d4 e2-c4/c5 e4-e3/e4 d1-e2/e1 d5-e5/d5 e2-d3/e2 b5-a5/b5 c4-c1/b2 e3-d2/c2 c1-d1/c1 ' +
    'd2-c3/d2 b1-a2/b1 b4-c4/b4 a2-a1/a2'],
  amazons_four: ['amazons', ['--seats', '4'],
    'b10-a10/c10 j2-j3/j2 g1-g8/g5 a2-a3/b3 x1 i10-i6/h7 i1-c7/c5 x0 x3'],
  amazons_eight: ['amazons', ['--board', 'eight', '--size', '12'],
    'a11-c9/e11 k1-k11/k7 a8-a6/a7 a5-d8/c8 e12-d12/b10 b1-b5/a5 h12-g12/d9 l5-l7/k8 c9-d10/e9'],
  quoridor_out: ['quoridor', [], 'e2 e8 e3h d6v f2 e7 x0'],
  quoridor_goal: ['quoridor', ['--size', '5'], 'c2 d4h c3 c4 b3 d2v b4 c3 b5'],
  quoridor_four: ['quoridor', ['--seats', '4', '--start', 'placed'], 'd1 a5 e9 i5 e2h x1 e8 h5 d2 x3'],
  connect4_line: ['connect4', [], '4 4 3 3 5 5 2'],
  connect4_out: ['connect4', ['--rows', '5', '--cols', '6', '--line', '3'], '1 2 1 2 6 x1'],
  hex_swap: ['hex', ['--size', '4'], 'b3 swap b2 c3 b3 b1 a4 d1 c1'],
  hex_out: ['hex', ['--size', '5', '--swap-rule', 'off'], 'c3 b3 d2 x0'],
};

const folder = new URL('fixtures/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, [game, options, moves]] of Object.entries(kGames)) {
  const lines = Object.entries(play(process.argv[2], game, options, moves.split(' '))).map(([key, value]) =>
    `"${key}": ${Array.isArray(value) ? `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]` : JSON.stringify(value)}`);
  writeFileSync(new URL(`${name}.json`, folder), `{${lines.join(',\n')}}\n`);
}
