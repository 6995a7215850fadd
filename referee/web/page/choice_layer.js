// Draws what can be chosen, and hears the pointer. With a finger a wall is first shown and placed by a second tap, because a
// finger covers what it points at.
import { s } from './dom.js';
import { kCell } from './geometry.js';
import { kGroove, wallBox, wallRect } from './quoridor.js';
import { crown, shape } from './shapes.js';

function cellChoice(chooser, place, cell) {
  const [x, y] = place.corner(cell);
  const dot = chooser.game === 'amazons' && chooser.stage.length === 0 ? s('rect.ring', { x: x + 1.5, y: y + 1.5, width: kCell - 3, height: kCell - 3, rx: 5 })
    : s('circle.dot', { cx: x + kCell / 2, cy: y + kCell / 2, r: 6 });
  return s('g.choice', { 'data-cell': cell, onclick: () => chooser.pick(cell) }, s('rect.hit', { x, y, width: kCell, height: kCell }), dot);
}

function columnChoice(chooser, place, cell) {
  const seat = chooser.viewer.mine;
  const column = cell % place.columns;
  const [x, y] = place.centre(cell);
  return s('g.choice.column', { 'data-cell': cell, 'data-testid': 'column', 'data-column': column, onclick: () => chooser.pick(cell) },
    s('rect.hit', { x: place.across(column), y: place.down(0), width: kCell, height: place.rows * kCell }),
    s('circle.ghost', { class: `ghost seat-${seat}`, cx: x, cy: y, r: 15.5 }),
    s('circle.dot', { cx: x, cy: y, r: 5 }));
}

/** The groove at the anchor's own edge stands for the wall: so no two walls lie on each other, crossing ones neither. */
function wallChoice(chooser, place, wall) {
  const { middle } = wallBox(place, wall);
  const centre = place.centre(wall.anchor);
  const flat = wall.orientation === 'HORIZONTAL';
  const [x, y] = flat ? [centre[0], middle[1]] : [middle[0], centre[1]];
  const [width, height] = flat ? [kCell - kGroove, 2 * kGroove] : [2 * kGroove, kCell - kGroove];
  const armed = chooser.armed && chooser.armed.anchor === wall.anchor && chooser.armed.orientation === wall.orientation;
  return [s('rect', {
    class: armed ? 'choice-wall armed' : 'choice-wall', 'data-anchor': wall.anchor, 'data-orientation': wall.orientation,
    x: x - width / 2, y: y - height / 2, width, height,
    onclick: (event) => (event.pointerType === 'touch' && !armed ? chooser.arm(wall) : chooser.place(wall)),
  }), wallRect(place, wall, { class: 'wall ghost' })];
}

/** Amazons: what has been chosen so far, and the other queens that could be taken instead. */
function chosenSoFar(chooser, place) {
  const [from, to] = chooser.stage;
  if (from === undefined) return [];
  const box = (cell, name) => {
    const [x, y] = place.corner(cell);
    return s(`rect.${name}`, { x: x + 1.5, y: y + 1.5, width: kCell - 3, height: kCell - 3, rx: 5 });
  };
  const others = chooser.movable.map((cell) => {
    const [x, y] = place.corner(cell);
    return s('rect.again', { 'data-cell': cell, x, y, width: kCell, height: kCell, onclick: () => chooser.again(cell) });
  });
  const seat = chooser.viewer.mine;
  const ghost = to === undefined ? [] : [s('g.ghost-queen', null, s('path', { class: `seat-${seat}`, d: shape(seat, ...place.centre(to), 14) }),
    s('path', { class: `on-seat-${seat}`, d: crown(...place.centre(to), 6.5) })), box(to, 'picked')];
  return [to === undefined ? box(from, 'picked') : box(from, 'left'), others, ghost];
}

export function choiceLayer(chooser, { cells, walls }) {
  const { board } = chooser.viewer;
  const { place, choices } = board;
  const make = chooser.game === 'connect4' ? columnChoice : cellChoice;
  const parts = [
    chooser.open && chooser.game === 'amazons' ? chosenSoFar(chooser, place) : [],
    walls.map((wall) => wallChoice(chooser, place, wall)),
    cells.map((cell) => make(chooser, place, cell)),
  ];
  choices.replaceChildren(...parts.flat(Infinity));
}
