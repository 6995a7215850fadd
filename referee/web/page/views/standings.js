// The standings of an event: table, SPRT, crosstable, ratings over time. Fetched every three seconds while the event is running
// and the page is visible, and not at all once nothing can change. Parts that have not changed are left alone. data-testid="standings-row" with data-name.
import { h, inEnglish, refill, s } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { connectionLost } from '../live/announce.js';
import { api, eventGamesPath } from '../live/api.js';
import { text } from '../text/index.js';
import { decimalText, eloText, pointsText } from '../words.js';
import { ratingChart } from './chart.js';
import { matrix } from './matrix.js';

const kEvery = 3000;
// After the end the ratings may lag behind the table: how often they are fetched again.
const kAfterTheEnd = 3;

/** One scale for all error bars of a table. */
function scaleOf(rows) {
  const ends = rows.flatMap(({ elo, eloLow, eloHigh }) => (elo === undefined ? [] : [eloLow ?? elo, eloHigh ?? elo]));
  const low = Math.min(...ends);
  const span = Math.max(...ends) - low || 1;
  return (elo) => 4 + ((elo - low) / span) * 112;
}

function errorBar({ elo, eloLow = elo, eloHigh = elo }, at) {
  return s('svg.error-bar', { viewBox: '0 0 120 16', 'aria-hidden': 'true' },
    s('path.whisker', { d: `M${at(eloLow)} 8H${at(eloHigh)}M${at(eloLow)} 4v8M${at(eloHigh)} 4v8` }),
    s('circle.estimate', { cx: at(elo), cy: 8, r: 4 }));
}

function eloCell(row, at) {
  if (row.elo === undefined) return h('td.elo', null, '–');
  const half = row.eloLow === undefined ? null : Math.round((row.eloHigh - row.eloLow) / 2);
  return h('td.elo', { title: row.provisional ? text.provisional : null },
    h('span.number', null, eloText(row.elo), row.provisional ? '?' : ''), half === null ? null : h('span.half', null, ` ±${half}`), errorBar(row, at));
}

function row(entry, at, event, tieBreak) {
  const { rank, name, points, games, wins, draws, losses, faults, active } = entry;
  // A rating that is based on an assumed draw says nothing about the next entrant.
  const superiority = entry.provisional ? undefined : entry.superiority;
  return h('tr', { 'data-testid': 'standings-row', 'data-name': name, class: active ? null : 'inactive' },
    h('td.number', null, rank),
    h('th', { scope: 'row' }, h('a', { href: eventGamesPath(event, { name }), 'data-key': `row ${name}` }, name), active ? null : h('span.meta', null, ' ', text.droppedOut)),
    h('td.number.strong', null, pointsText(points)), h('td.number', null, games), h('td.number', null, `${wins} / ${draws} / ${losses}`),
    tieBreak ? h('td.number', null, pointsText(entry.tieBreak)) : null,
    eloCell(entry, at), h('td.number', null, superiority === undefined ? '' : text.percent(superiority)),
    h('td.faults', null, faults.map(({ reason, count }) => `${count} × ${text.faults[reason] ?? reason}`).join(', ')));
}

function table({ rows, event, tieBreak }) {
  const at = scaleOf(rows);
  const head = (words, title) => h('th', { scope: 'col', title }, words);
  return h('table.standings', null, h('caption.unseen', null, text.standingsOf(event)),
    h('thead', null, h('tr', null, head('#', text.rank), head(text.nameHead), head(text.points), head(text.gamesHead), head(text.results, text.resultsTitle),
      tieBreak ? head(text.tieBreaks[tieBreak] ?? tieBreak, text.tieBreak) : null, head(text.elo), head(text.superiority, text.superiorityTitle), head(text.faultsHead))),
    h('tbody', null, rows.map((entry) => row(entry, at, event, tieBreak))));
}

