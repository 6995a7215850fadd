// The lobby: running games, latest results, competitors. data-testid: lobby-game (data-id), recent-game, competitor.
import { h, refill, retext } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { gamePath } from '../live/api.js';
import { LiveSocket } from '../live/socket.js';
import { text } from '../text/index.js';
import { gameRow } from './game_row.js';
import { thumbnail } from './thumbnail.js';

const kRecent = 24;

class Card {
  constructor(game) {
    this.picture = thumbnail(game.position);
    this.seats = game.names.map((name, seat) => h('li', null, token(seat), h('span.name', null, name)));
    this.ply = h('span.ply');
    this.turn = h('span.unseen');
    this.element = h('li', null, h('a.card', { href: gamePath(game.id), 'data-testid': 'lobby-game', 'data-id': game.id, 'data-key': game.id },
      this.picture.element,
      h('div.card-text', null, h('ul.card-seats', null, this.seats), h('p.meta', null, gameTitle(game.game), ' · ', this.ply, this.turn))));
    this.show(game);
  }

  show({ position, last, names }) {
    this.picture.show(position, last, names);
    retext(this.ply, text.moveNumber(position?.ply ?? last?.ply ?? 0));
    const turn = position ? position.toMove : last?.toMove;
    this.seats.forEach((seat, index) => seat.classList.toggle('to-move', index === turn));
    this.seats.forEach((seat, index) => seat.classList.toggle('out', Boolean(position?.seats[index]?.eliminated)));
    retext(this.turn, turn === undefined ? '' : text.commaToMove(names[turn]));
  }
}

function competitorRow({ name, games, playing, capacity, connected }) {
  return h('li.competitor', { 'data-testid': 'competitor', class: connected ? 'competitor' : 'competitor away' },
    h('span.name', null, name), h('span.meta', null, connected ? games.map(gameTitle).join(', ') : text.away),
    h('span.meta.load', { title: text.gamesAtOnce }, text.playing(playing, capacity)));
}

// The address for bots, as seen from here: the referee only knows the address that it listens on.
const addressFromHere = (address) => address.replace(/\/\/(0\.0\.0\.0|\[::\]):/, `//${location.hostname}:`);

const nothingPlays = ({ play, address }) => h('div.empty', null,
  h('p', null, text.nothingPlays),
  address ? h('p', null, text.connectBot) : null,
  address ? h('pre', null, h('code', null, `./my-bot --connect ${addressFromHere(address)} --name my-bot`)) : null,
  play ? h('p', null, text.orPlay[0], h('a', { href: '/play' }, text.orPlay[1]), text.orPlay[2]) : null);

function lobbyPage() {
  const parts = {
    count: h('span.count'), spectators: h('p.meta', { 'data-testid': 'spectators' }), links: h('p.actions'),
    games: h('ul.cards'), none: h('div'), more: h('p.meta'), recent: h('ol.recent'), competitors: h('ul.competitors'),
    nobody: h('p.empty', { hidden: true }, text.nobodyConnected), noResult: h('p.empty', { hidden: true }, text.noResult),
  };
  parts.element = h('div.lobby', null,
    h('header.page-head', null, h('h1', { tabindex: -1 }, text.nowPlaying, ' ', parts.count), parts.spectators, parts.links),
    h('section.now', { 'aria-label': text.runningGames }, parts.games, parts.none, parts.more),
    h('div.lower', null,
      h('section', null, h('h2', null, text.latestResults), parts.recent, parts.noResult),
      h('section', null, h('h2', null, text.competitors), parts.competitors, parts.nobody)));
  return parts;
}

export async function lobbyView({ navigation }) {
  const page = lobbyPage();
  const cards = new Map();
  let recent = [];
  let lobby = {};

  function showGame(game) {
    const known = cards.get(game.id);
    if (known) return known.show(game);
    const card = new Card(game);
    cards.set(game.id, card);
    page.games.append(card.element);
  }
  function drop(id) {
    cards.get(id)?.element.remove();
    cards.delete(id);
  }
  function showCounts({ numGames, spectators }) {
    retext(page.count, text.number(numGames));
    retext(page.spectators, text.spectators(spectators));
    const hidden = numGames - cards.size;
    retext(page.more, hidden > 0 && cards.size ? text.moreGames(hidden) : '');
    refill(page.none, cards.size ? null : nothingPlays(lobby));
  }
  function showRecent() {
    page.noResult.hidden = recent.length > 0;
    refill(page.recent, recent.map((game) => gameRow(game, { testid: 'recent-game' })));
  }
  function showCompetitors(competitors) {
    page.nobody.hidden = competitors.length > 0;
    refill(page.competitors, competitors.map(competitorRow));
  }

  function snapshot(now) {
    lobby = now;
    const ids = new Set(now.games.map(({ id }) => id));
    [...cards.keys()].filter((id) => !ids.has(id)).forEach(drop);
    now.games.forEach(showGame);
    recent = now.recent;
    showRecent();
    showCompetitors(now.competitors);
    showCounts(now);
    navigation(now);
    refill(page.links, now.event ? h('a.button', { href: `/events/${encodeURIComponent(now.event)}` }, text.standings) : null,
      now.play ? h('a.button.primary', { href: '/play' }, text.play) : null);
  }
  function change(now) {
    now.gone.forEach(drop);
    now.games.forEach(showGame);
    const known = new Set(recent.map(({ id }) => id));
    const fresh = now.recent.filter(({ id }) => !known.has(id));
    recent = [...fresh, ...recent].slice(0, kRecent);
    if (fresh.length) showRecent();
    if (now.competitors) showCompetitors(now.competitors.competitors);
    showCounts(now);
  }

  const live = new LiveSocket('/ws/lobby', {
    heard: (message) => {
      if (message.lobby) snapshot(message.lobby);
      if (message.lobbyChange) change(message.lobbyChange);
    },
  });
  return { title: text.lobby, element: page.element, leave: () => live.close() };
}
