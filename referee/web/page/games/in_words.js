// Steps and positions as sentences, for screen readers. Pure.
import { text } from '../text/index.js';
import { outInWords } from '../words.js';
import { gameOf } from './index.js';

/** A step as a sentence or two. `position` is any position of its game. */
export function stepInWords(step, names, position) {
  const moved = step.move ? [text.subject(names[step.seat], gameOf(position.game).moveInWords(step, position))] : [];
  return [...moved, ...(step.outs ?? []).map((out) => outInWords(out, names))].join('. ');
}

/** A short description of a position. */
export function positionInWords(position, names) {
  const { rows, columns, ply } = position;
  const { title, countInWords } = gameOf(position.game);
  const turn = position.over ? text.gameIsOver : position.toMove === undefined ? '' : text.isToMove(names[position.toMove]);
  return text.positionLabel(title, rows, columns, text.numMoves(ply), countInWords(position), turn);
}
