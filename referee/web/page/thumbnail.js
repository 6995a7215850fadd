// A small board without coordinates, for cards and lists.
import { createBoard } from './board.js';
import { h } from './dom.js';
import { positionInWords } from './words.js';

/** { element, show(position, step, names) }; a board too large to be sent is a plain sign. */
export function thumbnail(position) {
  if (!position) return { element: h('div.thumbnail.none', null, 'The board is too large to be shown here.'), show() {} };
  const board = createBoard(position, { small: true });
  return {
    element: h('div.thumbnail', null, board.element),
    show: (now, step, names) => board.draw({ position: now, step, label: positionInWords(now, names) }),
  };
}
