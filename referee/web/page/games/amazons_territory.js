// Territory in Amazons: a cell belongs to the seat whose queens reach it in fewer moves, without regard to later arrows. A cell
// that two seats reach equally fast, or that nobody reaches, is neutral. Pure.
import { kDirections } from './cells.js';

function blockedCells(position) {
  const blocked = new Uint8Array(position.rows * position.columns);
  for (const list of [position.holes, position.arrows, ...position.seats.map((seat) => seat.pieces)]) {
    for (const vertex of list) blocked[vertex] = 1;
  }
  return blocked;
}

/** How many queen's moves each cell is from the nearest of these queens; Infinity where they cannot go. */
export function queenDistances(position, queens, blocked = blockedCells(position)) {
  const { rows, columns } = position;
  const distances = new Float64Array(rows * columns).fill(Infinity);
  let front = queens;
  for (let distance = 1; front.length; ++distance) {
    const next = [];
    for (const from of front) {
      for (const [down, right] of kDirections) {
        let row = Math.floor(from / columns) + down;
        let column = (from % columns) + right;
        for (; row >= 0 && row < rows && column >= 0 && column < columns; row += down, column += right) {
          const vertex = row * columns + column;
          // A nearer cell ends the ray: the cells behind it have been reached from there.
          if (blocked[vertex] || distances[vertex] < distance) break;
          if (distances[vertex] === Infinity) {
            distances[vertex] = distance;
            next.push(vertex);
          }
        }
      }
    }
    front = next;
  }
  return distances;
}

/** { owners: for each cell a seat or -1, counts: cells for each seat, neutral: how many empty cells belong to nobody }. */
export function territory(position) {
  const blocked = blockedCells(position);
  const reach = position.seats.map((seat) => queenDistances(position, seat.eliminated ? [] : seat.pieces, blocked));
  const owners = new Int8Array(blocked.length).fill(-1);
  const counts = position.seats.map(() => 0);
  let neutral = 0;
  for (let vertex = 0; vertex < blocked.length; ++vertex) {
    if (blocked[vertex]) continue;
    const best = Math.min(...reach.map((distances) => distances[vertex]));
    const first = reach.findIndex((distances) => distances[vertex] === best);
    const tied = best === Infinity || reach.some((distances, seat) => seat !== first && distances[vertex] === best);
    if (tied) ++neutral;
    else {
      owners[vertex] = first;
      ++counts[first];
    }
  }
  return { owners, counts, neutral };
}
