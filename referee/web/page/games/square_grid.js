// The geometry of a board of square cells: where the cells are in the drawing, paths over many of them, the coordinates
// around them, and where arrow keys lead. Pure.
import { columnName, labelled } from './cells.js';

export const kCell = 40;

/** A place (games/index.js) with the corners of its cells. Flipped: seen from the other side. */
export function squareGrid({ rows, columns, holes }, { flipped = false, margin = 0 } = {}) {
  const across = (column) => (flipped ? columns - 1 - column : column) * kCell + margin;
  const down = (row) => (flipped ? rows - 1 - row : row) * kCell + 2;
  const corner = (vertex) => [across(vertex % columns), down(Math.floor(vertex / columns))];
  const gone = new Set(holes);
  const turned = flipped ? -1 : 1;
  function step(vertex, rowsDown, columnsRight, diagonal = false) {
    // The diagonal that follows counter-clockwise is the sum of this direction and the next of the four.
    const [dr, dc] = diagonal ? [rowsDown - columnsRight, columnsRight + rowsDown] : [rowsDown, columnsRight];
    let [row, column] = [Math.floor(vertex / columns), vertex % columns];
    do {
      row += dr * turned;
      column += dc * turned;
      if (row < 0 || row >= rows || column < 0 || column >= columns) return undefined;
    } while (gone.has(row * columns + column));
    return row * columns + column;
  }
  return {
    rows, columns, flipped, margin, corner, across, down, step,
    width: columns * kCell + margin + 2,
    height: rows * kCell + margin + 4,
    cells: Array.from({ length: rows * columns }, (_, vertex) => vertex).filter((vertex) => !gone.has(vertex)),
    middle: Math.floor(rows / 2) * columns + Math.floor(columns / 2),
    centre: (vertex) => corner(vertex).map((at) => at + kCell / 2),
    outline: (vertex) => roundedSquare(...corner(vertex), 2, 4),
  };
}

/** The geometry of a whole board: the margin is for coordinates, which need more units on a large board, drawn smaller. */
export function squareBoard(position, { flipped = false, small = false } = {}) {
  const margin = Math.max(22, (Math.max(position.rows, position.columns) * kCell) / 28);
  return squareGrid(position, { flipped, margin: small ? 2 : margin });
}

function roundedSquare(x, y, inset, radius) {
  const side = kCell - 2 * inset - 2 * radius;
  const turn = (dx, dy) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return `M${x + inset + radius} ${y + inset}h${side}${turn(radius, radius)}v${side}${turn(-radius, radius)}h${-side}${turn(-radius, -radius)}v${-side}${turn(radius, -radius)}Z`;
}

/** Squares around the cells' centres, as one path. */
export function squares(place, vertices, side = kCell) {
  const inset = (kCell - side) / 2;
  return vertices.map((vertex) => {
    const [x, y] = place.corner(vertex);
    return `M${x + inset} ${y + inset}h${side}v${side}h${-side}Z`;
  }).join('');
}

/** Labels below the columns, and numbers beside the rows, counted from the south. */
export function columnLabels(place, nameOf = columnName) {
  const y = place.rows * kCell + place.margin / 2 + 3;
  return Array.from({ length: place.columns }, (_, column) => column).filter((column) => labelled(column, place.columns))
    .map((column) => ({ x: place.across(column) + kCell / 2, y, text: nameOf(column) }));
}

export function rowLabels(place) {
  return Array.from({ length: place.rows }, (_, row) => row).filter((row) => labelled(place.rows - row - 1, place.rows))
    .map((row) => ({ x: place.margin / 2, y: place.down(row) + kCell / 2, text: String(place.rows - row) }));
}

/** Whether pieces stand mostly in the north, so that their player sees the board turned round; without pieces the second does. */
export function standsInTheNorth({ seats, rows, columns }, seat) {
  const { pieces } = seats[seat];
  if (!pieces.length) return seat === 1;
  return pieces.reduce((sum, vertex) => sum + Math.floor(vertex / columns), 0) / pieces.length < (rows - 1) / 2;
}
