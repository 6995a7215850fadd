// Games as the web page receives them, made by the real program: `quiver board … --json` gives the position after each move.
import { execFileSync } from 'node:child_process';

function vertex(name, { rows, columns }) {
  const [, letters, number] = /^([a-z]+)(\d+)$/.exec(name);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return (rows - Number(number)) * columns + column;
}

const kMoves = {
  amazons: (notation, board) => {
    const [from, to, arrow] = notation.split(/[-/]/).map((name) => vertex(name, board));
    return { amazons: { from, to, arrow } };
  },
  quoridor: (notation, board) => {
    const [, cell, wall] = /^([a-z]+\d+)([hv]?)$/.exec(notation);
    const kind = { '': 'PAWN', h: 'HORIZONTAL_WALL', v: 'VERTICAL_WALL' }[wall];
    return { quoridor: { kind, cell: vertex(cell, board) } };
  },
  connect4: (notation) => ({ connect4: { column: Number(notation) - 1 } }),
  hex: (notation, board) => ({ hex: notation === 'swap' ? { cell: 0, swap: true } : { cell: vertex(notation, board), swap: false } }),
};

/** Whether a move does not say itself where the piece comes to lie. */
const dropsSomewhere = ({ connect4, hex }) => connect4 !== undefined || Boolean(hex?.swap);

export function board(quiver, game, options, moves) {
  return JSON.parse(execFileSync(quiver, ['board', game, ...options, '--moves', moves.join(' '), '--json'], { encoding: 'utf8' }));
}

function outs(before, now, notation) {
  return now.seats.flatMap((seat, index) => (seat.eliminated && !before.seats[index].eliminated
    ? [{ seat: index, reason: notation === `x${index}` ? 'RESIGNED' : 'BLOCKED', detail: '' }] : []));
}

/** One Step of spectator.proto: what `notation` made of the position before. */
export function step(number, notation, before, now) {
  const elimination = /^x\d$/.test(notation);
  const seat = elimination ? Number(notation[1]) : before.toMove;
  const made = { number, seat, notation, millis: 0, outs: outs(before, now, notation), ply: now.ply };
  if (!elimination) made.move = kMoves[now.game](notation, now);
  if (made.move && dropsSomewhere(made.move)) {
    made.cell = now.seats[seat].pieces.find((piece) => !before.seats[seat].pieces.includes(piece));
  }
  if (now.toMove !== undefined) made.toMove = now.toMove;
  return made;
}

/** { start, steps, positions }: the position after each number of steps, by the binary. */
export function play(quiver, game, options, moves) {
  const positions = [board(quiver, game, options, [])];
  const steps = [];
  moves.forEach((notation, number) => {
    positions.push(board(quiver, game, options, moves.slice(0, number + 1)));
    steps.push(step(number, notation, positions[number], positions[number + 1]));
  });
  return { start: positions[0], steps, positions };
}
