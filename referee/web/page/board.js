// A board as SVG: ground, coordinates, and the layers that a game's painter fills. A position is drawn as a few paths
// (all cells one, all arrows one, a seat's pieces one), so that a board of 100 x 100 costs no more than a small one.
// data-testid="board" with data-game and data-ply: how many steps the position shown is from the start.
import * as amazons from './amazons.js';
import { columnName, labelled } from './cells.js';
import * as connect4 from './connect4.js';
import { s } from './dom.js';
import { geometry, kCell } from './geometry.js';
import * as quoridor from './quoridor.js';

const kPainters = { amazons, quoridor, connect4 };

/** On a large board, which is drawn smaller, coordinates need more of its units. */
function marginOf({ rows, columns }) {
  return Math.max(22, (Math.max(rows, columns) * kCell) / 28);
}

/** In the words of the game's moves: cells by letter and number, in Connect Four columns by number alone. */
function coordinates(place, game) {
  const byColumn = game === 'connect4';
  const labels = [];
  const label = (x, y, text) => labels.push(s('text', { x, y }, text));
  const foot = place.rows * kCell + place.margin / 2 + 3;
  for (let column = 0; column < place.columns; ++column) {
    if (labelled(column, place.columns)) label(place.across(column) + kCell / 2, foot, byColumn ? String(column + 1) : columnName(column));
  }
  for (let row = 0; row < place.rows && !byColumn; ++row) {
    const name = place.rows - row;
    if (labelled(name - 1, place.rows)) label(place.margin / 2, place.down(row) + kCell / 2, String(name));
  }
  return s('g.coordinates', { 'aria-hidden': 'true', 'font-size': place.margin / 2 }, labels);
}

/**
 * { element, place, draw(scene), choices }. A scene is { position, before, step, count, territory, animate, label }:
 * before is the position that the step was made in; label says in words what there is to see. The layer `choices` is
 * for whoever plays here.
 */
export function createBoard(position, { flipped = false, small = false } = {}) {
  const painter = kPainters[position.game];
  const place = geometry(position, { flipped, margin: small ? 2 : marginOf(position) });
  const layers = Object.fromEntries(['under', 'pieces', 'over', 'choices'].map((name) => [name, s(`g.${name}`)]));
  const element = s(`svg.board.${position.game}`, {
    viewBox: `0 0 ${place.width} ${place.height}`, role: 'img', 'data-testid': 'board', 'data-game': position.game,
  }, s('g.ground', null, painter.ground(place, position)), layers.under, layers.pieces, layers.over, layers.choices,
  small ? null : coordinates(place, position.game));

  function draw(scene) {
    const painted = painter.paint(place, scene);
    for (const name of ['under', 'pieces', 'over']) layers[name].replaceChildren(...(painted[name] ?? []).flat(Infinity).filter(Boolean));
    element.classList.toggle('moving', Boolean(scene.animate));
    element.dataset.ply = scene.count ?? scene.position.ply;
    element.setAttribute('aria-label', scene.label);
  }
  return { element, place, draw, choices: layers.choices };
}
