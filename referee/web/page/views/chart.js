// Ratings over time, as a drawing: a line for each entrant, with its name at the end; hovering over a line or focusing it shows its
// confidence interval. data-testid="chart".
import { h, s } from '../dom.js';
import { text } from '../text/index.js';
import { cutInMiddle, eloText } from '../words.js';

const kTop = 14;
const kBottom = 32;
const kLeft = 46;
// The width reserved for names.
const kNames = 160;
export const kColours = 8;
const kDashes = ['none', '7 3', '2 3', '10 3 2 3'];

/** A line's dashes, so that it is known without its colour too. */
export const dashOf = (colour) => kDashes[Math.floor(colour / kColours + colour) % kDashes.length];

function niceStep(span, wanted) {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
}

function ticks(low, high, wanted) {
  const step = niceStep(high - low || 1, wanted);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step + 1e-9) + 1 }, (_, index) => first + index * step);
}

/** Moves overlapping labels apart, keeping their order. */
export function apart(wanted, distance, lowest, highest) {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  order.forEach((label, at) => { if (at) label.y = Math.max(label.y, order[at - 1].y + distance); else label.y = Math.max(label.y, lowest); });
  let limit = highest;
  for (const label of [...order].reverse()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - distance;
  }
  const result = [];
  for (const { y, index } of order) result[index] = y;
  return result;
}

// Of all points, the share at either end that the scale may leave out.
const kLeftOut = 0.03;
const kMargin = 25;
// The same where the ranges are shown: the first ones are wide.
const kRangesLeftOut = 0.15;

/** From which rating to which the scale goes: the first ratings after a few games are far off, and would flatten all lines. */
export function robustRange(lines, { ranges = false } = {}) {
  const values = ({ elo, low, high }) => (ranges ? [elo, low, high] : [elo]);
  const all = lines.flatMap(({ points }) => points.flatMap(values)).sort((a, b) => a - b);
  const ends = lines.flatMap(({ points }) => values(points.at(-1)));
  const out = Math.floor(all.length * (ranges ? kRangesLeftOut : kLeftOut));
  return [Math.min(all[out], ...ends) - kMargin, Math.max(all[all.length - 1 - out], ...ends) + kMargin];
}

function scales(lines, width, height, options) {
  const points = lines.flatMap((line) => line.points);
  const last = Math.max(1, ...points.map(({ after }) => after));
  const [low, high] = robustRange(lines, options);
  const right = width - Math.min(kNames, width * 0.38);
  return {
    last, low, high, right, height,
    x: (after) => kLeft + (after / last) * (right - kLeft),
    y: (elo) => kTop + ((high - elo) / (high - low)) * (height - kTop - kBottom),
  };
}

function axes({ x, y, low, high, last, right, height }) {
  const foot = height - kBottom + 20;
  return s('g.axes', { 'aria-hidden': 'true' },
    ticks(low, high, 5).map((elo) => [s('line', { x1: kLeft, x2: right, y1: y(elo), y2: y(elo) }),
      s('text', { x: kLeft - 8, y: y(elo) + 4, 'text-anchor': 'end' }, elo === 0 ? '0' : eloText(elo))]),
    ticks(0, last, right > 500 ? 8 : 4).filter(Number.isInteger).map((after) => s('text', { x: x(after), y: foot, 'text-anchor': 'middle' }, String(after))),
    s('text.axis-name', { x: right + 14, y: foot }, text.gamesAxis));
}

function series({ name, points, colour }, { x, y, right }, labelY) {
  const at = ({ after, elo }) => `${x(after).toFixed(1)} ${y(elo).toFixed(1)}`;
  const band = [...points.map(({ after, high }) => at({ after, elo: high })), ...points.map(({ after, low }) => at({ after, elo: low })).reverse()];
  const end = points.at(-1);
  const endX = x(end.after);
  const labelX = right + 14;
  return s('g', {
    class: `series colour-${colour % kColours}`, tabindex: 0, role: 'img', 'data-key': `line ${name}`,
    'aria-label': text.lineLabel(name, eloText(end.elo), eloText(end.low), eloText(end.high), end.after),
  },
  s('path.band', { d: `M${band.join('L')}Z` }),
  s('path.reach', { d: `M${points.map(at).join('L')}` }),
  s('path.line', { d: `M${points.map(at).join('L')}`, 'stroke-dasharray': dashOf(colour) }),
  s('circle', { cx: endX, cy: y(end.elo), r: 3.5 }),
  s('path.lead', { d: `M${endX + 4} ${y(end.elo)}L${labelX - 4} ${labelY}` }),
  s('text', { x: labelX, y: labelY + 4 }, cutInMiddle(name, 18)));
}

/** Lines are { name, points, colour }, each with a point at least. With `ranges` there is room for their intervals. */
export function drawing(lines, width, options) {
  const height = Math.max(Math.min(420, width * 0.6), lines.length * 18 + 60);
  const scale = scales(lines, width, height, options);
  const labels = apart(lines.map(({ points }) => scale.y(points.at(-1).elo)), 16, kTop, height - kBottom);
  return s('svg.chart', { viewBox: `0 0 ${width} ${height}`, 'data-testid': 'chart', role: 'group', 'aria-label': text.ratingsLabel },
    s('clipPath', { id: 'plot' }, s('rect', { x: kLeft, y: kTop, width: scale.right - kLeft, height: height - kTop - kBottom })),
    axes(scale), lines.map((line, index) => series(line, scale, labels[index])));
}

export function asTable(lines) {
  return h('table.words', null, h('thead', null, h('tr', null, [text.nameHead, text.afterGames, text.eloHead, text.range].map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', null, lines.flatMap(({ name, points }) => points.map(({ after, elo, low, high }) => h('tr', null,
      h('th', { scope: 'row' }, name), h('td.number', null, after), h('td.number', null, eloText(elo)), h('td.number', null, text.rangeOf(eloText(low), eloText(high))))))));
}
