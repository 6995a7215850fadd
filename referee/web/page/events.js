// The list of events; where there is only one it is shown at once.
import { api, eventGamesPath, eventPath } from './api.js';
import { h } from './dom.js';
import { whenText } from './game_row.js';
import { gameName, plural } from './words.js';

const kKinds = { tournament: 'Tournament', ladder: 'Ladder', import: 'Imported games', games: 'Games' };

function eventRow({ name, kind, game, created, games, standings }) {
  return h('li', null, h('a.game-row', { href: standings ? eventPath(name) : eventGamesPath(name), 'data-testid': 'event' },
    h('span.result', null, name),
    h('span.meta', null, [kKinds[kind] ?? kind, game ? gameName(game) : null, plural(games, 'game')].filter(Boolean).join(', ')),
    h('time.meta', { datetime: created }, whenText(created))));
}

export async function eventsView({ go }) {
  const { events } = await api.events();
  if (events.length === 1) {
    const [{ name, standings }] = events;
    setTimeout(() => go(standings ? eventPath(name) : eventGamesPath(name), { replace: true }));
  }
  return {
    title: 'Events',
    element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'Events')),
      events.length ? h('ol.recent', null, events.map(eventRow))
        : h('div.empty', null, h('p', null, 'There is no event yet. A tournament starts one:'),
          h('pre', null, h('code', null, 'quiver tournament amazons --bot ./my-bot --bot amazons-mcts')))),
  };
}
