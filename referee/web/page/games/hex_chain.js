// Hex: the mirrored cell of the swap, and the chain that has won. Pure.
import { neighbours } from './hex_grid.js';

/** Column and row, counted from the bottom, exchanged: b3 is c2. */
export function mirrored(vertex, side) {
  return (side - 1 - (vertex % side)) * side + side - 1 - Math.floor(vertex / side);
}

/** Where a seat's chains begin, and where they have to lead: the first and the last row, or the first and the last column. */
const along = (seat, vertex, side) => (seat === 0 ? Math.floor(vertex / side) : vertex % side);

/** The cells of the shortest chain that joins the two sides of a seat, from one to the other; empty if there is none. */
export function winningChain({ seats, rows: side }, seat) {
  const before = new Map(seats[seat].pieces.filter((stone) => along(seat, stone, side) === 0).map((stone) => [stone, null]));
  const stones = new Set(seats[seat].pieces);
  for (const [stone] of before) {
    if (along(seat, stone, side) === side - 1) return chainTo(stone, before);
    for (const next of neighbours(stone, side)) {
      if (stones.has(next) && !before.has(next)) before.set(next, stone);
    }
  }
  return [];
}

function chainTo(end, before) {
  const chain = [];
  for (let stone = end; stone !== null; stone = before.get(stone)) chain.unshift(stone);
  return chain;
}
