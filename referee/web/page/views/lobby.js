// The lobby: running games, latest results, competitors. A few games are shown as boards; of many all are listed with their clocks, and
// some as boards. data-testid: lobby-game (data-id), recent-game, competitor, lobby-search, lobby-filter, no-match.
import { h, refill, retext } from '../dom.js';
import { gameTitle, shapeName } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { botPath, gamePath } from '../live/api.js';
import { lobbyOf, withLobbyChange } from '../live/lobby_state.js';
import { LiveSocket } from '../live/socket.js';
import { WatchedGame } from '../live/watched_game.js';
import { text } from '../text/index.js';
import { nameFilter } from '../words.js';
import { gameRow } from './game_row.js';
import { gameList } from './lobby_list.js';
import { nameElement } from './name.js';
import { thumbnail } from './thumbnail.js';

// With more games than this there is a list, and so many boards above it.
const kFew = 8;
const kBoards = 6;

class Card {
  constructor(game) {
    this.picture = thumbnail(game.position);
    this.seats = game.names.map((name, seat) => h('li', null, token(seat), nameElement(name)));
    this.ply = h('span.ply');
    this.turn = h('span.unseen');
    this.element = h('li', null, h('a.card', { href: gamePath(game.id), 'data-testid': 'lobby-game', 'data-id': game.id, 'data-key': game.id },
      this.picture.element,
      h('div.card-text', null, h('ul.card-seats', null, this.seats), h('p.meta', null, gameTitle(game.game), ' · ', this.ply, this.turn))));
  }

  show(game) {
    if (game === this.game) return;
    this.game = game;
    const { position, last, names } = game;
    this.picture.show(position, last, names);
    retext(this.ply, text.moveNumber(position?.ply ?? last?.ply ?? 0));
    const turn = position ? position.toMove : last?.toMove;
    this.seats.forEach((seat, index) => seat.classList.toggle('to-move', index === turn));
    this.seats.forEach((seat, index) => seat.classList.toggle('out', Boolean(position?.seats[index]?.eliminated)));
    retext(this.turn, turn === undefined ? '' : text.commaToMove(names[turn]));
  }
}

function competitorRow({ name, games, playing, capacity, connected }, event) {
  return h('li.competitor', { 'data-testid': 'competitor', class: connected ? 'competitor' : 'competitor away' },
    event ? h('a.name', { href: botPath(event, name), 'data-key': `competitor ${name}` }, nameElement(name, 'span')) : nameElement(name), h('span.meta', null, connected ? games.map(gameTitle).join(', ') : text.away),
    h('span.meta.load', { title: text.gamesAtOnce }, text.playing(playing, capacity)));
}

// The address for bots, as seen from here: the referee only knows the address that it listens on.
const addressFromHere = (address) => address.replace(/\/\/(0\.0\.0\.0|\[::\]):/, `//${location.hostname}:`);

const nothingPlays = ({ play, address }) => h('div.empty', null,
  h('p', null, text.nothingPlays),
  address ? h('p', null, text.connectBot) : null,
  address ? h('pre', null, h('code', null, `./my-bot --connect ${addressFromHere(address)} --name my-bot`)) : null,
  play ? h('p', null, text.orPlay[0], h('a', { href: '/play' }, text.orPlay[1]), text.orPlay[2]) : null);

class LobbyPage {
  constructor() {
    this.cards = new Map();
    this.peeks = new Map(); // boards that the lobby does not send: games watched for a filter
    this.list = gameList();
    const select = (label) => h('select', { 'aria-label': label, 'data-testid': 'lobby-filter', onchange: () => this.show() });
    this.search = h('input', { type: 'search', 'data-testid': 'lobby-search', 'aria-label': text.searchPlayer, placeholder: text.searchPlayer, oninput: () => this.show() });
    this.game = select(text.game);
    this.board = select(text.boardLegend);
    this.parts = {
      count: h('span.count'), spectators: h('p.meta', { 'data-testid': 'spectators' }), links: h('p.actions'),
      cards: h('ul.cards'), none: h('div'), more: h('p.meta'), recent: h('ol.recent'), competitors: h('ul.competitors'),
      nobody: h('p.empty', { hidden: true }, text.nobodyConnected), noResult: h('p.empty', { hidden: true }, text.noResult),
      noMatch: h('p.empty', { hidden: true, 'data-testid': 'no-match' }, text.noGameMatches),
      filters: h('div.filters', { role: 'search', hidden: true }, this.search, this.game, this.board),
    };
    const { count, spectators, links, cards, none, more, recent, competitors, nobody, noResult, noMatch, filters } = this.parts;
    this.all = h('section.all-games', { hidden: true }, h('h2', null, text.allRunning), this.list.element, more);
    this.element = h('div.lobby', null,
      h('header.page-head', null, h('h1', { tabindex: -1 }, text.nowPlaying, ' ', count), spectators, links),
      filters,
      h('section.now', { 'aria-label': text.runningGames }, cards, none, noMatch),
      h('div.lower', null, this.all,
        h('section.results', null, h('h2', null, text.latestResults), recent, noResult),
        h('section.who', null, h('h2', null, text.competitors), competitors, nobody)));
  }

