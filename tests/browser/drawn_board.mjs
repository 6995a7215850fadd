// What a visitor sees on the board: read from the drawing, by finding the shapes that cover the middle of each cell.

/** { cells, pieces: [[…], …], arrows, walls } of the board that is shown for a position, not turned round; walls as "anchor HORIZONTAL". */
export function drawnBoard(page, { rows, columns, seats }) {
  return page.locator('.game svg[data-testid=board]').evaluate((board, { rows, columns, seats }) => {
    const cell = 40;
    const [left, top] = [22, 2];
    const all = Array.from({ length: rows * columns }, (_, vertex) => vertex);
    const covered = (selector) => {
      const shapes = [...board.querySelectorAll(selector)];
      return all.filter((vertex) => {
        const middle = new DOMPoint(left + ((vertex % columns) + 0.5) * cell, top + (Math.floor(vertex / columns) + 0.5) * cell);
        return shapes.some((shape) => shape.isPointInFill(middle));
      });
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
  }, { rows, columns, seats: seats.length });
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
