// The list of events; if there is only one, it is shown directly.
import { h } from '../dom.js';
import { gameTitle, kGames } from '../games/index.js';
import { api, eventGamesPath, eventPath } from '../live/api.js';
import { text } from '../text/index.js';
import { whenText } from './game_row.js';

function eventRow(event) {
  const { name, kind, game, created, games, standings } = event;
  const what = kind === 'games' ? null : text.kinds[kind] ?? kind;
  return h('li', null, h('a.game-row', { href: standings ? eventPath(name) : eventGamesPath(name), 'data-testid': 'event' },
    h('span.result', null, eventTitle(event)),
    h('span.meta', null, [what, game ? gameTitle(game) : null, text.numGames(games)].filter(Boolean).join(', ')),
    h('time.meta', { datetime: created }, whenText(created))));
}

/** Games that belong to no tournament or ladder have a title of their own, whatever their event's name in the store. */
export const eventTitle = ({ name, kind }) => (kind === 'games' ? text.kinds.games : name);

export async function eventsView({ go }) {
  const { events } = await api.events();
  if (events.length === 1) {
    const [{ name, standings }] = events;
    setTimeout(() => go(standings ? eventPath(name) : eventGamesPath(name), { replace: true }));
  }
  return {
    title: text.events,
    element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, text.events)),
      events.length ? h('ol.recent', null, events.map(eventRow))
        : h('div.empty', null, h('p', null, text.noEvent),
          h('pre', null, h('code', null, `quiver tournament ${kGames[0].name} --bot ./my-bot --bot random`)))),
  };
}
