// The games of an event, page by page; with names only those of these two: /events/EVENT/games?name=A&against=B.
// data-testid="event-game".
import { h } from '../dom.js';
import { api, botPath, eventGamesPath, eventPath } from '../live/api.js';
import { text } from '../text/index.js';
import { eventTitle } from './events.js';
import { gameRow } from './game_row.js';

const kPage = 50;

function pages(event, filter, page, total) {
  const count = Math.ceil(total / kPage);
  if (count < 2) return null;
  const link = (to, words) => (to < 0 || to >= count ? h('span.button.off', { 'aria-hidden': 'true' }, words)
    : h('a.button', { href: eventGamesPath(event, { ...filter, page: to }) }, words));
  return h('nav.pages', { 'aria-label': text.pagesOfList }, link(page - 1, text.later),
    h('span', null, text.pageOf(page + 1, count)), link(page + 1, text.earlier));
}

function headline(event, { name, against }) {
  if (name && against) return text.against(name, against);
  if (name) return text.gamesOf(name);
  return event.kind === 'games' ? eventTitle(event) : text.gamesOf(event.name);
}

/** Where these games come from: a link to the standings, if there are any, and to the bots. */
function origin(event, total, names) {
  const games = text.numGames(total);
  if (event.standings) return [text.gamesIn(games), h('a', { href: eventPath(event.name) }, event.name), names.map((name) => [' · ', h('a', { href: botPath(event.name, name) }, name)])];
  if (event.kind === 'import') return text.imported(games);
  return text.outside(games);
}

export async function gamesView({ match: [event], query }) {
  const filter = { name: query.get('name') ?? undefined, against: query.get('against') ?? undefined };
  const page = Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);
  const [{ total, games }, { events }] = await Promise.all([api.eventGames(event, { ...filter, page }), api.events()]);
  const about = events.find((one) => one.name === event) ?? { name: event };
  const title = headline(about, filter);
  return {
    title,
    element: h('div.page', null,
      h('header.page-head', null, h('h1', { tabindex: -1 }, title), h('p.meta', null, origin(about, total, Object.values(filter).filter(Boolean)))),
      games.length ? h('ol.recent', { start: page * kPage + 1 }, games.map((game) => gameRow(game, { testid: 'event-game' })))
        : h('p.empty', null, filter.name ? text.noSuchGame : text.noGame),
      pages(event, filter, page, total)),
  };
}
