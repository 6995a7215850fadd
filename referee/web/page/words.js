// What the page says in words: reasons, results, times, scores. Pure.

const kReasons = {
  ILLEGAL_MOVE: 'made an illegal move',
  TIMEOUT: 'ran out of time',
  CRASHED: 'crashed',
  NOT_READY: 'was not ready in time',
  DISCONNECTED: 'lost its connection',
  PROTOCOL_ERROR: 'broke the protocol',
  RESOURCE_LIMIT: 'exceeded its limits',
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
  RESOURCE_LIMIT: 'exceeded its limits',
  RESIGNED: 'resigned',
  BLOCKED: 'could not move',
};

export const kLetters = ['A', 'B', 'C', 'D'];

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
const kRedundant = new Set(['it cannot move', 'it resigned']);

/** "made an illegal move: NO_PIECE: …". */
export function whyOut({ reason, detail }) {
  return reasonInWords(reason) + (detail && !kRedundant.has(detail) ? `: ${detail}` : '');
}

/** "bob is out: ran out of time: its 6th move took more than 1.0 s of 1.0 s". */
export function outInWords(out, names) {
  return `${names[out.seat]} is out: ${whyOut(out)}`;
}

/** Who won and how. Takes seats with name, place and reason, as a GameSummary has them. */
export function resultInWords({ seats, winner, end }) {
  if (end === 'VOID') return 'Void: the match does not count';
  const outs = seats.flatMap(({ name, reason }, seat) => (reason && seat !== winner ? [`${name} ${reasonInWords(reason)}`] : []));
  if (winner === undefined) return outs.length ? `A draw: ${listed(outs)}` : `A draw between ${listed(seats.map(({ name }) => name))}`;
  const others = seats.filter((_, seat) => seat !== winner);
  const alike = others.length > 1 && others.every(({ reason }) => reason && reason === others[0].reason);
  if (alike) return `${seats[winner].name} won: the others ${reasonInWords(others[0].reason)}`;
  if (outs.length) return `${seats[winner].name} won: ${listed(outs)}`;
  return `${seats[winner].name} beat ${listed(seats.flatMap(({ name }, seat) => (seat === winner ? [] : [name])))}`;
}

/** A clock: 1:05, or 9.4 below ten seconds; never negative. */
export function clockText(millis) {
  const left = Math.max(0, millis);
  if (left < 10000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const pad = (number) => String(number).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** A duration: 12 ms, 3.4 s, 2 min 5 s. */
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
    parts.push(seconds(bankMicros) + (Number(incrementMicros) ? ` + ${seconds(incrementMicros)} per move` : ''));
  }
  if (moveMicros !== undefined) parts.push(`${seconds(moveMicros)} per move`);
  return parts.join(', at most ');
}

export function scoreText(score) {
  const size = Math.abs(score);
  const text = size >= 1e9 ? size.toExponential(1) : size >= 1000 ? Math.round(size).toLocaleString('en') : size.toFixed(2);
  return (score > 0 ? '+' : score < 0 ? '−' : '') + text;
}

/** Points in a table: 3, 3½. */
export function pointsText(points) {
  const whole = Math.floor(points);
  if (points - whole === 0.5) return `${whole || ''}½`;
  return points === whole ? String(whole) : points.toFixed(2);
}

export function eloText(elo) {
  const rounded = Math.round(elo);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** How long something will take, as precisely as an estimate can be: "4 s", "12 min", "3 h 20 min", "5 days". */
export function leftText(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return plural(Math.round(hours / 24), 'day');
}

/** "3 units wait, 2 are being played, 1 waits to be stored". */
export function unitsInWords({ open, leased, submitted }) {
  const [waiting, playing, storing] = [open, leased, submitted].map(Number);
  return `${plural(waiting, 'unit')} ${waiting === 1 ? 'waits' : 'wait'}, ${playing} ${playing === 1 ? 'is' : 'are'} being played, ${storing} ${storing === 1 ? 'waits' : 'wait'} to be stored`;
}

/** The p-value of a worker's test; a dash if it has too few games. */
export function probabilityText(test) {
  if (!test) return '–';
  return test.p < 0.001 ? '< 0.001' : test.p.toFixed(3);
}
