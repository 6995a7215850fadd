// On the page of a game that was opened from a bot's list: which one of the list it is, and the games before and after it there.
// data-testid: bot-neighbours, earlier-game, later-game.
import { h } from '../dom.js';
import { api, botPath, gamePath } from '../live/api.js';
import { filterIn, numberOf } from '../live/bot_filter.js';
import { inLanguage } from '../text/index.js';
import { neighboursText } from './neighbours_text.js';

const words = inLanguage(neighboursText);

/** { element, keys: [[key, help, action]…] }, or null if the address names no list. */
export async function botNeighbours(id, event, query, go) {
  const bot = query.get('bot');
  const number = numberOf(id);
  if (!bot || !event || number === undefined) return null;
  const filter = filterIn(query);
  const found = await api.botGames(event, bot, { ...filter, near: number }).catch(() => null);
  if (!found) return null;
  const path = (to) => gamePath(to, undefined, { bot, ...filter });
  // The list is one step back, however many games were looked at.
  const walk = (to) => () => { if (to) go(path(to), { replace: true }); };
  const link = (to, arrow, label, testid) => (to ? h('a.button.icon', { href: path(to), 'aria-label': label, title: label, 'data-testid': testid, 'data-key': testid,
    onclick: (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); walk(to)(); } } }, arrow)
    : h('span.button.icon.off', { 'aria-hidden': 'true' }, arrow));
  const page = Math.floor(Math.max(0, found.place - 1) / 50);
  return {
    element: h('nav.neighbours', { 'data-testid': 'bot-neighbours', 'aria-label': words.notAmong(bot) }, link(found.earlier, '‹', words.earlierGame, 'earlier-game'),
      h('a', { href: botPath(event, bot, { ...filter, page: page || undefined }), 'data-key': 'list' }, found.place ? words.gamesOf(found.place, found.total, bot) : words.notAmong(bot)),
      link(found.later, '›', words.laterGame, 'later-game')),
    keys: [['p', words.earlierKey, walk(found.earlier)], ['n', words.laterKey, walk(found.later)]],
  };
}
