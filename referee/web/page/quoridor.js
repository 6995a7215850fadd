// Paints Quoridor: cells with grooves between them, walls in the grooves, pawns, and the sides that the seats head for.
import { s } from './dom.js';
import { kCell, squares } from './geometry.js';
import { goalSide } from './position.js';
import { shape } from './shapes.js';
import { kLetters } from './words.js';

export const kGroove = 7;

export function ground(place) {
  return [s('path.groove', { d: squares(place, place.cells) }), s('path.cell', { d: squares(place, place.cells, kCell - kGroove) })];
}

/** The rectangle of a wall in the grooves. */
export function wallBox(place, { anchor, orientation }) {
  // Its middle lies between the anchor and the cell north-east of it, whichever way it goes.
  const [[x1, y1], [x2, y2]] = [anchor, anchor - place.columns + 1].map(place.centre);
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
  const long = 2 * kCell - kGroove;
  const [width, height] = orientation === 'HORIZONTAL' ? [long, kGroove] : [kGroove, long];
  return { x: middle[0] - width / 2, y: middle[1] - height / 2, width, height, middle };
}

export function wallRect(place, wall, attributes) {
  const { x, y, width, height } = wallBox(place, wall);
  return s('rect', { x, y, width, height, rx: 2.5, ...attributes });
}

/** The cells of a seat's goal, each marked at the board's edge with the seat's shape. */
function goals(place, { seats }) {
  const { rows, columns } = place;
  const on = {
    north: (vertex) => vertex < columns,
    south: (vertex) => vertex >= (rows - 1) * columns,
    west: (vertex) => vertex % columns === 0,
    east: (vertex) => vertex % columns === columns - 1,
  };
  const shift = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };
  return seats.map((_, seat) => {
    const side = goalSide(seat, seats.length);
    const [dx, dy] = shift[side].map((at) => at * (place.flipped ? -1 : 1) * 10.5);
    const marks = place.cells.filter(on[side]).map((vertex) => {
      const [x, y] = place.centre(vertex);
      return shape(seat, x + dx, y + dy, 2.8);
    });
    return s('path', { class: `goal seat-${seat}`, d: marks.join('') });
  });
}

function pawns(place, { seats }) {
  return seats.flatMap(({ pieces }, seat) => pieces.map((vertex) => {
    const [x, y] = place.centre(vertex);
    return s('g', { class: 'pawn' },
      s('path', { class: `piece seat-${seat}`, d: shape(seat, x, y, 11.5) }),
      s('text', { class: `letter on-seat-${seat}`, x, y: y + (seat === 2 ? 7 : 4.5) }, kLetters[seat]));
  }));
}

function latest(place, { step, before }) {
  const move = step?.move?.quoridor;
  if (!move) return {};
  if (move.kind !== 'PAWN') {
    const wall = { anchor: move.cell, orientation: move.kind.replace('_WALL', '') };
    return { over: [wallRect(place, wall, { class: 'wall last-wall' })] };
  }
  const [from] = before?.seats[step.seat].pieces ?? [];
  const under = [s('path.last', { d: squares(place, [move.cell], kCell - kGroove) })];
  if (from === undefined) return { under };
  under.push(s('path.last', { d: squares(place, [from], kCell - kGroove) }));
  const [[x1, y1], [x2, y2]] = [from, move.cell].map(place.centre);
  return { under, line: s('path.queen-path', { d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 }) };
}

export function paint(place, scene) {
  const { under, over, line } = latest(place, scene);
  return {
    under: [under, goals(place, scene.position)],
    pieces: [line, scene.position.walls.map((wall) => wallRect(place, wall, { class: 'wall' })), pawns(place, scene.position)],
    over,
  };
}
