// The shapes of boards, with their holes (docs/play/rules.md, [B10] to [B13]), to show them small. Pure.

const kHoles = {
  square: () => false,
  donut: (row, column, m) => [row, column].every((at) => at >= m / 3 && at < (2 * m) / 3),
  clover: (row, column, m) => [row, column].every((at) => [1, 3].includes(Math.floor((at * 5) / m))),
  eight: (row, column, m) => {
    const [down, across] = [row, column].map((at) => Math.floor((at * 4) / m));
    return (down === 1 && across === 2) || (down === 2 && across === 1);
  },
};

export function shapeHoles(shape, side) {
  return Array.from({ length: side * side }, (_, vertex) => vertex)
    .filter((vertex) => kHoles[shape](Math.floor(vertex / side), vertex % side, side));
}

/** An empty position on the board of a BoardChoice, to be drawn. */
export function emptyBoard(game, { shape = 'square', size, rows = size, columns = size }) {
  const holes = shape === 'square' ? [] : shapeHoles(shape, size);
  return { game, rows, columns, holes, seats: [], ply: 0, over: false, arrows: [], walls: [] };
}
