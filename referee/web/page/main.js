// The page's frame: picks the view for the address, and switches between views without reloading the page.
import { h } from './dom.js';
import { harmless } from './harmless.js';
import { api } from './live/api.js';
import { ownSeats } from './live/own_seats.js';
import { gamesView } from './views/event_games.js';
import { eventsView } from './views/events.js';
import { gameView } from './views/game.js';
import { lobbyView } from './views/lobby.js';
import { playView } from './views/play.js';
import { replayView } from './views/replay.js';
import { seatView } from './views/seat.js';
import { standingsView } from './views/standings.js';
import { workersView } from './views/workers.js';

const kRoutes = [
  [/^\/$/, 'lobby', lobbyView],
  [/^\/games\/([^/]+)$/, 'lobby', gameView],
  [/^\/replay$/, 'replay', replayView],
  [/^\/events$/, 'events', eventsView],
  [/^\/events\/([^/]+)$/, 'events', standingsView],
  [/^\/events\/([^/]+)\/games$/, 'events', gamesView],
  [/^\/workers$/, 'workers', workersView],
  [/^\/play$/, 'play', playView],
  [/^\/seat$/, 'play', seatView],
];

const main = document.getElementById('main');
const back = document.getElementById('back');
let current = null;
let visit = 0;

/** Shows the links to pages that this referee has something for. */
function navigation({ play, workers }) {
  document.querySelector('nav [data-page=play]').hidden = !play;
  document.querySelector('nav [data-page=workers]').hidden = !workers;
}

function problem(status, sentence) {
  const missing = status === 404;
  return {
    title: missing ? 'Not found' : 'Something went wrong',
    element: h('div.problem', { 'data-testid': 'problem' },
      h('h1', { tabindex: -1 }, missing ? 'Not found' : 'Something went wrong'),
      h('p', null, sentence),
      h('p.actions', null, h('a.button.primary', { href: '/' }, 'To the lobby'),
        missing ? null : h('button', { type: 'button', onclick: () => show() }, 'Try again'))),
  };
}

/** A link back to the visitor's own running game. */
function wayBack(url) {
  const [seat] = url.pathname === '/seat' ? [] : ownSeats();
  back.hidden = !seat;
  back.replaceChildren(...(seat ? [h('span', null, 'Your game is still running. '), h('a', { href: `/seat?table=${encodeURIComponent(seat.table)}` }, 'Back to your seat')] : []));
}

function put(view, page, { focus }) {
  current?.leave?.();
  current = view;
  main.replaceChildren(view.element);
  document.title = harmless(`${view.title} – Quiver`);
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.page === page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (!focus) return;
  scrollTo(0, 0);
  (main.querySelector('h1') ?? main).focus({ preventScroll: true });
}

/** Shows the view of the address. A view that was overtaken by another one while it loaded is closed again. */
async function show({ focus = true } = {}) {
  const mine = ++visit;
  const url = new URL(location.href);
  wayBack(url);
  const found = kRoutes.map(([pattern, page, view]) => ({ parts: pattern.exec(url.pathname), page, view })).find(({ parts }) => parts);
  const failed = (error) => { if (mine === visit) put(problem(error.status, error.message), found?.page, { focus: true }); };
  if (!found) return put(problem(404, 'There is no page at this address.'), undefined, { focus });
  try {
    const match = found.parts.slice(1).map(decodeURIComponent);
    const view = await found.view({ match, query: url.searchParams, url, go, failed, navigation });
    if (mine === visit) put(view, found.page, { focus });
    else view.leave?.();
  } catch (error) {
    if (error.status === undefined && !(error instanceof URIError)) console.error(error);
    failed(error);
  }
}

function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  return show();
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.hasAttribute('download') || link.target || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.getAttribute('href').startsWith('#')) document.querySelector(link.hash).focus();
  else go(link.href);
});
addEventListener('popstate', () => show());

show({ focus: false });
api.lobby().then(navigation, () => {});
api.events().then(({ events }) => {
  const link = document.querySelector('nav [data-page=events]');
  link.hidden = !events.length;
  if (!events.some(({ standings }) => standings)) link.textContent = 'Games';
}, () => {});
