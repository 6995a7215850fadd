// The page's frame: picks the view for the address, and switches between views without reloading the page.
import { errorText, h } from './dom.js';
import { harmless } from './harmless.js';
import { lateView } from './live/late.js';
import { followAnnouncements } from './live/notice.js';
import { ownSeats } from './live/own_seats.js';
import { Places } from './live/places.js';
import { hasTeams } from './live/team_session.js';
import { chooseLanguage, kTables, language, otherLanguage, text } from './text/index.js';
import { gameView } from './views/game.js';
import { lobbyView } from './views/lobby.js';
import { standingsView } from './views/standings.js';

const kRoutes = [
  [/^\/$/, 'lobby', lobbyView],
  [/^\/games\/([^/]+)$/, 'lobby', gameView],
  [/^\/replay$/, 'replay', lateView('replayView')],
  [/^\/events$/, 'events', lateView('eventsView')],
  [/^\/events\/([^/]+)$/, 'events', standingsView],
  [/^\/events\/([^/]+)\/games$/, 'events', lateView('gamesView')],
  [/^\/events\/([^/]+)\/bracket$/, 'events', lateView('bracketView')],
  [/^\/events\/([^/]+)\/bots\/([^/]+)$/, 'events', lateView('botView')],
  [/^\/workers$/, 'workers', lateView('workersView')],
  [/^\/play$/, 'play', lateView('playView')],
  [/^\/seat$/, 'play', lateView('seatView')],
  [/^\/tv$/, 'tv', lateView('tvView')],
  [/^\/my$/, 'my', lateView('myView')],
  [/^\/join$/, 'my', lateView('joinView')],
  [/^\/admin$/, 'my', lateView('adminView')],
];

const main = document.getElementById('main');
const back = document.getElementById('back');
const places = new Places();
let current = null;
let visit = 0;

/** Shows the links to what there is here, as index.html says. */
function navigation() {
  const here = document.querySelector('meta[name=quiver]').content.split(' ');
  document.querySelector('nav [data-page=play]').hidden = !here.includes('play');
  document.querySelector('nav [data-page=workers]').hidden = !here.includes('workers');
  document.querySelector('nav [data-page=my]').hidden = !hasTeams();
  const events = document.querySelector('nav [data-page=events]');
  events.hidden = !here.includes('store');
  if (!['tournament', 'ladder'].includes(here[0])) events.textContent = text.games;
}

function problem(error) {
  const missing = error.status === 404;
  const title = missing ? text.notFound : text.wentWrong;
  return {
    title,
    element: h('div.problem', { 'data-testid': 'problem' },
      h('h1', { tabindex: -1 }, title),
      h('p', null, errorText(error)),
      h('p.actions', null, h('a.button.primary', { href: '/' }, text.toLobby),
        missing ? null : h('button', { type: 'button', onclick: () => show() }, text.tryAgain))),
  };
}

/** A link back to the visitor's own running game. */
function wayBack(url) {
  const [seat] = url.pathname === '/seat' ? [] : ownSeats();
  back.hidden = !seat;
  back.replaceChildren(...(seat ? [h('span', null, text.stillRunning, ' '), h('a', { href: `/seat?table=${encodeURIComponent(seat.table)}` }, text.backToSeat)] : []));
}

function put(view, page, { focus, place }) {
  current?.leave?.();
  current = view;
  main.replaceChildren(view.element);
  // A screen on a wall has no frame around the view.
  document.body.classList.toggle('on-wall', page === 'tv');
  document.title = harmless(text.titleOf(view.title));
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.page === page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (place) return places.restore(place, main);
  if (!focus) return undefined;
  scrollTo(0, 0);
  (main.querySelector('h1') ?? main).focus({ preventScroll: true });
  return undefined;
}

/** Shows the view of the address. A view that was overtaken by another one while it loaded is closed again. */
async function show({ focus = true, place } = {}) {
  const mine = ++visit;
  const url = new URL(location.href);
  wayBack(url);
  const found = kRoutes.map(([pattern, page, view]) => ({ parts: pattern.exec(url.pathname), page, view })).find(({ parts }) => parts);
  const failed = (error) => { if (mine === visit) put(problem(error), found?.page, { focus: true }); };
  if (!found) return put(problem({ status: 404, message: text.noSuchPage, own: true }), undefined, { focus });
  try {
    const match = found.parts.slice(1).map(decodeURIComponent);
    const view = await found.view({ match, query: url.searchParams, url, go, readdress, failed });
    if (mine === visit) put(view, found.page, { focus, place });
    else view.leave?.();
  } catch (error) {
    if (error.status === undefined && !(error instanceof URIError)) console.error(error);
    failed(error);
  }
}

/** Fills in the words of index.html, and the switch to the other language, which loads the page again. */
function speak() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = text[element.dataset.text];
  for (const element of document.querySelectorAll('[data-label]')) element.setAttribute('aria-label', text[element.dataset.label]);
  const change = document.getElementById('language');
  change.textContent = kTables[otherLanguage].name;
  change.lang = otherLanguage;
  change.addEventListener('click', () => {
    chooseLanguage(otherLanguage);
    location.reload();
  });
}

/** Another address for what is shown: for a choice within a view. With `push` Back returns to the choice before. */
function readdress(path, { push = false } = {}) {
  if (push) places.push(path);
  else places.replace(path);
}

function go(path, { replace = false } = {}) {
  readdress(path, { push: !replace });
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
addEventListener('popstate', () => show({ place: places.back() }));

speak();
navigation();
followAnnouncements();
show({ focus: false, place: places.back() });
