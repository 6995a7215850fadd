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

function marks(place, { position, step }) {
  const line = position.over && position.winner !== undefined ? lineOf(position, position.winner) : [];
  const rings = line.map((vertex) => circle(...place.centre(vertex), kRadius + 1)).join('');
  if (step?.cell === undefined) return [rings ? s('path.winning', { d: rings }) : null];
  const [cx, cy] = place.centre(step.cell);
  // In the line that won the latest disc has its mark inside, so that the line is whole.
  const latest = line.includes(step.cell) ? s('circle.last-spot', { cx, cy, r: 5 }) : s('circle.last-disc', { cx, cy, r: kRadius + 1 });
  return [rings ? s('path.winning', { d: rings }) : null, latest];
}

export function paint(place, scene) {
  const { position, step } = scene;
  const latest = step?.cell;
  return {
    pieces: [
      ...position.seats.map(({ pieces }, seat) => discs(place, pieces.filter((vertex) => vertex !== latest), seat)),
      latest === undefined ? null : dropped(place, step),
    ],
    over: marks(place, scene),
  };
}
