// What the page says in words: reasons, results, times, scores, in its language. Pure.
import { text } from './text/index.js';

export const kLetters = ['A', 'B', 'C', 'D'];

export const reasonText = (reason) => text.reasons[reason] ?? text.isOut;

/** Details that add nothing to their reason. */
const kRedundant = new Set(['it cannot move', 'it resigned']);

/** What the referee says about an elimination beside its reason, in English; '' if that is nothing. */
export const detailOf = ({ detail }) => (detail && !kRedundant.has(detail) ? detail : '');

/** "made an illegal move: NO_PIECE: …", or the reason alone on a page that does not speak the referee's language. */
export function whyOut(out) {
  const detail = text.details ? detailOf(out) : '';
  return detail ? text.withDetail(reasonText(out.reason), detail) : reasonText(out.reason);
}

/** "bob is out: ran out of time: its 6th move took more than 1.0 s of 1.0 s". */
export function outInWords(out, names) {
  return text.out(names[out.seat], whyOut(out));
}

/** Who won and how. Takes seats with name, place and reason, as a GameSummary has them. */
export function resultInWords({ seats, winner, end }) {
  if (end === 'VOID') return text.isVoid;
  const outs = seats.flatMap(({ name, reason }, seat) => (reason && seat !== winner ? [text.subject(name, reasonText(reason))] : []));
  if (winner === undefined) return outs.length ? text.drawWith(text.listed(outs)) : text.drawBetween(text.listed(seats.map(({ name }) => name)));
  const others = seats.filter((_, seat) => seat !== winner);
  const alike = others.length > 1 && others.every(({ reason }) => reason && reason === others[0].reason);
  if (alike) return text.wonAgainstAll(seats[winner].name, text.reasonsOfMany[others[0].reason] ?? text.areOut);
  if (outs.length) return text.wonBecause(seats[winner].name, text.listed(outs));
  return text.beat(seats[winner].name, text.listed(others.map(({ name }) => name)));
}

/** A clock: 1:05, or 9.4 below ten seconds; never negative. */
export function clockText(millis) {
  const left = Math.max(0, millis);
  if (left < 10000) return text.tenths(Math.floor(left / 100));
  const seconds = Math.floor(left / 1000);
  const pad = (number) => String(number).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** A duration: 12 ms, 3.4 s, 2 min 5 s. */
export function durationText(millis, digits = 1) {
  if (millis < 1000) return text.milliseconds(Math.round(millis));
  if (millis < 60000) return text.seconds(millis / 1000, digits);
  const seconds = Math.round(millis / 1000);
  return text.minutes(Math.floor(seconds / 60), seconds % 60);
}

/** A time limit: like a duration, but "3 s" and not "3.0 s". */
const limitText = (millis) => durationText(millis, millis % 1000 < 50 || millis % 1000 >= 950 ? 0 : 1);

/** In seconds, however short: "0.2 s". */
export const secondsText = (millis) => text.seconds(millis / 1000, millis % 1000 ? 1 : 0);

export function timeControlText({ moveMicros, bankMicros, incrementMicros } = {}) {
  const time = (micros) => limitText(Number(micros) / 1000);
  const bank = bankMicros === undefined ? null : Number(incrementMicros) ? text.withIncrement(time(bankMicros), time(incrementMicros)) : time(bankMicros);
  const move = moveMicros === undefined ? null : text.perMove(time(moveMicros));
  return bank && move ? text.atMost(bank, move) : bank ?? move ?? '';
}

const signed = (number, size) => (number > 0 ? '+' : number < 0 ? '−' : '') + size;

export function scoreText(score) {
  const size = Math.abs(score);
  return signed(score, size >= 1e9 ? size.toExponential(1) : size >= 1000 ? text.number(Math.round(size)) : text.decimal(size, 2));
}

/** Two digits after the point, with a minus sign of its own. */
export const decimalText = (value) => (value < 0 ? '−' : '') + text.decimal(Math.abs(value), 2);

/** Points in a table: 3, 3½. */
export function pointsText(points) {
  const whole = Math.floor(points);
  if (points - whole === 0.5) return `${whole || ''}½`;
  return points === whole ? String(whole) : text.decimal(points, 2);
}

export function eloText(elo) {
  const rounded = Math.round(elo);
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** A long name without its middle: its end often says which one it is. */
export function cutInMiddle(name, most) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const head = Math.ceil((most - 1) / 2);
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

/** A filter by name: without accents, capitals or spaces, as people type. */
export function nameFilter(typed) {
  const plain = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const wanted = plain(typed);
  return (name) => plain(name).includes(wanted);
}