  snapshot(message) {
    this.lobby = lobbyOf(message);
    this.shownRecent = this.shownCompetitors = null;
    this.show();
    refill(this.parts.links, message.event ? h('a.button', { href: `/events/${encodeURIComponent(message.event)}` }, text.standings) : null,
      h('a.button', { href: '/tv' }, text.wallScreen), message.play ? h('a.button.primary', { href: '/play' }, text.play) : null);
  }

  change(message) {
    this.lobby = withLobbyChange(this.lobby, message);
    this.show();
  }

  /** Whether a game or a result is one of those that were asked for. */
  filter() {
    const name = nameFilter(this.search.value);
    const [game, board] = [this.game.value, this.board.value];
    return { active: Boolean(this.search.value.trim() || game || board),
      matches: (one) => (!game || one.game === game) && (!board || one.board === board) && (one.names ?? one.seats.map((seat) => seat.name)).some(name) };
  }

  show() {
    const { lobby, parts } = this;
    const rows = [...lobby.rows.values()];
    this.offerChoices(rows);
    const { active, matches } = this.filter();
    const found = rows.filter(matches);
    const many = rows.length > kFew;
    parts.filters.hidden = !many && !active;
    this.all.hidden = !many;
    this.element.classList.toggle('crowded', many);
    if (many) this.list.show(found);
    this.showBoards(many ? this.boards(found, active) : found.filter(({ id }) => lobby.games.has(id)));
    this.showCounts(rows.length, found.length, active);
    this.showRecent(matches, active);
    if (lobby.competitors !== this.shownCompetitors) this.showCompetitors(lobby.competitors);
  }

  /** The games and boards that there are, as choices. */
  offerChoices(rows) {
    const both = [...rows, ...this.lobby.recent];
    const offer = (select, all, label, values) => {
      const wanted = [...new Set(values)].sort();
      if (select.value && !wanted.includes(select.value)) wanted.push(select.value);
      const key = wanted.join('\n');
      if (select.dataset.offers === key) return;
      select.dataset.offers = key;
      const { value } = select;
      select.replaceChildren(h('option', { value: '' }, all), ...wanted.map((one) => h('option', { value: one, selected: one === value }, label(one))));
    };
    offer(this.game, text.allTheGames, gameTitle, both.map(({ game }) => game));
    const games = new Map(both.map(({ game, board }) => [board, game]));
    offer(this.board, text.allBoards, (board) => shapeName(games.get(board), board) || board, both.map(({ board }) => board));
  }

  /** Which of many games are shown as boards: those whose positions are sent, or with a filter the first ones that match. */
  boards(found, active) {
    return (active ? found : found.filter(({ id }) => this.lobby.games.has(id))).slice(0, kBoards);
  }

  showBoards(rows) {
    const { cards, peeks, lobby } = this;
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, card] of cards) if (!ids.has(id)) { card.element.remove(); cards.delete(id); }
    for (const [id, peek] of peeks) if (!ids.has(id) || lobby.games.has(id)) { peek.close(); peeks.delete(id); }
    for (const { id } of rows) {
      if (lobby.games.has(id)) this.showCard(lobby.games.get(id));
      else if (!peeks.has(id)) peeks.set(id, new WatchedGame(id, { changed: (watched) => { if (peeks.has(id)) this.showPeek(watched); } }));
    }
  }

  showCard(game) {
    const { cards, parts } = this;
    if (!cards.has(game.id)) {
      cards.set(game.id, new Card(game));
      parts.cards.append(cards.get(game.id).element);
    }
    cards.get(game.id).show(game);
  }

  showPeek({ id, view, position, last, names }) {
    this.showCard({ id, game: view.game, board: view.board, names, position, last });
  }

  showCounts(rows, found, active) {
    const { lobby, parts, cards } = this;
    retext(parts.count, active ? text.someOf(found, lobby.numGames) : text.number(lobby.numGames));
    retext(parts.spectators, text.spectators(lobby.spectators));
    const hidden = lobby.numGames - rows;
    retext(parts.more, hidden > 0 ? text.moreGames(hidden) : '');
    parts.noMatch.hidden = !rows || found > 0 || !active;
    const key = `${cards.size + rows > 0} ${lobby.play} ${lobby.address}`;
    if (this.shownNone !== key) refill(parts.none, cards.size + rows ? null : nothingPlays(lobby));
    this.shownNone = key;
  }

  showRecent(matches, active) {
    const { recent } = this.lobby;
    const key = active ? null : recent;
    if (key && key === this.shownRecent) return;
    this.shownRecent = key;
    const found = recent.filter(matches);
    this.parts.noResult.hidden = found.length > 0;
    refill(this.parts.recent, found.map((game) => gameRow(game, { testid: 'recent-game' })));
  }

  showCompetitors(competitors) {
    this.shownCompetitors = competitors;
    this.parts.nobody.hidden = competitors.length > 0;
    refill(this.parts.competitors, competitors.map((one) => competitorRow(one, this.lobby.event)));
  }

  leave() {
    this.list.leave();
    for (const peek of this.peeks.values()) peek.close();
  }
}

export async function lobbyView() {
  const page = new LobbyPage();
  const live = new LiveSocket('/ws/lobby', {
    heard: ({ lobby, lobbyChange }) => {
      if (lobby) page.snapshot(lobby);
      if (lobbyChange) page.change(lobbyChange);
    },
  });
  return {
    title: text.lobby,
    element: page.element,
    leave() {
      live.close();
      page.leave();
    },
  };
}
