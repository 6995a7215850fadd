// The games of an event, page by page; with names only those that the two played: /events/EVENT/games?name=A&against=B.
// data-testid="event-game".
import { api, eventGamesPath, eventPath } from './api.js';
import { h } from './dom.js';
import { gameRow } from './game_row.js';
import { plural } from './words.js';

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
  return name ? `Games of ${name}` : `Games of ${event}`;
}

export async function gamesView({ match: [event], query }) {
  const filter = { name: query.get('name') ?? undefined, against: query.get('against') ?? undefined };
  const page = Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);
  const { total, games } = await api.eventGames(event, { ...filter, page });
  const title = headline(event, filter);
  return {
    title,
    element: h('div.page', null,
      h('header.page-head', null, h('h1', { tabindex: -1 }, title), h('p.meta', null, plural(total, 'game'), ' in ', h('a', { href: eventPath(event) }, event))),
      games.length ? h('ol.recent', { start: page * kPage + 1 }, games.map((game) => gameRow(game, { testid: 'event-game' })))
        : h('p.empty', null, 'No such game has been played yet.'),
      pages(event, filter, page, total)),
  };
}
