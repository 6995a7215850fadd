// The time of each move as bars: how long it took, the CPU time of all the bot's threads, and how long the bot had to wait for a
// processor. A click on a bar shows its step; the same numbers are there as a table. data-testid="times", "time-bars".
import { h, refill, s } from '../dom.js';
import { text } from '../text/index.js';
import { durationText } from '../words.js';

const kWidth = 320;
const kHeight = 72;
// What would be shown as 0 ms is not worth a word.
const kShown = 0.5;

/** What is known of a step's time, in milliseconds; cpu is undefined unless the referee launched the bot. */
export function timesOf({ millis = 0, wallMillis, cpuMillis, waitMillis }) {
  return { wall: wallMillis ?? millis, cpu: cpuMillis, wait: waitMillis ?? 0 };
}

/** The paths of one seat: { wall, cpu, wait }, each a bar for each of its steps. The highest bar of all is `most` milliseconds. */
export function barsOf(steps, seat, total, most) {
  const width = kWidth / Math.max(1, total);
  const bar = (number, from, to, share) => {
    const x = (number + 0.5 - share / 2) * width;
    const y = (millis) => (kHeight - (Math.min(millis, most) / most) * kHeight).toFixed(1);
    return `M${x.toFixed(2)} ${y(from)}V${y(to)}h${(width * share).toFixed(2)}V${y(from)}Z`;
  };
  const paths = { wall: '', cpu: '', wait: '' };
  for (const step of steps) {
    if (step.seat !== seat) continue;
    const { wall, cpu, wait } = timesOf(step);
    paths.wall += bar(step.number, 0, wall, 0.86);
    if (cpu) paths.cpu += bar(step.number, 0, cpu, 0.5);
    // From the top of the turn: the rest below it is what the bot had.
    if (wait) paths.wait += bar(step.number, Math.max(0, wall - wait), wall, 0.86);
  }
  return paths;
}

/** "took 1.2 s", "CPU 1.1 s", "waited 3 ms for a processor". */
function inWords(step) {
  const { wall, cpu, wait } = timesOf(step);
  return [text.took(durationText(wall)), cpu === undefined ? null : text.cpuTime(durationText(cpu)), wait >= kShown ? text.waited(durationText(wait)) : null].filter(Boolean);
}

export class TimeBars {
  /** chosen(count) is called when a bar is clicked. */
  constructor(names, chosen) {
    Object.assign(this, { names, steps: [] });
    this.said = h('div.said');
    this.most = h('span.small');
    this.cursor = s('rect.cursor-bar', { y: 0, height: kHeight });
    this.bars = s('g');
    this.graph = s('svg.time-bars', { viewBox: `0 0 ${kWidth} ${kHeight}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': text.timesLabel, 'data-testid': 'time-bars' },
      this.cursor, this.bars);
    this.graph.addEventListener('click', ({ clientX }) => {
      const { left, width } = this.graph.getBoundingClientRect();
      chosen(Math.min(this.steps.length, Math.floor(((clientX - left) / width) * this.steps.length) + 1));
    });
    this.table = h('div');
    this.more = h('details.more', { ontoggle: () => this.fillTable() }, h('summary', null, text.timesTable), this.table);
    this.element = h('section.times', { hidden: true, 'data-testid': 'times' }, h('div.times-head', null, h('h2', null, text.timesTitle), this.most), this.said, this.graph,
      this.note = h('p.small'), this.more);
  }

  take(steps) {
    this.steps = [...steps];
    const times = steps.map(timesOf);
    const most = Math.max(0, ...times.map(({ wall, cpu }) => Math.max(wall, cpu ?? 0)));
    this.element.hidden = most === 0;
    if (this.element.hidden) return;
    this.most.textContent = text.longest(durationText(most));
    this.note.textContent = [text.barIsTime, times.some(({ cpu }) => cpu !== undefined) ? text.barIsCpu : '', times.some(({ wait }) => wait >= kShown) ? text.barIsWait : ''].filter(Boolean).join(' ');
    this.bars.replaceChildren(...this.names.flatMap((_, seat) => {
      const paths = barsOf(steps, seat, steps.length, most);
      return [s('path', { class: `bar-wall seat-${seat}`, d: paths.wall }), s('path', { class: `bar-cpu seat-${seat}`, d: paths.cpu }), s('path.bar-wait', { d: paths.wait })];
    }));
    this.fillTable();
  }

  mark(count, step) {
    const width = kWidth / Math.max(1, this.steps.length);
    this.cursor.setAttribute('x', (count - 1) * width);
    this.cursor.setAttribute('width', count ? Math.max(width, 1.5) : 0);
    refill(this.said, step ? [h('strong', null, this.names[step.seat]), ...inWords(step).map((words) => h('span', null, words))] : null);
  }

  fillTable() {
    if (!this.more.open) return;
    const cell = (millis) => h('td.number', null, millis === undefined ? '' : durationText(millis));
    refill(this.table, h('div.wide', { tabindex: 0, role: 'region', 'aria-label': text.timesTable }, h('table.words', null,
      h('thead', null, h('tr', null, ['#', text.nameHead, text.moveHead, text.timeHead, text.cpuHead, text.waitHead].map((words) => h('th', { scope: 'col' }, words)))),
      h('tbody', null, this.steps.map((step) => {
        const { wall, cpu, wait } = timesOf(step);
        return h('tr', null, h('th', { scope: 'row' }, step.number + 1), h('td', null, this.names[step.seat]), h('td', null, step.move ? step.notation : text.outMove),
          cell(wall), cell(cpu), cell(wait));
      })))));
  }
}
