// How the seats look: each has a colour (style.css), a letter and a shape, so that nobody has to rely on colour alone. Shapes
// are path data, because one path draws all pieces of a seat.
import { h, s } from '../dom.js';
import { kLetters } from '../words.js';

const number = (value) => Math.round(value * 100) / 100;

function polygon(points, x, y, r) {
  return `M${points.map(([dx, dy]) => `${number(x + dx * r)} ${number(y + dy * r)}`).join('L')}Z`;
}

export function circle(x, y, r) {
  return `M${number(x - r)} ${number(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

const kDiamond = [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]];
const kTriangle = [[0, -1.15], [1.15, 0.9], [-1.15, 0.9]];
const kSquare = [[-0.92, -0.92], [0.92, -0.92], [0.92, 0.92], [-0.92, 0.92]];
const kCrown = [[-1, 0.75], [-1, -0.55], [-0.5, 0.1], [0, -0.85], [0.5, 0.1], [1, -0.55], [1, 0.75]];

/** The seat's shape around a point, as path data. */
export function shape(seat, x, y, r) {
  if (seat === 0) return circle(x, y, r);
  return polygon([kDiamond, kTriangle, kSquare][seat - 1], x, y, r);
}

export function crown(x, y, r) {
  return polygon(kCrown, x, y, r);
}

/** Round pieces of one seat, with the seat's shape on them. */
export function discs(place, vertices, seat, r) {
  return [
    s('path', { class: `piece seat-${seat}`, d: vertices.map((vertex) => circle(...place.centre(vertex), r)).join('') }),
    s('path', { class: `emblem on-seat-${seat}`, d: vertices.map((vertex) => shape(seat, ...place.centre(vertex), 0.42 * r)).join('') }),
  ];
}

/** A seat's symbol beside its name: shape, colour and letter. */
export function token(seat) {
  return h('span.token', { 'data-seat': seat, 'aria-hidden': 'true' },
    s('svg', { viewBox: '-15 -15 30 30' },
      s('path', { class: `seat-${seat}`, d: shape(seat, 0, 0, 11.5) }),
      s('text', { class: `on-seat-${seat}`, y: seat === 2 ? 8 : 5, 'text-anchor': 'middle' }, kLetters[seat])));
}
