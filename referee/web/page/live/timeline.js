// The positions of a game: the one that it starts from, and what each step makes of it. The page knows what a step changes, not
// what is legal: the referee decides that. Pure; positions are values that never change.
import { withSeat } from '../games/changes.js';
import { gameOf } from '../games/index.js';

function withoutEliminated(position, outs, { eliminationRemovesPieces }) {
  const removed = eliminationRemovesPieces ? { pieces: [] } : {};
  return (outs ?? []).reduce((now, { seat }) => withSeat(now, seat, { ...removed, eliminated: true }), position);
}

/** Who has won a game that is over: the last seat in it, or the one whose move ended it. */
function winnerOf(position, mover, { hasWon }) {
  const standing = position.seats.flatMap((seat, index) => (seat.eliminated ? [] : [index]));
  if (standing.length === 1) return standing[0];
  return hasWon(position, mover) ? mover : undefined;
}

/** The position after one more step. */
export function after(position, step) {
  const game = gameOf(position.game);
  const moved = step.move ? game.after(position, step) : position;
  const { toMove, winner, hash, ...rest } = withoutEliminated(moved, step.outs, game);
  const next = { ...rest, ply: step.ply, over: step.toMove === undefined };
  if (!next.over) return { ...next, toMove: step.toMove };
  const won = winnerOf(next, step.seat, game);
  return won === undefined ? next : { ...next, winner: won };
}

const kApart = 32;

/** A game's positions by the number of steps. Caches every 32nd and the latest one asked for. */
export class Timeline {
  constructor(start, steps) {
    this.steps = [...steps];
    this.cached = new Map([[0, start]]);
    this.latest = [0, start];
  }

  get length() { return this.steps.length; }

  /** Adds further steps and ignores known ones. False if steps are missing in between. */
  extend(steps) {
    for (const step of steps) {
      if (step.number > this.steps.length) return false;
      if (step.number === this.steps.length) this.steps.push(step);
    }
    return true;
  }

  at(count) {
    let from = count - (count % kApart);
    while (!this.cached.has(from)) from -= kApart;
    let position = this.cached.get(from);
    if (this.latest[0] <= count && this.latest[0] > from) [from, position] = this.latest;
    for (; from < count; ++from) {
      position = after(position, this.steps[from]);
      if ((from + 1) % kApart === 0) this.cached.set(from + 1, position);
    }
    this.latest = [count, position];
    return position;
  }

  /** Who is eliminated after `count` steps, and why: seat → SeatOut. */
  outs(count) {
    return new Map(this.steps.slice(0, count).flatMap((step) => (step.outs ?? []).map((out) => [out.seat, out])));
  }
}