function sprtGauge({ elo0, elo1, llr, lower, upper, pairs, verdict, alpha, beta }) {
  const at = (value) => Math.max(0, Math.min(200, ((value - lower) / (upper - lower)) * 200));
  const words = text.afterPairs(text.verdicts[verdict] ?? verdict, pairs);
  return [h('h2', null, text.sprt),
    s('svg.gauge', { viewBox: '-4 0 208 26', role: 'img', 'aria-label': text.likelihood(decimalText(llr), decimalText(lower), decimalText(upper)) },
      s('rect.track', { x: 0, y: 9, width: 200, height: 8, rx: 4 }),
      s('line.zero', { x1: at(0), x2: at(0), y1: 5, y2: 21 }),
      s('rect.filled', { x: Math.min(at(0), at(llr)), y: 9, width: Math.abs(at(llr) - at(0)), height: 8 }),
      s('circle.estimate', { cx: at(llr), cy: 13, r: 5.5 })),
    h('p', null, h('strong', null, words), text.sprtStops(decimalText(llr), decimalText(lower), elo0, decimalText(upper), elo1, text.number(alpha), text.number(beta)))];
}

function progress({ kind, format, game, played, planned, complete }) {
  const count = planned ? text.playedOf(played, planned) : text.numGames(played);
  return [gameTitle(game), text.formats[format || kind] ?? format, complete ? text.complete(count) : count].join(' · ');
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

function every(action) {
  const tick = () => { if (!document.hidden) action(); };
  const timer = setInterval(tick, kEvery);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The banner of a lost connection does not stay for the next view. */
const stopping = (stop) => () => {
  stop();
  connectionLost(false);
};

/** Whether the ratings include all games. */
function isUpToDate({lines}, {played}) {
  const last = Math.max(-1, ...lines.flatMap(({points}) => points.map(({after}) => after)));
  return last < 0 || last >= played;
}

export async function standingsView({ match: [event] }) {
  const places = { meta: h('p.meta'), stopped: h('div'), table: h('div.wide'), sprt: h('section.sprt'), matrix: h('div.wide') };
  for (const name of ['table', 'matrix']) Object.entries({ tabindex: 0, role: 'region', 'aria-label': name === 'table' ? text.standings : text.crosstable }).forEach(([key, value]) => places[name].setAttribute(key, value));
  const chart = ratingChart();
  const show = {
    meta: part(places.meta, (standings) => [progress(standings), ' · ', h('a', { href: eventGamesPath(event), 'data-key': 'games' }, text.allGames)]),
    stopped: part(places.stopped, (stopped) => stopped.map((sentence) => h('p.warning', null, inEnglish(sentence)))),
    table: part(places.table, (standings) => (standings.rows.length ? table(standings) : h('p.empty', null, text.nobodyPlayed))),
    sprt: part(places.sprt, (sprt) => (sprt ? sprtGauge(sprt) : null)),
    matrix: part(places.matrix, (rows) => (rows.length > 1 ? matrix(event, rows) : null)),
  };
  async function refresh() {
    const [standings, ratings] = await Promise.all([api.standings(event), api.ratings(event).catch(() => ({ lines: [] }))]);
    show.meta(standings);
    show.stopped(standings.stopped);
    show.table(standings);
    show.sprt(standings.sprt);
    show.matrix(standings.rows);
    chart.show(ratings.lines);
    if (standings.complete) left = isUpToDate(ratings, standings) ? 0 : left - 1;
  }
  let left = kAfterTheEnd;
  // Only this program writes to its store: an event that it does not run cannot change.
  const [{event: running}] = await Promise.all([api.lobby(), refresh()]);
  let stop = () => {};
  if (running === event && left > 0) {
    stop = every(() => refresh().then(() => {
      connectionLost(false);
      if (left <= 0) stop();
    }, () => connectionLost(true)));
  }
  return {
    title: text.standingsTitle(event),
    element:
        h('div.page', null, h('header.page-head', null, h('h1', {tabindex: -1}, event), places.meta),
          places.stopped, places.table, places.sprt,
          h('section', null, h('h2', null, text.crosstable), places.matrix), chart.element),
    leave: stopping(() => stop()),
  };
}
