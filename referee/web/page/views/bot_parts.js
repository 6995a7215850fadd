// The parts of a bot's page that say how it does: its versions, scores, faults and times. All are made from a BotReport.
// data-testid: version-row with data-name, score-row with data-kind and data-name, fault-row with data-reason.
import { h } from '../dom.js';
import { shapeName } from '../games/index.js';
import { botPath, gamePath } from '../live/api.js';
import { numberOf } from '../live/bot_filter.js';
import { dateText, inLanguage, text } from '../text/index.js';
import { durationText, eloText, pointsText } from '../words.js';
import { bars } from './bars.js';
import { botText } from './bot_text.js';
import { nameElement } from './name.js';

const words = inLanguage(botText);

/** "square 10x10" of this game, as it is shown; a board with a name of its own keeps it. */
export function boardText(game, board) {
  const [, kind, rows, columns] = /^(.*) (\d+)x(\d+)$/.exec(board) ?? [];
  if (!kind) return board;
  return words.board(shapeName(game, kind) || kind, rows, columns);
}

const results = ({ wins, draws, losses }) => `${wins} / ${draws} / ${losses}`;

/** Points of what was to be had: in a game for four there are three a game. */
function share({ wins, draws, losses, points }) {
  const most = wins + draws + losses;
  return most ? text.percent(points / most) : words.noScore;
}

const head = (...columns) => h('thead', null, h('tr', null, columns.map(([label, title]) => h('th', { scope: 'col', title }, label))));

function eloCell({ elo, eloLow, eloHigh, provisional }) {
  if (elo === undefined) return h('td.number', null, words.noScore);
  const half = eloLow === undefined ? '' : ` ±${Math.round((eloHigh - eloLow) / 2)}`;
  return h('td.number', { title: provisional ? text.provisional : null }, h('strong', null, eloText(elo), provisional ? '?' : ''), h('span.meta', null, half));
}

function joinedText(joined) {
  const date = new Date(joined);
  return Number.isNaN(date.getTime()) ? '' : dateText(date, { dateStyle: 'medium', timeStyle: 'short' });
}

/** pick(key, value) chooses a filter. */
export function versionsTable(report, filter, pick) {
  const one = report.versions.length < 2;
  const row = (version) => {
    const { name, joined, active, score } = version;
    const chosen = filter.version === name;
    const link = h('a', { href: botPath(report.event, report.name, chosen ? {} : { version: name }), 'data-key': `version ${name}`, 'aria-current': chosen ? 'true' : null,
      title: chosen ? words.allVersions : words.onlyVersion(name), onclick: pick('version', chosen ? '' : name) }, nameElement(name, 'span'));
    return h('tr', { 'data-testid': 'version-row', 'data-name': name, class: active ? null : 'inactive' },
      h('th', { scope: 'row' }, h('span.named', null, one ? nameElement(name, 'span') : link, version.version ? h('span.meta.fingerprint', { title: version.version }, version.version.slice(0, 12)) : null)),
      h('td', null, h('time', { datetime: joined }, joinedText(joined))), h('td', null, active ? words.active : words.inactive),
      h('td.number', null, score.games), h('td.number', null, results(score)), h('td.number', null, share(score)), eloCell(version));
  };
  return h('table.standings.bot-table', null, h('caption.unseen', null, words.versions),
    head([words.versionHead], [words.joined], [words.state], [text.gamesHead], [text.results, text.resultsTitle], [words.score], [text.elo]),
    h('tbody', null, [...report.versions].reverse().map(row)));
}

function scoreTable(report, kind, caption, scores, label, pick) {
  const row = (score) => h('tr', { 'data-testid': 'score-row', 'data-kind': kind, 'data-name': score.name },
    h('th', { scope: 'row' }, h('span.named', null, h('a', { href: botPath(report.event, report.name, { [kind]: score.name }), 'data-key': `${kind} ${score.name}`, onclick: pick(kind, score.name) }, label(score.name)))),
    h('td.number', null, score.games), h('td.number', null, results(score)), h('td.number.strong', null, share(score)), h('td.number', null, score.faults || ''));
  return h('div.wide', { tabindex: 0, role: 'region', 'aria-label': caption, class: scores.length > 12 ? 'wide tall' : 'wide' },
    h('table.standings.bot-table', null, h('caption.unseen', null, caption),
      head([caption], [text.gamesHead], [text.results, text.resultsTitle], [words.score], [text.faultsHead]), h('tbody', null, scores.map(row))));
}

export function scoreTables(report, pick) {
  if (!report.total.games) return [];
  return [h('h2', null, words.scores),
    scoreTable(report, 'against', words.byOpponent, report.opponents, (name) => nameElement(name, 'span'), pick),
    scoreTable(report, 'board', words.byBoard, report.boards, (board) => boardText(report.game, board), pick),
    scoreTable(report, 'seat', words.bySeat, report.seats, (seat) => words.seats[seat], pick)];
}

export function faultList(report, pick) {
  if (!report.total.games) return [];
  const row = ({ reason, count, games }) => h('li', { 'data-testid': 'fault-row', 'data-reason': reason },
    h('a', { href: botPath(report.event, report.name, { fault: reason }), 'data-key': `fault ${reason}`, onclick: pick('fault', reason) }, h('strong', null, words.faultCount(text.faults[reason] ?? reason, count))),
    h('span.meta', null, ' – ', words.latest, games.flatMap((id, at) => [at ? ', ' : '', h('a', { href: gamePath(id, undefined, { bot: report.name, fault: reason }), 'data-key': `${reason} ${id}` }, String(numberOf(id)))])));
  return [h('h2', null, words.faults), report.faults.length ? h('ul.fault-list', null, report.faults.map(row)) : h('p.meta', null, words.noFaults)];
}

/** A duration, with a digit after the point below 10 ms: most bots are faster than a millisecond somewhere. */
const shortText = (millis) => (millis < 10 ? text.milliseconds(Math.ceil(millis * 10) / 10) : durationText(millis));
const timeBin = ({ fromMillis, toMillis }) => (!toMillis ? words.above(durationText(fromMillis, 0)) : !fromMillis ? words.below(durationText(toMillis, 0)) : words.between(durationText(fromMillis, 0), durationText(toMillis, 0)));
/** Without the empty tenths at the end. */
const tenths = (counts) => counts.slice(0, counts.findLastIndex((count) => count > 0) + 1).map((count, at) => [words.tenth(at * 10, at * 10 + 10), count]);

export function timeCharts({ name, times }) {
  const { games, moves, medianMillis, longestMillis, longestGame, longestStep } = times;
  if (!moves) return [];
  return [h('h2', null, words.times),
    h('p.meta', null, words.timesOf(games, moves), ', ', words.median(shortText(medianMillis)), ', ', words.longest,
      h('a', { href: gamePath(longestGame, longestStep, { bot: name }), 'data-key': 'longest' }, shortText(longestMillis))),
    bars(words.perMove, [words.timeHead, words.movesHead], times.times.map((bin) => [timeBin(bin), bin.moves])),
    times.moveShares.length ? bars(words.moveShare, [words.shareHead, words.movesHead], tenths(times.moveShares)) : null,
    times.bankShares.length ? bars(words.bankShare, [words.shareHead, text.gamesHead], tenths(times.bankShares)) : null];
}
