// What a visitor sees on the board: read from the drawing, by finding the shapes that cover the middle of each cell.

const kCell = 40;
const kCorner = [22, 2]; // of the squares in the drawing

const inSquares = (row, column) => [kCorner[0] + (column + 0.5) * kCell, kCorner[1] + (row + 0.5) * kCell];
// Rows of hexagons begin half a cell further left from row to row, and overlap by a quarter of their height.
const inHexagons = (row, column, rows) => [(column + (rows - row) / 2) * kCell, ((1 + 1.5 * row) * kCell) / Math.sqrt(3)];

/** The middle of each cell: worked out here once more, to check the page's own geometry. For hexagons from the corner of them all. */
function middlesOf({ game, rows, columns }) {
  const middle = game === 'hex' ? inHexagons : inSquares;
  return Array.from({ length: rows * columns }, (_, vertex) => middle(Math.floor(vertex / columns), vertex % columns, rows));
}

/** { cells, pieces: [[…], …], arrows, walls } of the board that is shown for a position, not turned round; walls as "anchor HORIZONTAL". */
export function drawnBoard(page, position) {
  const { game, columns, seats } = position;
  return page.locator('.game svg[data-testid=board]').evaluate((board, { middles, columns, seats, cell, corner: [left, top], hexagonal }) => {
    const { x, y } = hexagonal ? board.querySelector('.ground path.cell').getBBox() : { x: 0, y: 0 };
    const points = middles.map(([across, down]) => new DOMPoint(x + across, y + down));
    const covered = (selector) => {
      const shapes = [...board.querySelectorAll(selector)];
      return [...points.keys()].filter((vertex) => shapes.some((shape) => shape.isPointInFill(points[vertex])));
    };
    const wall = (rect) => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
      // Its middle is where the anchor's north-east corner is.
      const column = Math.round((x + width / 2 - left) / cell) - 1;
      const row = Math.round((y + height / 2 - top) / cell);
      return `${row * columns + column} ${width > height ? 'HORIZONTAL' : 'VERTICAL'}`;
    };
    return {
      cells: covered('.ground path.cell, .ground path.plate'),
      pieces: Array.from({ length: seats }, (_, seat) => covered(`.pieces path.piece.seat-${seat}`)),
      arrows: covered('.pieces path.arrow'),
      walls: [...new Set([...board.querySelectorAll('.pieces rect.wall')].map(wall))].sort(),
    };
  }, { middles: middlesOf(position), columns, seats: seats.length, cell: kCell, corner: kCorner, hexagonal: game === 'hex' });
}

/** The same for a Position of `quiver board --json`. */
export function boardOf({ rows, columns, holes = [], seats, arrows = [], walls = [] }) {
  const ascending = (list) => [...list].sort((a, b) => a - b);
  return {
    cells: Array.from({ length: rows * columns }, (_, vertex) => vertex).filter((vertex) => !holes.includes(vertex)),
    pieces: seats.map(({ pieces }) => ascending(pieces)),
    arrows: ascending(arrows),
    walls: walls.map(({ anchor, orientation }) => `${anchor} ${orientation}`).sort(),
  };
}
