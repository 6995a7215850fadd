// The table of an event. Rows stay while their entrant does, and only what differs in them is changed: so a table of 300 costs little
// to keep up to date. The entrants that the visitor has pinned are shown once more on top.
// Whoever has signed in can challenge the others of a ladder. data-testid="standings-row" and "pinned-row" with data-name; "pin", "challenge".
import { h, refill, retext, s } from '../dom.js';
import { botPath } from '../live/api.js';
import { text } from '../text/index.js';
import { eloText, pointsText } from '../words.js';
import { nameElement } from './name.js';

/** One scale for all error bars of a table. */
function scaleOf(rows) {
  const ends = rows.flatMap(({ elo, eloLow, eloHigh }) => (elo === undefined ? [] : [eloLow ?? elo, eloHigh ?? elo]));
  const low = Math.min(...ends);
  return { low, span: Math.max(...ends) - low || 1 };
}

function errorBar({ elo, eloLow = elo, eloHigh = elo }, { low, span }) {
  const at = (value) => (4 + ((value - low) / span) * 112).toFixed(1);
  return s('svg.error-bar', { viewBox: '0 0 120 16', 'aria-hidden': 'true' },
    s('path.whisker', { d: `M${at(eloLow)} 8H${at(eloHigh)}M${at(eloLow)} 4v8M${at(eloHigh)} 4v8` }),
    s('circle.estimate', { cx: at(elo), cy: 8, r: 4 }));
}

function eloParts(row, scale) {
  if (row.elo === undefined) return '–';
  const half = row.eloLow === undefined ? null : Math.round((row.eloHigh - row.eloLow) / 2);
  return [h('span.number', null, eloText(row.elo), row.provisional ? '?' : ''), half === null ? null : h('span.half', null, ` ±${half}`), errorBar(row, scale)];
}

const star = () => s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: 'M10 2.5l2.3 4.9 5.2.7-3.8 3.7.9 5.3L10 14.6l-4.6 2.5.9-5.3L2.5 8.1l5.2-.7z' }));

// Two blades that cross.
const swords = () => s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: 'M3 3l10 10M17 3L7 13M11.5 15.5l4-4M8.5 15.5l-4-4M14.5 14.5L17 17M5.5 14.5L3 17' }));

/** A team's later versions are entries of their own, "team-4-v3", whose names have room for 26 letters of the team's. */
const isOwn = (name, team) => name === team || (name.startsWith(team.slice(0, 26)) && /^-v\d+$/.test(name.slice(Math.min(team.length, 26))));

class Row {
  constructor(name, event, testid, pin, challenge) {
    this.pin = h('button.pin', { type: 'button', 'data-testid': 'pin', 'aria-label': text.pin(name), title: text.pin(name), onclick: () => pin(name) }, star());
    this.cells = {
      rank: h('td.number'), points: h('td.number.strong'), games: h('td.number'), results: h('td.number'), tieBreak: h('td.number'),
      elo: h('td.elo'), superiority: h('td.number'), faults: h('td.faults'),
    };
    this.challenge = h('button.challenge', { type: 'button', hidden: true, 'data-testid': 'challenge', 'data-key': `challenge ${testid} ${name}`, 'aria-label': text.challenge(name), title: text.challenge(name), onclick: () => challenge(name) }, swords());
    this.gone = h('span.meta');
    this.called = h('span.meta.called');
    const { rank, points, games, results, tieBreak, elo, superiority, faults } = this.cells;
    this.element = h('tr', { 'data-testid': testid, 'data-name': name }, rank,
      h('th', { scope: 'row' }, h('span.named', null, this.pin, h('a', { href: botPath(event, name), 'data-key': `${testid} ${name}` }, nameElement(name, 'span')), this.challenge, this.gone)),
      points, games, results, tieBreak, elo, superiority, faults);
  }

  /** A cell for each board, before the tie-break. */
  showBoards(boards) {
    this.boards ??= [];
    while (this.boards.length > boards.length) this.boards.pop().remove();
    while (this.boards.length < boards.length) {
      this.boards.push(h('td.number', { 'data-testid': 'on-board' }));
      this.cells.tieBreak.before(this.boards.at(-1));
    }
    boards.forEach(({ points, games }, at) => retext(this.boards[at], games ? `${pointsText(points)}/${games}` : '–'));
  }

