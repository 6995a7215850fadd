// For a screen on a wall: one large board, the standings beside it, the latest results. Nothing can be clicked. It moves on to the most
// interesting game (live/interest.js) when one has ended, or when a much better one goes on. It runs for days: whatever it opens
// it closes, connections come back by themselves, and a new version of the page is loaded. data-testid: tv-game (data-id), tv-row,
// tv-result.
import { h, refill, retext } from '../dom.js';
import { createBoard } from '../games/board.js';
import { positionInWords } from '../games/in_words.js';
import { gameTitle, shapeName } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { Clocks } from '../live/clocks.js';
import { withChange } from '../live/event_table.js';
import { Interest, mostInteresting } from '../live/interest.js';
import { lobbyOf, withLobbyChange } from '../live/lobby_state.js';
import { LiveSocket } from '../live/socket.js';
import { WatchedGame } from '../live/watched_game.js';
import { text } from '../text/index.js';
import { eloText, pointsText, resultInWords } from '../words.js';
import { summaryOf } from './game_head.js';
import { nameElement } from './name.js';
import { progress } from './standings.js';

// How long the end of a game stays, how long a game is watched at least before a better one takes over, and by how much that has
// to be better.
const kEnd = 8000;
const kLeast = 60000;
const kBetter = 1.5;
const kLook = 1000;
// Rows of the table and results that fit on the screen; views.css has the sizes.
const kRows = 10;
const kResults = 4;

/** The board, the players and their clocks. */
class Stage {
  constructor(id, ended) {
    this.id = id;
    this.since = performance.now();
    this.element = h('section.tv-game', { 'data-testid': 'tv-game', 'data-id': id, 'aria-label': text.game });
    this.game = new WatchedGame(id, { changed: () => this.show(), ended: () => { this.endedAt = performance.now(); ended(); } });
  }

  build() {
    const { view, names } = this.game;
    this.clocks = new Clocks(view.seats);
    this.board = createBoard(view.start);
    this.seats = names.map((name, seat) => h('div.tv-seat', { 'data-seat': seat }, token(seat), nameElement(name), this.clocks.faces[seat]));
    this.line = h('p.tv-line');
    refill(this.element, h('div.tv-seats', { class: `tv-seats of-${names.length}` }, this.seats), h('div.tv-board', null, this.board.element), this.line);
  }

  show() {
    if (!this.board) this.build();
    const { position, before, last, status, names, view, timeline, over } = this.game;
    this.board.draw({ position, before, step: last, count: timeline.length, animate: true, label: positionInWords(position, names) });
    this.clocks.live(status, timeline.steps, this.game.arrived);
    this.seats.forEach((seat, at) => {
      seat.classList.toggle('turn', !over && position.toMove === at);
      seat.classList.toggle('won', over && status.winner === at);
      seat.classList.toggle('out', Boolean(position.seats[at]?.eliminated));
    });
    this.line.classList.toggle('over', over);
    retext(this.line, over ? resultInWords(summaryOf({ ...view, status }))
      : [gameTitle(view.game), shapeName(view.game, view.board), text.moveNumber(position.ply)].filter(Boolean).join(' · '));
  }

  leave() {
    this.game.close();
    this.clocks?.stop();
  }
}

function standingsRow({ rank, name, points, elo }) {
  return h('tr', { 'data-testid': 'tv-row', 'data-name': name }, h('td.number', null, rank), h('th', { scope: 'row' }, nameElement(name)),
    h('td.number', null, pointsText(points)), h('td.number', null, elo === undefined ? '–' : eloText(elo)));
}

class Wall {
  constructor() {
    this.interest = new Interest();
    this.place = h('div.tv-place');
    this.event = h('h2');
    this.about = h('p.tv-about');
    this.table = h('tbody');
    this.side = h('section.tv-standings', { hidden: true }, this.event, this.about, h('table', null, h('caption.unseen', null, text.standings), h('colgroup', null, h('col'), h('col'), h('col'), h('col')),
      h('thead.unseen', null, h('tr', null, [text.rank, text.nameHead, text.points, text.eloHead].map((words) => h('th', { scope: 'col' }, words)))), this.table));
    this.results = h('ol.tv-results-list');
    this.resultsPlace = h('section.tv-results', { hidden: true }, h('h2', null, text.latestResults), this.results);
    this.none = h('p.tv-none', { hidden: true }, text.nothingPlays);
    this.element = h('div.tv', null, h('h1.unseen', { tabindex: -1 }, text.wallScreen), this.place, this.none, h('div.tv-side', null, this.side, this.resultsPlace));
    this.lobbySocket = new LiveSocket('/ws/lobby', { heard: (message) => this.hear(message) });
    this.timer = setInterval(() => this.look(), kLook);
  }

