// The standings of an event: table, SPRT, crosstable, ratings over time. Fetched every three seconds while the event is running
// and the page is visible, and not at all once nothing can change. Parts that have not changed are left alone. data-testid="standings-row" with data-name.
import { h, s } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { connectionLost } from '../live/announce.js';
import { api, eventGamesPath } from '../live/api.js';
import { every, part, stopping } from '../live/refresh.js';
import { eloText, kFaults, plural, pointsText } from '../words.js';
import { ratingChart } from './chart.js';
import { matrix } from './matrix.js';

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
  return h('td.elo', { title: row.provisional ? 'Based on an assumed draw' : null },
    h('span.number', null, eloText(row.elo), row.provisional ? '?' : ''), half === null ? null : h('span.half', null, ` ±${half}`), errorBar(row, at));
}

const percent = (part) => `${Math.round(part * 100)} %`;

function row(entry, at, event, tieBreak) {
  const { rank, name, points, games, wins, draws, losses, faults, active } = entry;
  // A rating that is based on an assumed draw says nothing about the next entrant.
  const superiority = entry.provisional ? undefined : entry.superiority;
  return h('tr', { 'data-testid': 'standings-row', 'data-name': name, class: active ? null : 'inactive' },
    h('td.number', null, rank),
    h('th', { scope: 'row' }, h('a', { href: eventGamesPath(event, { name }), 'data-key': `row ${name}` }, name), active ? null : h('span.meta', null, ' dropped out')),
    h('td.number.strong', null, pointsText(points)), h('td.number', null, games), h('td.number', null, `${wins} / ${draws} / ${losses}`),
    tieBreak ? h('td.number', null, pointsText(entry.tieBreak)) : null,
    eloCell(entry, at), h('td.number', null, superiority === undefined ? '' : percent(superiority)),
    h('td.faults', null, faults.map(({ reason, count }) => `${count} × ${kFaults[reason] ?? reason}`).join(', ')));
}

function table({ rows, event, tieBreak }) {
  const at = scaleOf(rows);
  const head = (text, title) => h('th', { scope: 'col', title }, text);
  return h('table.standings', null, h('caption.unseen', null, `Standings of ${event}`),
    h('thead', null, h('tr', null, head('#', 'Rank'), head('Name'), head('Points'), head('Games'), head('W / D / L', 'won, drawn, lost'),
      tieBreak ? head(tieBreak, 'Tie-break') : null, head('Elo, with its 95 % range'), head('Above next', 'Probability of being stronger than the next entrant'), head('Faults'))),
    h('tbody', null, rows.map((entry) => row(entry, at, event, tieBreak))));
}

const kVerdicts = { CONTINUE: 'not decided yet', H0: 'H0 accepted: not stronger', H1: 'H1 accepted: stronger' };

function sprtGauge({ elo0, elo1, llr, lower, upper, pairs, verdict, alpha, beta }) {
  const at = (value) => Math.max(0, Math.min(200, ((value - lower) / (upper - lower)) * 200));
  const words = `${kVerdicts[verdict] ?? verdict}, after ${plural(pairs, 'pair')} of games`;
  return [h('h2', null, 'Sequential test'),
    s('svg.gauge', { viewBox: '-4 0 208 26', role: 'img', 'aria-label': `log-likelihood ratio ${llr.toFixed(2)} between ${lower.toFixed(2)} and ${upper.toFixed(2)}` },
      s('rect.track', { x: 0, y: 9, width: 200, height: 8, rx: 4 }),
      s('line.zero', { x1: at(0), x2: at(0), y1: 5, y2: 21 }),
      s('rect.filled', { x: Math.min(at(0), at(llr)), y: 9, width: Math.abs(at(llr) - at(0)), height: 8 }),
      s('circle.estimate', { cx: at(llr), cy: 13, r: 5.5 })),
    h('p', null, h('strong', null, words), `. LLR ${llr.toFixed(2)}, stops at ${lower.toFixed(2).replace('-', '−')} (Elo ${elo0}) or ${upper.toFixed(2)} (Elo ${elo1}); α ${alpha}, β ${beta}.`)];
}

function progress({ kind, format, game, played, planned, complete }) {
  const count = planned ? `${played} of ${plural(planned, 'game')}` : plural(played, 'game');
  return [gameTitle(game), format || kind, complete ? `complete, ${count}` : count].join(' · ');
}

/** Whether the ratings include all games. */
function isUpToDate({lines}, {played}) {
  const last = Math.max(-1, ...lines.flatMap(({points}) => points.map(({after}) => after)));
  return last < 0 || last >= played;
}

export async function standingsView({ match: [event] }) {
  const places = { meta: h('p.meta'), stopped: h('div'), table: h('div.wide'), sprt: h('section.sprt'), matrix: h('div.wide') };
  for (const name of ['table', 'matrix']) Object.entries({ tabindex: 0, role: 'region', 'aria-label': name === 'table' ? 'Standings' : 'Crosstable' }).forEach(([key, value]) => places[name].setAttribute(key, value));
  const chart = ratingChart();
  const show = {
    meta: part(places.meta, (standings) => [progress(standings), ' · ', h('a', { href: eventGamesPath(event), 'data-key': 'games' }, 'all games')]),
    stopped: part(places.stopped, (stopped) => stopped.map((sentence) => h('p.warning', null, sentence))),
    table: part(places.table, (standings) => (standings.rows.length ? table(standings) : h('p.empty', null, 'Nobody has played yet.'))),
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
    title: `${event}, standings`,
    element:
        h('div.page', null, h('header.page-head', null, h('h1', {tabindex: -1}, event), places.meta),
          places.stopped, places.table, places.sprt,
          h('section', null, h('h2', null, 'Crosstable'), places.matrix), chart.element),
    leave: stopping(() => stop()),
  };
}
