// One ended game as a line of a list: who beat whom, how, and the way to it.
import { gamePath } from './api.js';
import { h } from './dom.js';
import { gameName, plural, resultInWords } from './words.js';

/** "14:05", or with the day if that was not today. */
export function whenText(started) {
  const date = new Date(started);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}

export function gameRow(game, { testid }) {
  const { id, board, plies, started } = game;
  return h('li', null, h('a.game-row', { href: gamePath(id), 'data-testid': testid, 'data-id': id, 'data-key': id },
    h('span.result', null, resultInWords(game)),
    h('span.meta', null, `${gameName(game.game)}, ${board}, ${plural(plies, 'move')} · ${id}`),
    h('time.meta', { datetime: started }, whenText(started))));
}
