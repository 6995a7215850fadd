// Games for screenshots: strong bots play them first, then they are replayed as live games that stop at a chosen move.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { played } from './records.mjs';
import { kQuiver } from './referee.mjs';
import { until } from './until.mjs';

/** [names, game, board, bots, the move at which it stops] */
export const kGames = [
  [['Ada', 'Boris'], 'amazons', ['--board', 'donut', '--size', '12'], ['mcts', 'alphabeta'], 26],
  [['Pascal', 'Fermat'], 'quoridor', ['--size', '9'], ['minimax', 'minimax'], 28],
  [['Red-Baron', 'Snoopy'], 'connect4', [], ['minimax --depth 7', 'minimax'], 21],
  [['Hein', 'Nash'], 'hex', [], ['mcts move-time=5s --nodes 2000', 'mcts move-time=5s --nodes 2000'], 17],
  [['North', 'East', 'South', 'West'], 'amazons', ['--size', '10', '--seats', '4'], ['alphabeta', 'mcts', 'territory', 'mcts'], 34],
  [['Hypatia', 'Euclid'], 'amazons', ['--board', 'clover', '--size', '10'], ['mcts', 'alphabeta'], 24],
  [['Lovelace', 'Babbage'], 'amazons', ['--board', 'eight', '--size', '12'], ['alphabeta', 'mcts'], 30],
  [['Kasparov', 'Deep-Thought'], 'amazons', ['--size', '10', '--start', 'classic'], ['mcts', 'mcts'], 38],
  [['Euler', 'Milnor', 'Conway', 'Gale'], 'quoridor', ['--size', '9', '--seats', '4'], ['minimax', 'shortest-path', 'minimax', 'shortest-path'], 30],
  [['Sprague', 'Grundy'], 'connect4', ['--rows', '8', '--cols', '9'], ['minimax --depth 6', 'minimax'], 30],
];

const kThinking = ['--move-time', '200ms'];
const said = ({ info }) => (info ? [`info score ${info.score ?? 0} depth ${info.depth ?? 0} ${info.text}`] : []);

/** Words for --bot: each with its own name. */
const bots = (names, kinds) => kinds.flatMap((kind, seat) => ['--bot', kind.replace(/^\S+/, `$& name=${names[seat]}`)]);

function order(address, tokenFile, words) {
  const child = spawn(kQuiver, ['order', '--connect', address, '--token-file', tokenFile, ...words], { stdio: 'ignore' });
  return new Promise((resolve) => { child.on('close', resolve); });
}

/** Starts a daemon with these games, each stopped at its move, and results of others; returns it with the ids by first name. */
export async function exhibition(stage) {
  const shows = kGames.map(([names, game, board, kinds, wanted]) => {
    const record = played(game, [...board, ...bots(names, kinds), ...kThinking]);
    const actors = names.map((name, seat) => stage.pacedBot({ name, title: kinds[seat].replace(/ .*/, '') }));
    const stop = Math.min(wanted, record.moves.length - 1);
    record.moves.slice(0, stop).forEach((move) => actors[move.seat].say(...said(move), `play ${move.notation}`));
    return { names, game, board, actors, stop };
  });
  const offers = shows.flatMap(({ names, actors }) => names.map((name, seat) => `${name}=${actors[seat].spec.replace(/ name=\S+/, '')}`));
  const strong = ['Turing=amazons-mcts', 'Shannon=amazons-alphabeta', 'Zermelo=connect4-minimax', 'Tarrasch=connect4-minimax --depth 6', 'Dijkstra=quoridor-shortest-path',
    'Bellman=quoridor-minimax'];
  const tokens = join(stage.folder, 'tokens');
  writeFileSync(tokens, `chief ${'c'.repeat(32)} admin\n`);
  writeFileSync(join(stage.folder, 'chief'), `${'c'.repeat(32)}\n`);
  const referee = await stage.referee(['serve', '--tokens', tokens, '--isolate', 'off', '--offer', ...offers, ...strong, '--quiet']);
  const [, address] = /listening on (\S+)/.exec(referee.said);
  const ask = (words) => order(address, join(stage.folder, 'chief'), words);
  for (const [names, words] of [[['Zermelo', 'Tarrasch'], ['connect4', '--games', '3', '--swap']], [['Dijkstra', 'Bellman'], ['quoridor', '--games', '2', '--swap', '--move-time', '50ms']],
    [['Turing', 'Shannon'], ['amazons', '--size', '8', '--games', '2', '--swap', '--move-time', '50ms']]]) {
    await ask([...words, ...names.flatMap((name) => ['--bot', name])]);
  }
  for (const { names, game, board } of shows) {
    ask([game, ...board, ...names.flatMap((name) => ['--bot', name]), '--clock', '10m', '--max-move-time', '10m']);
    // One after the other, so that they are listed in this order.
    await until(names[0], async () => (await referee.get('/api/v1/lobby')).games.some((each) => each.names[0] === names[0]));
  }
  await until('all games to stand', async () => {
    const { games } = await referee.get('/api/v1/lobby');
    return shows.every(({ names, stop }) => games.some((each) => each.names[0] === names[0] && each.position.ply >= stop));
  });
  const { games } = await referee.get('/api/v1/lobby');
  return { referee, ids: Object.fromEntries(games.map(({ names: [first], id }) => [first, id])) };
}
