// The games of an event, page by page; with names only those of these two: /events/EVENT/games?name=A&against=B.
// data-testid="event-game".
import { h } from '../dom.js';
import { api, eventGamesPath, eventPath } from '../live/api.js';
import { plural } from '../words.js';
import { eventTitle } from './events.js';
import { gameRow } from './game_row.js';

const kPage = 50;

function pages(event, filter, page, total) {
  const count = Math.ceil(total / kPage);
  if (count < 2) return null;
  const link = (to, text) => (to < 0 || to >= count ? h('span.button.off', { 'aria-hidden': 'true' }, text)
    : h('a.button', { href: eventGamesPath(event, { ...filter, page: to }) }, text));
  return h('nav.pages', { 'aria-label': 'Pages of the list' }, link(page - 1, 'Later games'),
    h('span', null, `Page ${page + 1} of ${count}`), link(page + 1, 'Earlier games'));
}

function headline(event, { name, against }) {
  if (name && against) return `${name} against ${against}`;
  if (name) return `Games of ${name}`;
  return event.kind === 'games' ? eventTitle(event) : `Games of ${event.name}`;
}

/** Where these games come from: a link to the standings, if there are any. */
function origin(event, total) {
  const games = plural(total, 'game');
  if (event.standings) return [games, ' in ', h('a', { href: eventPath(event.name) }, event.name)];
  if (event.kind === 'import') return `${games}, imported`;
  return `${games} outside tournaments and ladders`;
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
      h('header.page-head', null, h('h1', { tabindex: -1 }, title), h('p.meta', null, origin(about, total))),
      games.length ? h('ol.recent', { start: page * kPage + 1 }, games.map((game) => gameRow(game, { testid: 'event-game' })))
        : h('p.empty', null, filter.name ? 'No such game has been stored yet.' : 'No game has been stored yet.'),
      pages(event, filter, page, total)),
  };
}
