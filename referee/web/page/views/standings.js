// The standings of an event: table, SPRT, crosstable, ratings over time, with a search over all. The table comes over a web socket:
// whole at first, then what has changed. Of an event on several boards the visitor may choose one: then table and crosstable are about
// the games there. data-testid: search, no-match, and those of the parts.
import { h, inEnglish, refill } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { api, bracketPath, eventGamesPath } from '../live/api.js';
import { lacksScores, withChange, withScores } from '../live/event_table.js';
import { pinnedNames, togglePinned } from '../live/pinned.js';
import { late } from '../live/late.js';
import { LiveSocket } from '../live/socket.js';
import { whoAmI } from '../live/team_session.js';
import { text } from '../text/index.js';
import { nameFilter } from '../words.js';
import { BoardFilter } from './board_filter.js';
import { bracketWords, hasBracket } from './bracket_words.js';
import { Crosstable } from './crosstable.js';
import { ratingChart } from './ratings.js';
import { sprtGauge } from './sprt.js';
import { StandingsTable } from './standings_table.js';

// From so many entrants on the table has a scrollbar of its own, under a header that stays.
const kTall = 25;

export function progress({ kind, format, game, played, planned, complete, board }) {
  const count = planned ? text.playedOf(played, planned) : text.numGames(played);
  return [gameTitle(game), text.formats[format || kind] ?? format, complete ? text.complete(count) : count, ...(board ? [text.onBoard(board)] : [])].join(' · ');
}

/** A part of the page that is rebuilt only when its values have changed. */
function part(element, make) {
  let before;
  return (...values) => {
    const now = JSON.stringify(values);
    if (now === before) return;
    before = now;
    refill(element, make(...values));
  };
}

const region = (name, label) => h(`div.wide.${name}`, { tabindex: 0, role: 'region', 'aria-label': label });

class StandingsPage {
  constructor(event, board) {
    this.event = event;
    this.boards = new BoardFilter(event, board, () => this.show());
    this.pinned = pinnedNames();
    this.matches = () => true;
    this.table = new StandingsTable(event, (name) => this.pin(name), async (name) => (await late('challengeDialog'))(name, this.now.boards ?? []));
    this.crosstable = new Crosstable(event, () => this.readScores());
    this.chart = ratingChart(event);
    this.places = { meta: h('p.meta'), stopped: h('div'), sprt: h('section.sprt'), table: region('table', text.standings), rule: h('p.meta') };
    this.search = h('input', { type: 'search', 'data-testid': 'search', placeholder: text.searchName, 'aria-label': text.searchName, oninput: () => this.filter() });
    this.noMatch = h('p.empty', { hidden: true, 'data-testid': 'no-match' }, text.noMatch);
    this.nobody = h('p.empty', { hidden: true }, text.nobodyPlayed);
    this.places.table.append(this.table.element);
    this.shows = {
      meta: part(this.places.meta, (table) => [progress(table), ' · ', h('a', { href: eventGamesPath(event), 'data-key': 'games' }, text.allGames),
        ...(hasBracket(table.format) ? [' · ', h('a', { href: bracketPath(event), 'data-key': 'bracket' }, bracketWords.link)] : [])]),
      rule: part(this.places.rule, (format) => bracketWords.rules[format] ?? null),
      stopped: part(this.places.stopped, (stopped) => stopped.map((sentence) => h('p.warning', null, inEnglish(sentence)))),
      sprt: part(this.places.sprt, (sprt) => (sprt ? sprtGauge(sprt) : null)),
    };
    this.element = h('div.page.standings-page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, event), this.places.meta, h('div.actions', null, this.boards.element, this.search)),
      this.places.stopped, this.nobody, this.noMatch, this.places.table, this.places.rule, this.places.sprt, this.crosstable.element, this.chart.element);
  }

  take(table) {
    this.now = table;
    this.scores = undefined;
    this.show();
    this.chart.take(table, this.pinned);
  }

  change(change) {
    this.now = withChange(this.now, change);
    this.show();
    this.chart.extend(this.now, this.pinned);
  }

  /** The scores against each opponent, which a large table's first message does not have. */
  async readScores() {
    this.scores ??= api.standings(this.event);
    try {
      const whole = await this.scores;
      this.now = withScores(this.now, whole);
      this.show();
    } catch { this.scores = undefined; }
  }

  show() {
    const { pinned, matches } = this;
    const now = this.boards.table(this.now);
    const { rows, ...about } = now;
    this.shows.meta(about);
    this.shows.stopped(now.stopped);
    this.shows.rule(now.board ? 'ladder' : now.format || now.kind);
    this.shows.sprt(now.sprt);
    this.nobody.hidden = rows.length > 0;
    this.search.hidden = rows.length < 2;
    this.places.table.hidden = !rows.length;
    this.places.table.classList.toggle('tall', rows.length >= kTall);
    this.table.show(now, matches, pinned);
    this.noMatch.hidden = !rows.length || rows.some(({ name }) => matches(name));
    this.crosstable.show(rows, matches, now === this.now && lacksScores(now));
  }

  /** A team that has signed in may challenge the others. */
  async offerChallenges() {
    const me = await whoAmI().catch(() => null);
    if (!me || me.admin || me.state === 'TEAM_DISQUALIFIED') return;
    this.table.challenger = me.id;
    this.show();
  }

  filter() {
    this.matches = nameFilter(this.search.value);
    this.show();
  }

  pin(name) {
    this.pinned = togglePinned(name);
    this.show();
    this.chart.take(this.now, this.pinned);
  }
}

export async function standingsView({ match: [event], query, failed }) {
  const page = new StandingsPage(event, query.get('board') ?? '');
  let live;
  await new Promise((resolve, reject) => {
    live = new LiveSocket(`/ws/events/${encodeURIComponent(event)}`, {
      heard: ({ standings, standingsChange }) => {
        if (standings) page.take(standings);
        if (standingsChange) page.change(standingsChange);
        resolve();
      },
      // The upgrade fails in the same way whether the event or the network is gone: so ask the API something short.
      retried: async () => {
        const error = await api.ratings(event, ['.']).then(() => null, (caught) => caught);
        if (!error || (page.now && error.status !== 404)) return;
        live.close();
        if (page.now) failed(error);
        else reject(error);
      },
    });
  });
  page.offerChallenges();
  return {
    title: text.standingsTitle(event),
    element: page.element,
    leave() {
      live.close();
      page.chart.leave();
      page.crosstable.leave();
      page.boards.leave();
    },
  };
}
