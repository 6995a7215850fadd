// Paints Connect Four: a plate with round openings, discs behind it, the latest disc and the line that won.
import { s } from './dom.js';
import { kCell, squares } from './geometry.js';
import { lineOf } from './line.js';
import { circle, shape } from './shapes.js';

const kRadius = 15.5;

export function ground(place) {
  return [
    s('path.plate', { d: squares(place, place.cells) }),
    s('path.opening', { d: place.cells.map((vertex) => circle(...place.centre(vertex), kRadius)).join('') }),
  ];
}

function discs(place, vertices, seat) {
  return [
    s('path', { class: `piece seat-${seat}`, d: vertices.map((vertex) => circle(...place.centre(vertex), kRadius)).join('') }),
    s('path', { class: `emblem on-seat-${seat}`, d: vertices.map((vertex) => shape(seat, ...place.centre(vertex), 6.5)).join('') }),
  ];
}

function dropped(place, { cell, seat }) {
  const disc = s('g.dropped', null, discs(place, [cell], seat));
  disc.style.setProperty('--drop', `${-(Math.floor(cell / place.columns) + 1) * kCell}px`);
  return disc;
}

function lineMark(place, position, seat) {
  if (!position.over || position.winner !== seat) return null;
  const cells = lineOf(position, seat);
  return cells.length ? s('path.winning', { d: cells.map((vertex) => circle(...place.centre(vertex), kRadius + 1)).join('') }) : null;
}

export function paint(place, { position, step }) {
  const latest = step?.cell;
  const [x, y] = latest === undefined ? [] : place.centre(latest);
  return {
    pieces: [
      ...position.seats.map(({ pieces }, seat) => discs(place, pieces.filter((vertex) => vertex !== latest), seat)),
      latest === undefined ? null : dropped(place, step),
    ],
    over: [
      position.seats.map((_, seat) => lineMark(place, position, seat)),
      latest === undefined ? null : s('circle.last-disc', { cx: x, cy: y, r: kRadius + 1 }),
    ],
  };
}
