// The boards that guests can choose, and where their holes are (docs/rules.md, [B10] to [B13]), to show them small. Pure.

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

/** [name, BoardChoice] for each game, the usual one first. */
export const kBoards = {
  amazons: [
    ['Square 10', { shape: 'square', size: 10, start: 'classic' }],
    ['Square 8', { shape: 'square', size: 8, start: 'classic' }],
    ['Square 6', { shape: 'square', size: 6, start: 'classic' }],
    ['Donut 12', { shape: 'donut', size: 12 }],
    ['Clover 10', { shape: 'clover', size: 10 }],
    ['Eight 12', { shape: 'eight', size: 12 }],
  ],
  quoridor: [['9 × 9', { size: 9 }], ['7 × 7', { size: 7 }], ['5 × 5', { size: 5 }]],
  connect4: [['6 × 7', { rows: 6, columns: 7 }], ['7 × 8', { rows: 7, columns: 8 }], ['8 × 9', { rows: 8, columns: 9 }]],
};

/** An empty position on that board, to be drawn. */
export function emptyBoard(game, { shape = 'square', size, rows = size, columns = size }) {
  const holes = shape === 'square' ? [] : shapeHoles(shape, size);
  return { game, rows, columns, holes, seats: [], ply: 0, over: false, arrows: [], walls: [] };
}
