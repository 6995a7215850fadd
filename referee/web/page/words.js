// What the page says in words: reasons, moves, results, times. Pure.
import { cellName } from './cells.js';

const kGameNames = { amazons: 'Amazons', quoridor: 'Quoridor', connect4: 'Connect Four' };

const kReasons = {
  ILLEGAL_MOVE: 'made an illegal move',
  TIMEOUT: 'ran out of time',
  CRASHED: 'crashed',
  NOT_READY: 'was not ready in time',
  DISCONNECTED: 'lost its connection',
  PROTOCOL_ERROR: 'broke the protocol',
  RESOURCE_LIMIT: 'went over its limits',
  RESIGNED: 'resigned',
  BLOCKED: 'could not move',
};

export const kFaults = {
  ILLEGAL_MOVE: 'illegal move',
  TIMEOUT: 'out of time',
  CRASHED: 'crash',
  NOT_READY: 'not ready',
  DISCONNECTED: 'disconnected',
  PROTOCOL_ERROR: 'broke the protocol',
  RESOURCE_LIMIT: 'over its limits',
  RESIGNED: 'resigned',
  BLOCKED: 'could not move',
};

export const kLetters = ['A', 'B', 'C', 'D'];

export function gameName(game) {
  return kGameNames[game] ?? game;
}

function reasonInWords(reason) {
  return kReasons[reason] ?? 'is out';
}

export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "ann, bob and eve". */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Details that add nothing to their reason. */
const kSaidAlready = new Set(['it cannot move', 'it resigned', 'its clock ran out']);

/** "moved illegally: NO_PIECE: …". */
export function whyOut({ reason, detail }) {
  return reasonInWords(reason) + (detail && !kSaidAlready.has(detail) ? `: ${detail}` : '');
}

/** "bob is out: ran out of time: its clock ran out". */
function outInWords(out, names) {
  return `${names[out.seat]} is out: ${whyOut(out)}`;
}

function moveInWords({ move, cell }, board) {
  const name = (vertex) => cellName(vertex, board);
  if (move.amazons) return `moves ${name(move.amazons.from)} to ${name(move.amazons.to)}, shoots ${name(move.amazons.arrow)}`;
  if (move.connect4) return `drops into column ${move.connect4.column + 1}${cell === undefined ? '' : `, on ${name(cell)}`}`;
  const { kind, cell: at } = move.quoridor;
  if (kind === 'PAWN') return `steps to ${name(at)}`;
  return `puts a ${kind === 'HORIZONTAL_WALL' ? 'horizontal' : 'vertical'} wall at ${name(at)}`;
}

/** A step as a sentence or two, for those who listen. `board` has rows and columns. */
export function stepInWords(step, names, board) {
  const moved = step.move ? [`${names[step.seat]} ${moveInWords(step, board)}`] : [];
  return [...moved, ...(step.outs ?? []).map((out) => outInWords(out, names))].join('. ');
}

/** Who won and how. Takes seats with name, place and reason, as a GameSummary has them. */
export function resultInWords({ seats, winner, end }) {
  if (end === 'VOID') return 'Void: the match counts for nothing';
  const outs = seats.flatMap(({ name, reason }, seat) => (reason && seat !== winner ? [`${name} ${reasonInWords(reason)}`] : []));
  if (winner === undefined) return outs.length ? `A draw: ${listed(outs)}` : `A draw between ${listed(seats.map(({ name }) => name))}`;
  const others = seats.filter((_, seat) => seat !== winner);
  const alike = others.length > 1 && others.every(({ reason }) => reason && reason === others[0].reason);
  if (alike) return `${seats[winner].name} won: the others ${reasonInWords(others[0].reason)}`;
  if (outs.length) return `${seats[winner].name} won: ${listed(outs)}`;
  return `${seats[winner].name} beat ${listed(seats.flatMap(({ name }, seat) => (seat === winner ? [] : [name])))}`;
}

/** A clock: 1:05, or 9.4 below ten seconds; never below nought. */
export function clockText(millis) {
  const left = Math.max(0, millis);
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const pad = (number) => String(number).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** A time that was taken: 12 ms, 3.4 s, 2 min 5 s. */
export function durationText(millis) {
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < 60000) return `${(millis / 1000).toFixed(1)} s`;
  const seconds = Math.round(millis / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

export function timeControlText({ moveMicros, bankMicros, incrementMicros } = {}) {
  const seconds = (micros) => durationText(Number(micros) / 1000).replace('.0 s', ' s');
  const parts = [];
  if (bankMicros !== undefined) {
    parts.push(seconds(bankMicros) + (Number(incrementMicros) ? ` + ${seconds(incrementMicros)} a move` : ''));
  }
  if (moveMicros !== undefined) parts.push(`${seconds(moveMicros)} a move`);
  return parts.join(', at most ');
}

export function scoreText(score) {
  const size = Math.abs(score);
  const text = size >= 1e9 ? size.toExponential(1) : size >= 1000 ? Math.round(size).toLocaleString('en') : size.toFixed(2);
  return (score > 0 ? '+' : score < 0 ? '−' : '') + text;
}

/** A point of a table: 3, 3½. */
export function pointsText(points) {
  const whole = Math.floor(points);
  if (points - whole === 0.5) return `${whole || ''}½`;
  return points === whole ? String(whole) : points.toFixed(2);
}

export function eloText(elo) {
  const rounded = Math.round(elo);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** What a position is like, briefly, for those who cannot see the board. */
export function positionInWords(position, names) {
  const { game, rows, columns, ply } = position;
  const turn = position.over ? 'The game is over.' : position.toMove === undefined ? '' : `${names[position.toMove]} is to move.`;
  const counts = {
    amazons: () => plural(position.arrows.length, 'arrow'),
    quoridor: () => plural(position.walls.length, 'wall'),
    connect4: () => plural(position.seats.reduce((sum, seat) => sum + seat.pieces.length, 0), 'disc'),
  }[game]();
  return `${gameName(game)}, ${rows} by ${columns}, after ${plural(ply, 'move')}, ${counts} on the board. ${turn}`;
}
