// Steps and positions as sentences, for screen readers. Pure.
import { outInWords, plural } from '../words.js';
import { gameOf } from './index.js';

/** A step as a sentence or two. `position` is any position of its game. */
export function stepInWords(step, names, position) {
  const moved = step.move ? [`${names[step.seat]} ${gameOf(position.game).moveInWords(step, position)}`] : [];
  return [...moved, ...(step.outs ?? []).map((out) => outInWords(out, names))].join('. ');
}

/** A short description of a position. */
export function positionInWords(position, names) {
  const { rows, columns, ply } = position;
  const { title, countInWords } = gameOf(position.game);
  const turn = position.over ? 'The game is over.' : position.toMove === undefined ? '' : `${names[position.toMove]} is to move.`;
  return `${title}, ${rows} by ${columns}, after ${plural(ply, 'move')}, ${countInWords(position)} on the board. ${turn}`;
}
