// The bracket of a knockout or a double elimination: /events/EVENT/bracket. A column per round, the ties of a round in the order of the
// bracket; on a phone the rounds stand below each other. Fetched every three seconds while the page is visible, until it is complete.
// data-testid="bracket-round" with data-part and data-number; "bracket-tie", "bracket-place" with data-name; "bracket-winner".
import { h } from '../dom.js';
import { connectionLost } from '../live/announce.js';
import { api, eventGamesPath, eventPath } from '../live/api.js';
import { every, part, stopping } from '../live/refresh.js';
import { pointsText } from '../words.js';
import { bracketWords } from './bracket_words.js';
import { nameElement } from './name.js';

const words = bracketWords;

function placeRow(place, at, { winner, played }) {
  const name = place.name ? nameElement(place.display || place.name, 'span.bracket-name') : h('span.meta', null, place.bye ? words.nobody : words.open);
  const lost = winner !== undefined && winner !== at && place.name;
  return h('div', { class: `bracket-place${winner === at ? ' won' : ''}${lost ? ' lost' : ''}`, 'data-testid': 'bracket-place', 'data-name': place.name || null },
    h('span.bracket-seed', { title: place.seed ? words.seed(place.seed) : null }, place.seed || ''), name,
    winner === at ? h('span.unseen', null, ` ${words.goesOn} `) : null,
    h('span.bracket-points', null, played && place.name ? pointsText(place.points) : ''));
}

function state({ places, played, games, winner, decidedBy }) {
  if (places.some(({ bye }) => bye) || !games) return '';
  const count = winner === undefined ? words.of(played, games) : words.after(played);
  return decidedBy ? `${count}, ${words.decidedBy[decidedBy] ?? decidedBy}` : count;
}

function tieCard(event, tie) {
  const [first, second] = tie.places;
  const rows = tie.places.map((place, at) => placeRow(place, at, tie));
  const label = h('p.meta', null, state(tie));
  const live = tie.games > tie.played && tie.played > 0;
  const attributes = { class: `bracket-tie${live ? ' live' : ''}`, 'data-testid': 'bracket-tie' };
  return tie.played
    ? h('a', { ...attributes, href: eventGamesPath(event, { name: first.name, against: second.name }), 'data-key': `${first.name} ${second.name}` }, rows, label)
    : h('div', attributes, rows, label);
}

function roundTitle(format, { part: which, number, ties }) {
  if (which === 'final') return number > 1 ? words.again : words.parts.final;
  if (format === 'knockout') return words.rounds[ties.length] ?? words.round(number);
  return words.round(number);
}

function columns({ event, format, rounds }, which) {
  const mine = rounds.filter((round) => round.part === which);
  if (!mine.length) return null;
  const title = which === 'first' && format === 'double-elimination' ? words.parts.unbeaten : words.parts[which];
  return h('div.bracket-part', null, format === 'double-elimination' ? h('h2', null, title) : null,
    h('div.bracket', { class: `bracket ${which}`, tabindex: 0, role: 'region', 'aria-label': title },
      mine.map((round) => h('section.bracket-round', { 'data-testid': 'bracket-round', 'data-part': round.part, 'data-number': round.number },
        h(format === 'double-elimination' ? 'h3' : 'h2', null, roundTitle(format, round)), h('div.bracket-ties', null, round.ties.map((tie) => tieCard(event, tie)))))));
}

function rule({ format, games, mostGames }) {
  return [words.tieRule(games, mostGames), ...(format === 'double-elimination' ? [words.finalRule] : []), words.rules[format] ?? ''].join(' ');
}

export async function bracketView({ match: [event] }) {
  const places = { winner: h('p.bracket-winner', { 'data-testid': 'bracket-winner', role: 'status' }), parts: h('div'), rule: h('p.meta.bracket-rule') };
  let complete = false;
  const show = {
    winner: part(places.winner, (name) => (name ? words.winner(name) : null)),
    parts: part(places.parts, (bracket) => ['first', 'second', 'final'].map((which) => columns(bracket, which))),
    rule: part(places.rule, (...about) => rule(Object.fromEntries(['format', 'games', 'mostGames'].map((key, at) => [key, about[at]])))),
  };
  async function refresh() {
    const bracket = await api.bracket(event);
    const shown = bracket.rounds.flatMap(({ ties }) => ties).flatMap(({ places: both }) => both).find(({ name }) => name === bracket.winner);
    complete = bracket.complete;
    show.winner(bracket.winner && (shown?.display || bracket.winner));
    show.parts(bracket);
    show.rule(bracket.format, bracket.games, bracket.mostGames);
  }
  await refresh();
  const stop = every(() => complete || refresh().then(() => connectionLost(false), () => connectionLost(true)));
  return {
    title: words.title(event),
    element: h('div.page.bracket-page', null,
      h('header.page-head', null, h('h1', { tabindex: -1 }, event), h('p.meta', null, h('a', { href: eventPath(event), 'data-key': 'table' }, words.table))),
      places.winner, places.parts, places.rule),
    leave: stopping(stop),
  };
}
