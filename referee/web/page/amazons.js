// Paints Amazons: queens, arrows, the latest move as two lines, and whose territory each cell is.
import { s } from './dom.js';
import { kCell, squares } from './geometry.js';
import { crown, shape } from './shapes.js';

export function ground(place) {
  const dark = place.cells.filter((vertex) => (Math.floor(vertex / place.columns) + (vertex % place.columns)) % 2);
  return [
    s('path.cell', { d: squares(place, place.cells) }),
    s('path.cell-other', { d: squares(place, dark) }),
  ];
}

function queens(place, { seats }) {
  return seats.map(({ pieces, eliminated }, seat) => s('g', { class: eliminated ? 'pieces-of out' : 'pieces-of' },
    s('path', { class: `piece seat-${seat}`, d: pieces.map((vertex) => shape(seat, ...place.centre(vertex), 14)).join('') }),
    s('path', {
      class: `on-seat-${seat}`,
      d: pieces.map((vertex) => {
        const [x, y] = place.centre(vertex);
        return crown(x, y + (seat === 2 ? 3.5 : 0), seat === 2 ? 5.5 : 7);
      }).join(''),
    })));
}

function arrows(place, vertices) {
  const marks = vertices.map((vertex) => {
    const [x, y] = place.centre(vertex);
    return `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`;
  }).join('');
  return [s('path.arrow', { d: squares(place, vertices, kCell - 6) }), s('path.arrow-mark', { d: marks })];
}

function line(place, from, to, name) {
  const [x1, y1] = place.centre(from);
  const [x2, y2] = place.centre(to);
  return s(`path.${name}`, { d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 });
}

function flight(place, { amazons: { from, to, arrow } }) {
  return {
    under: [s('path.last', { d: squares(place, [from, to]) }), s('path.last-arrow', { d: squares(place, [arrow]) })],
    lines: [line(place, from, to, 'queen-path'), line(place, to, arrow, 'arrow-path')],
    head: s('circle.origin', { cx: place.centre(from)[0], cy: place.centre(from)[1], r: 5 }),
  };
}

function territories(place, { owners }) {
  return [0, 1, 2, 3].map((seat) => {
    const mine = place.cells.filter((vertex) => owners[vertex] === seat);
    if (!mine.length) return null;
    return [
      s('path', { class: `land seat-${seat}`, d: squares(place, mine) }),
      s('path', { class: `land-mark seat-${seat}`, d: mine.map((vertex) => shape(seat, ...place.centre(vertex), 4)).join('') }),
    ];
  });
}

export function paint(place, { position, step, territory }) {
  const latest = step?.move ? flight(place, step.move) : null;
  return {
    under: [territory ? territories(place, territory) : null, latest?.under],
    pieces: [arrows(place, position.arrows), latest?.head, latest?.lines, queens(place, position)],
  };
}