  /** What people call the team and what its bot calls itself, below the name. */
  showCalled({ display, title }) {
    retext(this.called, [display, title].filter(Boolean).join(' · '));
    if (this.called.textContent && !this.called.isConnected) this.element.querySelector('th').append(this.called);
  }

  show(entry, scale, hasTieBreak, pinned) {
    this.pin.setAttribute('aria-pressed', String(pinned));
    if (this.entry === entry && this.scale === scale) return;
    const { cells } = this;
    const { rank, points, games, wins, draws, losses, faults, active } = entry;
    // A rating that is based on an assumed draw says nothing about the next entrant.
    const superiority = entry.provisional ? undefined : entry.superiority;
    retext(cells.rank, rank);
    retext(cells.points, pointsText(points));
    retext(cells.games, games);
    retext(cells.results, `${wins} / ${draws} / ${losses}`);
    this.showBoards(entry.boards ?? []);
    cells.tieBreak.hidden = !hasTieBreak;
    retext(cells.tieBreak, hasTieBreak ? pointsText(entry.tieBreak) : '');
    retext(cells.superiority, superiority === undefined ? '' : text.percent(superiority));
    retext(cells.faults, faults.map(({ reason, count }) => `${count} × ${text.faults[reason] ?? reason}`).join(', '));
    cells.elo.title = entry.provisional ? text.provisional : '';
    refill(cells.elo, eloParts(entry, scale));
    retext(this.gone, active ? '' : text.droppedOut);
    this.showCalled(entry);
    this.element.classList.toggle('inactive', !active);
    Object.assign(this, { entry, scale });
  }
}

/** Puts elements into this order, moving as few as need be; the focus stays where it is. */
function arrange(place, elements) {
  const focused = document.activeElement;
  const wanted = new Set(elements);
  for (const child of [...place.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, at) => { if (place.children[at] !== element) place.insertBefore(element, place.children[at] ?? null); });
  if (focused !== document.activeElement && place.contains(focused)) focused.focus({ preventScroll: true });
}

export class StandingsTable {
  /** pin(name) is called when a star is clicked. */
  constructor(event, pin, challenge) {
    Object.assign(this, { event, pin, challenge, rows: new Map(), copies: new Map(), heads: [] });
    const head = (words, title, name) => h(name ?? 'th', { scope: 'col', title }, words);
    this.tieBreak = head('', text.tieBreak);
    this.mine = h('tbody.mine');
    this.body = h('tbody');
    this.element = h('table.standings', null, h('caption.unseen', null, text.standingsOf(event)),
      h('thead', null, h('tr', null, head('#', text.rank), head(text.nameHead), head(text.points), head(text.gamesHead), head(text.results, text.resultsTitle),
        this.tieBreak, head(text.elo), head(text.superiority, text.superiorityTitle), head(text.faultsHead))),
      this.mine, this.body);
  }

  row(rows, name, testid) {
    if (!rows.has(name)) rows.set(name, new Row(name, this.event, testid, this.pin, this.challenge));
    return rows.get(name);
  }

  /** matches(name) says which rows are shown; pinned is a set of names. */
  show({ rows, tieBreak, kind, boards = [] }, matches, pinned) {
    if (this.heads.map(({ textContent }) => textContent).join(' ') !== boards.join(' ')) {
      for (const head of this.heads) head.remove();
      this.heads = boards.map((name) => h('th.number', { scope: 'col', title: text.onBoard(name), 'data-testid': 'board-head' }, name));
      this.tieBreak.before(...this.heads);
    }
    const scale = scaleOf(rows);
    // The same object as before if it is the same scale: then rows that have not changed are not drawn again.
    if (this.scale?.low !== scale.low || this.scale?.span !== scale.span) this.scale = scale;
    this.tieBreak.hidden = !tieBreak;
    retext(this.tieBreak, text.tieBreaks[tieBreak] ?? tieBreak);
    const made = (known, testid, list) => list.map((entry) => {
      const row = this.row(known, entry.name, testid);
      row.show(entry, this.scale, Boolean(tieBreak), pinned.has(entry.name));
      row.challenge.hidden = kind !== 'ladder' || !this.challenger || !entry.active || isOwn(entry.name, this.challenger);
      return row.element;
    });
    arrange(this.mine, made(this.copies, 'pinned-row', rows.filter(({ name }) => pinned.has(name))));
    arrange(this.body, made(this.rows, 'standings-row', rows.filter(({ name }) => matches(name))));
  }
}
