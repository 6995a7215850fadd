// The section with the ratings over time: a drawing, a legend that selects, and the numbers as a table. It shows the best of the table and
// those whom the visitor has pinned; a click in the legend hides a line or shows it again. The ratings are read once for each
// entrant, and go on with what the table says. data-testid: legend-entry with data-name, chart-size.
import { h, refill, s } from '../dom.js';
import { api } from '../live/api.js';
import { text } from '../text/index.js';
import { asTable, dashOf, drawing, kColours } from './chart.js';

const kSizes = [5, 10, 20];
// Points of a line, before every other one is left out.
const kMost = 240;

/** Adds how an entrant stands now to its line; false if there is nothing new. */
export function extended(line, { elo, eloLow = elo, eloHigh = elo }, played) {
  const last = line.points.at(-1);
  if (elo === undefined || (last && (last.after >= played || Math.round(last.elo) === Math.round(elo)))) return false;
  line.points.push({ after: played, elo, low: eloLow, high: eloHigh });
  if (line.points.length > kMost) line.points = line.points.filter((_, at) => at % 2 === (line.points.length - 1) % 2);
  return true;
}

/** Whose lines there are: the best `size` of the table, and the pinned ones. */
export const wantedNames = (rows, size, pinned) => rows.filter(({ name }, at) => at < size || pinned.has(name)).map(({ name }) => name);

function swatch(colour) {
  return s('svg.swatch', { viewBox: '0 0 28 12', 'aria-hidden': 'true', class: `swatch colour-${colour % kColours}` },
    s('path', { d: 'M2 6h24', 'stroke-dasharray': dashOf(colour) }));
}

/** { element, take(table, pinned), extend(table, pinned), leave() } */
export function ratingChart(event) {
  const place = h('div');
  const legend = h('ul.legend');
  const words = h('div.wide', { tabindex: 0, role: 'region', 'aria-label': text.ratingsTable });
  const numbers = h('details.more', { ontoggle: () => draw() }, h('summary', null, text.asTable), words);
  const sizes = h('select', { 'aria-label': text.bestShown, 'data-testid': 'chart-size', onchange: () => { size = Number(sizes.value); choose(); } },
    kSizes.map((count) => h('option', { value: count, selected: count === 10 }, text.bestOf(count))));
  const element = h('section.ratings', { hidden: true }, h('div.section-head', null, h('h2', null, text.ratings), sizes), place, legend, numbers);
  let size = 10;
  let table;
  let pinned = new Set();
  let names = [];
  const lines = new Map(); // name → { name, points }
  const colours = new Map();
  const hidden = new Set();

  /** A line keeps its colour while it is there; a new one takes the first that is free. */
  function paint() {
    for (const name of [...colours.keys()]) if (!names.includes(name)) colours.delete(name);
    for (const name of names) {
      if (colours.has(name)) continue;
      const taken = new Set(colours.values());
      let colour = 0;
      while (taken.has(colour)) ++colour;
      colours.set(name, colour);
    }
  }
  const known = () => names.flatMap((name) => (lines.get(name)?.points.length ? [{ ...lines.get(name), colour: colours.get(name) }] : []));
  // Drawn in the width of its place, so that its text is as large as the text around it.
  function draw() {
    const all = known();
    const shown = all.filter(({ name }) => !hidden.has(name));
    element.hidden = !all.length;
    sizes.hidden = (table?.rows.length ?? 0) <= kSizes[0];
    legend.hidden = all.length < 2;
    refill(legend, all.map(({ name, colour }) => h('li', null, h('button.legend-entry', {
      type: 'button', 'data-testid': 'legend-entry', 'data-name': name, 'data-key': `legend ${name}`, 'aria-pressed': String(!hidden.has(name)), onclick: () => select(name),
    }, swatch(colour), h('span.cut', { title: name }, name)))));
    if (shown.length && place.clientWidth) refill(place, drawing(shown, Math.max(300, place.clientWidth)));
    else refill(place, null);
    if (numbers.open) refill(words, asTable(shown));
  }
  function select(name) {
    if (!hidden.delete(name)) hidden.add(name);
    draw();
  }
  /** Reads the ratings of those whose lines are wanted and not known. */
  async function choose() {
    names = wantedNames(table.rows, size, pinned);
    paint();
    const missing = names.filter((name) => !lines.has(name));
    if (missing.length) {
      for (const name of missing) lines.set(name, { name, points: [] });
      const { lines: read } = await api.ratings(event, missing).catch(() => ({ lines: [] }));
      for (const line of read) lines.set(line.name, line);
      grow();
    }
    draw();
  }
  function grow() {
    let any = false;
    for (const row of table.rows) {
      const line = lines.get(row.name);
      if (line && extended(line, row, table.played)) any = true;
    }
    return any;
  }
  const sized = new ResizeObserver(draw);
  sized.observe(place);

  return {
    element,
    take(now, mine) {
      [table, pinned] = [now, mine];
      return choose();
    },
    extend(now, mine) {
      [table, pinned] = [now, mine];
      const wanted = wantedNames(now.rows, size, pinned);
      if (wanted.some((name) => !lines.has(name))) return choose();
      const others = wanted.join() !== names.join();
      names = wanted;
      paint();
      if (grow() || others) draw();
      return undefined;
    },
    leave: () => sized.disconnect(),
  };
}
