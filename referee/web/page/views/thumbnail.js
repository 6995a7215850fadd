// A small board without coordinates, for cards and lists.
import { h } from '../dom.js';
import { createBoard } from '../games/board.js';
import { positionInWords } from '../games/in_words.js';
import { text } from '../text/index.js';

/** { element, show(position, step, names) }; a board that is too large to be sent is a sentence instead. */
export function thumbnail(position) {
  if (!position) return { element: h('div.thumbnail.none', null, text.boardTooLarge), show() {} };
  const board = createBoard(position, { small: true });
  return {
    element: h('div.thumbnail', null, board.element),
    show: (now, step, names) => board.draw({ position: now, step, label: positionInWords(now, names) }),
  };
}
