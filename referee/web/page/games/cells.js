// Cells by number and by name: vertex ids are row-major from the north-west, names count rows from the south. Pure.

export function columnName(column) {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function rowOf(vertex, columns) {
  return Math.floor(vertex / columns);
}

export function cellName(vertex, { rows, columns }) {
  return columnName(vertex % columns) + (rows - rowOf(vertex, columns));
}

/** Which rows and columns get a label: all of them, or every fifth on boards too large for that. */
export function labelled(index, count) {
  return count <= 26 || (index + 1) % 5 === 0 || index === 0;
}

/** The eight directions as [rows, columns], north first, clockwise. */
export const kDirections = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];

/** The vertices from one to another along a straight line, without the first; empty if there is no such line. */
export function between(from, to, columns) {
  const rows = rowOf(to, columns) - rowOf(from, columns);
  const across = (to % columns) - (from % columns);
  const length = Math.max(Math.abs(rows), Math.abs(across));
  if (length === 0 || (rows && across && Math.abs(rows) !== Math.abs(across))) return [];
  const step = Math.sign(rows) * columns + Math.sign(across);
  return Array.from({ length }, (_, index) => from + (index + 1) * step);
}