  hear({ lobby, lobbyChange }) {
    if (lobby) {
      if (this.lobby) reloadIfNew();
      this.lobby = lobbyOf(lobby);
      this.follow(lobby.event);
    } else if (lobbyChange) this.lobby = withLobbyChange(this.lobby, lobbyChange);
    for (const game of lobby?.games ?? lobbyChange?.games ?? []) this.interest.note(game);
    this.showResults();
    this.look();
  }

  /** The standings of this event, if there is one. */
  follow(event) {
    if (event === this.followed) return;
    this.followed = event;
    this.tableSocket?.close();
    this.tableSocket = null;
    this.standings = null;
    this.showStandings();
    if (!event) return;
    this.tableSocket = new LiveSocket(`/ws/events/${encodeURIComponent(event)}`, {
      heard: ({ standings, standingsChange }) => {
        this.standings = standings ?? withChange(this.standings, standingsChange);
        this.showStandings();
      },
    });
  }

  showStandings() {
    const { standings } = this;
    this.side.hidden = !standings?.rows.length;
    this.places = new Map((standings?.rows ?? []).map(({ name }, at) => [name, at]));
    if (this.side.hidden) return;
    retext(this.event, standings.event);
    retext(this.about, progress(standings));
    refill(this.table, standings.rows.slice(0, kRows).map(standingsRow));
  }

  showResults() {
    const { recent } = this.lobby;
    if (recent === this.shownRecent) return;
    this.shownRecent = recent;
    this.interest.results(recent);
    this.resultsPlace.hidden = !recent.length;
    const known = new Set([...this.results.children].map((item) => item.dataset.id));
    refill(this.results, recent.slice(0, kResults).map((game) => h('li', {
      'data-testid': 'tv-result', 'data-id': game.id, class: known.size && !known.has(game.id) ? 'fresh' : null,
    }, resultInWords(game))));
  }

  /** Moves on to another game if it is time to. */
  look() {
    if (!this.lobby) return;
    const { rows, games } = this.lobby;
    const { stage } = this;
    const worth = (row) => this.interest.of(row, games.get(row.id), this.places ?? new Map(), this.standings?.rows.length ?? 0);
    const best = mostInteresting(rows.values(), worth, stage?.id);
    this.none.hidden = Boolean(stage || best);
    if (!best || !this.mayLeave(best, rows.get(stage?.id), worth)) return;
    stage?.leave();
    this.stage = new Stage(best.row.id, () => this.look());
    refill(this.place, this.stage.element);
  }

  mayLeave(best, row, worth) {
    const { stage } = this;
    if (!stage) return true;
    const now = performance.now();
    if (stage.endedAt !== undefined) return now - stage.endedAt >= kEnd;
    // The lobby knows that it has ended, and the game's own socket has not told it.
    if (!row) return now - (stage.goneAt ??= now) >= kEnd;
    stage.goneAt = undefined;
    return now - stage.since >= kLeast && best.value > worth(row) + kBetter;
  }

  leave() {
    clearInterval(this.timer);
    this.lobbySocket.close();
    this.tableSocket?.close();
    this.stage?.leave();
  }
}

/** After the referee was away: loads the page again if it has another script now, whose name has a hash of its content. */
async function reloadIfNew() {
  const script = document.querySelector('script[type=module]').getAttribute('src');
  const page = await fetch(location.pathname, { cache: 'no-store' }).then((response) => (response.ok ? response.text() : ''), () => '');
  if (page && !page.includes(script)) location.reload();
}

export async function tvView() {
  const wall = new Wall();
  return { title: text.wallScreen, element: wall.element, leave: () => wall.leave() };
}
