// Where the cells are on a drawing, and paths over many of them. Pure.

export const kCell = 40;

/** Where things are on the drawing. Flipped: seen from the other side. */
export function geometry({ rows, columns, holes }, { flipped = false, margin = 0 } = {}) {
  const across = (column) => (flipped ? columns - 1 - column : column) * kCell + margin;
  const down = (row) => (flipped ? rows - 1 - row : row) * kCell + 2;
  const corner = (vertex) => [across(vertex % columns), down(Math.floor(vertex / columns))];
  const gone = new Set(holes);
  return {
    rows, columns, flipped, margin, corner, across, down,
    width: columns * kCell + margin + 2,
    height: rows * kCell + margin + 4,
    cells: Array.from({ length: rows * columns }, (_, vertex) => vertex).filter((vertex) => !gone.has(vertex)),
    centre: (vertex) => corner(vertex).map((at) => at + kCell / 2),
  };
}

/** Squares around the cells' centres, as one path. */
export function squares(place, vertices, side = kCell) {
  const inset = (kCell - side) / 2;
  return vertices.map((vertex) => {
    const [x, y] = place.corner(vertex);
    return `M${x + inset} ${y + inset}h${side}v${side}h${-side}Z`;
  }).join('');
}
