// One finished game as a row of a list, with its result and a link to it.
import { h } from '../dom.js';
import { gameTitle, shapeName } from '../games/index.js';
import { gamePath } from '../live/api.js';
import { dateText, text } from '../text/index.js';
import { resultInWords } from '../words.js';

/** "14:05", or with the day if that was not today. */
export function whenText(started) {
  const date = new Date(started);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return dateText(date, today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}

export function gameRow(game, { testid }) {
  const { id, board, plies, started } = game;
  return h('li', null, h('a.game-row', { href: gamePath(id), 'data-testid': testid, 'data-id': id, 'data-key': id },
    h('span.result', null, resultInWords(game)),
    h('span.meta', null, `${gameTitle(game.game)}, ${shapeName(game.game, board)}, ${text.numMoves(plies)} · ${id}`),
    h('time.meta', { datetime: started }, whenText(started))));
}
