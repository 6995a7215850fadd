// Connect Four: the lines of discs that win. Pure.

const kAxes = [[0, 1], [1, 0], [1, 1], [1, -1]];

function run(discs, from, [down, right], { rows, columns }) {
  const cells = [];
  let row = Math.floor(from / columns);
  let column = from % columns;
  while (row >= 0 && row < rows && column >= 0 && column < columns && discs.has(row * columns + column)) {
    cells.push(row * columns + column);
    row += down;
    column += right;
  }
  return cells;
}

/** The cells of the seat's lines that are long enough to win, each once, ascending. */
export function lineOf(position, seat) {
  const discs = new Set(position.seats[seat].pieces);
  const found = new Set();
  for (const disc of discs) {
    for (const axis of kAxes) {
      const cells = run(discs, disc, axis, position);
      if (cells.length >= position.line) cells.forEach((cell) => found.add(cell));
    }
  }
  return [...found].sort((a, b) => a - b);
}
