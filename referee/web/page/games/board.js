// A board as SVG: ground, coordinates, and the layers that a game's module fills. A position is drawn as a few paths (all cells
// one, all arrows one, a seat's pieces one), so that a board of 100 x 100 costs no more than a small one.
// data-testid="board" with data-game and data-ply: how many steps the position shown is from the start.
import { s } from '../dom.js';
import { gameOf } from './index.js';

function labels(game, place) {
  return s('g.coordinates', { 'aria-hidden': 'true', 'font-size': place.margin / 2 },
    game.coordinates(place).map(({ x, y, text }) => s('text', { x, y }, text)));
}

/**
 * { element, place, draw(scene), choices }. A scene is { position, before, step, count, overlay, animate, label }: before is the
 * position that the step was made in; label describes the picture in words. The Chooser fills the layer `choices`.
 */
export function createBoard(position, { flipped = false, small = false, narrow = false } = {}) {
  const game = gameOf(position.game);
  const place = game.geometry(position, { flipped, small, narrow });
  const layers = Object.fromEntries(['under', 'pieces', 'over', 'choices'].map((name) => [name, s(`g.${name}`)]));
  const element = s(`svg.board.${game.name}`, {
    viewBox: `0 0 ${place.width} ${place.height}`, role: 'img', 'data-testid': 'board', 'data-game': game.name,
  }, s('g.ground', null, game.ground(place, position)), layers.under, layers.pieces, layers.over, layers.choices,
  small ? null : labels(game, place));

  function draw(scene) {
    const painted = game.paint(place, scene);
    for (const name of ['under', 'pieces', 'over']) layers[name].replaceChildren(...(painted[name] ?? []).flat(Infinity).filter(Boolean));
    element.classList.toggle('moving', Boolean(scene.animate));
    element.dataset.ply = scene.count ?? scene.position.ply;
    element.setAttribute('aria-label', scene.label);
  }
  return { element, place, draw, choices: layers.choices };
}
