// Positions: the one that a game starts from, and what each step makes of it. The page knows what a step changes, not
// what is legal: that is the referee's to say. Pure; positions are never changed, only made anew.
import { lineOf } from './line.js';

function replaced(list, index, value) {
  return list.map((old, at) => (at === index ? value : old));
}

const ascending = (a, b) => a - b;

function amazons(position, { seat, move: { amazons: move } }) {
  const mine = position.seats[seat];
  const pieces = mine.pieces.map((piece) => (piece === move.from ? move.to : piece)).sort(ascending);
  return {
    ...position,
    seats: replaced(position.seats, seat, { ...mine, pieces }),
    arrows: [...position.arrows, move.arrow],
  };
}

const kOrientations = { HORIZONTAL_WALL: 'HORIZONTAL', VERTICAL_WALL: 'VERTICAL' };

function quoridor(position, { seat, move: { quoridor: move } }) {
  const mine = position.seats[seat];
  if (move.kind === 'PAWN') {
    return { ...position, seats: replaced(position.seats, seat, { ...mine, pieces: [move.cell] }) };
  }
  return {
    ...position,
    seats: replaced(position.seats, seat, { ...mine, wallsLeft: mine.wallsLeft - 1 }),
    walls: [...position.walls, { anchor: move.cell, orientation: kOrientations[move.kind] }],
  };
}

function connect4(position, { seat, cell }) {
  const mine = position.seats[seat];
  const pieces = [...mine.pieces, cell].sort(ascending);
  return { ...position, seats: replaced(position.seats, seat, { ...mine, pieces }) };
}

const kMoves = { amazons, quoridor, connect4 };

function withoutOuts(position, outs) {
  let seats = position.seats;
  for (const { seat } of outs ?? []) {
    const pieces = position.game === 'quoridor' ? [] : seats[seat].pieces;
    seats = replaced(seats, seat, { ...seats[seat], pieces, eliminated: true });
  }
  return { ...position, seats };
}

/** The side a Quoridor seat heads for: "north", "east", "south" or "west". */
export function goalSide(seat, seats) {
  return (seats === 2 ? ['north', 'south'] : ['north', 'east', 'south', 'west'])[seat];
}

function onGoal({ rows, columns, seats }, seat) {
  const [pawn] = seats[seat].pieces;
  if (pawn === undefined) return false;
  const row = Math.floor(pawn / columns);
  const column = pawn % columns;
  return { north: row === 0, south: row === rows - 1, east: column === columns - 1, west: column === 0 }[
    goalSide(seat, seats.length)];
}

function winnerOf(position, mover) {
  const standing = position.seats.flatMap((seat, index) => (seat.eliminated ? [] : [index]));
  if (standing.length === 1) return standing[0];
  if (position.game === 'connect4' && lineOf(position, mover).length) return mover;
  if (position.game === 'quoridor' && onGoal(position, mover)) return mover;
  return undefined;
}

/** The position after one more step. */
export function after(position, step) {
  const moved = step.move ? kMoves[position.game](position, step) : position;
  const { toMove, winner, hash, ...rest } = withoutOuts(moved, step.outs);
  const next = { ...rest, ply: step.ply, over: step.toMove === undefined };
  if (!next.over) return { ...next, toMove: step.toMove };
  const won = winnerOf(next, step.seat);
  return won === undefined ? next : { ...next, winner: won };
}

const kApart = 32;

/** A game's positions by the number of steps. Keeps every 32nd and the latest asked for: enough to step either way. */
export class Timeline {
  constructor(start, steps) {
    this.steps = [...steps];
    this.kept = new Map([[0, start]]);
    this.latest = [0, start];
  }

  get length() { return this.steps.length; }

  /** Takes steps that follow; those known already are passed over. False if there is a gap: some are missing. */
  extend(steps) {
    for (const step of steps) {
      if (step.number > this.steps.length) return false;
      if (step.number === this.steps.length) this.steps.push(step);
    }
    return true;
  }

  at(count) {
    let from = count - (count % kApart);
    while (!this.kept.has(from)) from -= kApart;
    let position = this.kept.get(from);
    if (this.latest[0] <= count && this.latest[0] > from) [from, position] = this.latest;
    for (; from < count; ++from) {
      position = after(position, this.steps[from]);
      if ((from + 1) % kApart === 0) this.kept.set(from + 1, position);
    }
    this.latest = [count, position];
    return position;
  }

  /** Who is out after so many steps, and why: seat → SeatOut. */
  outs(count) {
    return new Map(this.steps.slice(0, count).flatMap((step) => (step.outs ?? []).map((out) => [out.seat, out])));
  }
}
