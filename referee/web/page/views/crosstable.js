// The crosstable: each entrant's score against each other one. A cell links to their games and is tinted by the score. Of a large
// table only the part that is on the screen is drawn: 300 entrants have 90,000 cells.
// data-testid="matrix-cell" with data-name and data-against.
import { h, refill } from '../dom.js';
import { eventGamesPath } from '../live/api.js';
import { text } from '../text/index.js';
import { pointsText } from '../words.js';

// From so many entrants on only a part is drawn, and cells are narrow.
const kDense = 40;
// Of a dense table: the size of its cells in CSS pixels (views.css), and how many are drawn beyond the edges.
const kWidth = 44;
const kHeight = 26;
const kBeyond = 12;
// Tints have this many strengths on each side.
const kTints = 5;

const tintOf = (share) => {
  const strength = Math.round(Math.abs(share - 0.5) * 2 * kTints);
  return strength ? `${share > 0.5 ? 'ahead' : 'behind'} tint-${strength}` : 'even';
};

function cell(event, name, { name: against, points, games }, dense) {
  const link = h('a', {
    href: eventGamesPath(event, { name, against }), 'data-testid': 'matrix-cell', 'data-name': name, 'data-against': against, tabindex: dense ? -1 : null,
    'data-key': `cell ${name} ${against}`, 'aria-label': text.cell(name, against, pointsText(points), games), title: dense ? text.cell(name, against, pointsText(points), games) : null,
  }, dense ? pointsText(points) : [h('span.points', null, pointsText(points)), h('span.of', null, `/${games}`)]);
  return h('td', { class: tintOf(games ? points / games : 0.5) }, link);
}

const spacer = (span, size, side) => {
  if (!span) return null;
  const made = h('td.spacer', { 'aria-hidden': 'true' });
  made.style.setProperty(side, `${span * size}px`);
  return made;
};

function part(event, rows, columns, [top, bottom], [left, right], dense) {
  const shown = columns.slice(left, right);
  const head = (row) => h('th', { scope: 'row', 'aria-colindex': 1 }, h('span.rank', { 'aria-hidden': 'true' }, row.rank), h('span.cut', { title: row.name }, row.name));
  const cells = (row) => {
    const met = new Map(row.against.map((entry) => [entry.name, entry]));
    return shown.map(({ name: other }) => (other === row.name ? h('td.self', null, h('span.unseen', null, text.itself))
      : met.has(other) ? cell(event, row.name, met.get(other), dense) : h('td.never', null, '·')));
  };
  const line = (row, at) => h('tr', { 'aria-rowindex': top + at + 2 }, head(row), spacer(left, kWidth, 'min-width'), cells(row), spacer(columns.length - right, kWidth, 'min-width'));
  const gap = (span) => (span ? h('tr', { 'aria-hidden': 'true' }, spacer(span, kHeight, 'height')) : null);
  return h('table.matrix', { class: dense ? 'matrix dense' : 'matrix', 'aria-rowcount': rows.length + 1, 'aria-colcount': columns.length + 1 },
    h('caption.unseen', null, text.crosstableTitle),
    h('thead', null, h('tr', { 'aria-rowindex': 1 }, h('td.corner'), spacer(left, kWidth, 'min-width'),
      shown.map(({ name }, at) => h('th', { scope: 'col', 'aria-colindex': left + at + 2 }, h('span.upright', { title: name }, name))), spacer(columns.length - right, kWidth, 'min-width'))),
    h('tbody', null, gap(top), rows.slice(top, bottom).map(line), gap(rows.length - bottom)));
}

/** Which of `count` are between these pixels, with some beyond, and in steps, so that little scrolling draws nothing. */
export function range(from, length, size, count) {
  const first = Math.max(0, Math.floor((Math.floor(from / size) - kBeyond) / (kBeyond / 2)) * (kBeyond / 2));
  const last = Math.min(count, Math.ceil((Math.ceil((from + length) / size) + kBeyond) / (kBeyond / 2)) * (kBeyond / 2));
  return [Math.min(first, count), Math.max(last, Math.min(first, count))];
}

export class Crosstable {
  /** read() is called when the scores are wanted and were not sent. */
  constructor(event, read) {
    Object.assign(this, { event, read, columns: [], rows: [], drawn: '' });
    this.place = h('div.wide.crosstable', { tabindex: 0, role: 'region', 'aria-label': text.crosstable, onscroll: () => this.scrolled() });
    this.element = h('section', null, h('h2', null, text.crosstable), this.place);
    // A large table's scores are read when it comes into view.
    this.near = new IntersectionObserver((entries) => {
      this.isNear = entries.some(({ isIntersecting }) => isIntersecting);
      if (this.isNear && this.lacking) this.read();
    }, { rootMargin: '200px' });
    this.near.observe(this.element);
    this.sized = new ResizeObserver(() => this.scrolled());
    this.sized.observe(this.place);
  }

  /** matches(name) says whose rows are shown. */
  show(columns, matches, lacking) {
    const rows = columns.filter(({ name }) => matches(name));
    const same = (now, before) => now.length === before.length && now.every((row, at) => row === before[at]);
    Object.assign(this, { lacking, fresh: this.fresh || !same(columns, this.columns) || !same(rows, this.rows), columns, rows });
    this.element.hidden = columns.length < 2;
    this.place.classList.toggle('tall', columns.length >= kDense);
    if (lacking && this.isNear) this.read();
    this.draw();
  }

  scrolled() {
    if (this.columns.length < kDense || this.due) return;
    this.due = requestAnimationFrame(() => {
      this.due = null;
      this.draw();
    });
  }

  draw() {
    const { place, columns, rows } = this;
    const dense = columns.length >= kDense;
    const tall = dense ? range(place.scrollTop, place.clientHeight, kHeight, rows.length) : [0, rows.length];
    const wide = dense ? range(place.scrollLeft, place.clientWidth, kWidth, columns.length) : [0, columns.length];
    const key = `${tall} ${wide}`;
    if (!this.fresh && key === this.drawn) return;
    Object.assign(this, { fresh: false, drawn: key });
    refill(place, columns.length > 1 ? part(this.event, rows, columns, tall, wide, dense) : null);
  }

  leave() {
    cancelAnimationFrame(this.due);
    this.near.disconnect();
    this.sized.disconnect();
  }
}
