// What a bot printed in a finished game, beside the board, for its owner: the lines of the move that is shown, or all of them.
// data-testid: bot-log, log-line (with data-ply), log-search, log-count.
import { h, refill, retext } from '../dom.js';
import { text } from '../text/index.js';
import { nameFilter } from '../words.js';

/** From which to which ply lines belong to the step that is shown: those printed before its move; at the end also what came after. */
export function pliesOf(timeline, count) {
  const from = timeline.at(Math.max(0, count - 1)).ply;
  return [from, count === timeline.length ? timeline.at(count).ply : from];
}

export class BotLog {
  /** logs: what the API sent. chosen(ply) is called when somebody wants to see the board as it was when a line came. */
  constructor(logs, chosen) {
    Object.assign(this, { logs: logs.seats, chosen, log: logs.seats[0], all: false, plies: [0, 0] });
    const toggle = (words, all) => h('button', { type: 'button', 'aria-pressed': String(all === this.all), onclick: () => this.choose(all) }, words);
    this.buttons = [toggle(text.logOfThis, false), toggle(text.logOfAll, true)];
    this.search = h('input', { type: 'search', placeholder: text.searchLog, 'aria-label': text.searchLog, 'data-testid': 'log-search', oninput: () => this.searched() });
    this.whose = this.logs.length < 2 ? null : h('select', { 'aria-label': text.whoseLog, onchange: () => this.pick(Number(this.whose.value)) },
      this.logs.map(({ seat, name }, index) => h('option', { value: index }, text.logSeat(name, seat + 1))));
    this.heading = h('p.meta', { 'data-testid': 'log-count' });
    this.list = h('ol.log-lines');
    this.scroller = h('div.log-scroller', { tabindex: 0, role: 'region', 'aria-label': text.logLabel }, this.list);
    this.element = h('section.bot-log', { 'data-testid': 'bot-log' },
      h('div.log-head', null, h('h2', null, text.logTitle), this.whose, h('div.log-buttons', { role: 'group', 'aria-label': text.logWhich }, this.buttons), this.search),
      this.heading, this.scroller);
    this.fill();
  }

  get lines() {
    const wanted = this.search.value.trim() ? nameFilter(this.search.value) : () => true;
    const [from, to] = this.plies;
    return this.log.lines.filter(({ ply, text: words }) => (this.all || (ply >= from && ply <= to)) && wanted(words));
  }

  /** The step that is shown is one that came after these plies. */
  show(plies) {
    this.plies = plies;
    if (this.all) this.mark();
    else this.fill();
  }

  choose(all) {
    this.all = all;
    this.buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(all === Boolean(index))));
    this.fill();
  }

  pick(index) {
    this.log = this.logs[index];
    this.fill();
  }

  /** Whoever searches looks through all lines. */
  searched() {
    if (this.search.value.trim()) this.choose(true);
    else this.fill();
  }

  fill() {
    const { lines } = this;
    refill(this.list, lines.map((line) => this.lineElement(line)),
      this.log.cut && (this.all || !lines.length || lines.at(-1) === this.log.lines.at(-1)) ? h('li.log-cut', null, text.logIsCut) : null);
    retext(this.heading, this.all || this.search.value.trim() ? text.logLines(lines.length, this.log.lines.length)
      : lines.length ? text.logBefore(this.plies[0] + 1) : text.logNothing(this.plies[0] + 1));
    this.mark();
  }

  lineElement({ ply, turn, text: words, part }) {
    const place = this.all ? h('button.log-ply', { type: 'button', title: text.logGoTo(ply + 1), 'aria-label': text.logGoTo(ply + 1), onclick: () => this.chosen(ply) }, ply + 1) : null;
    return h('li.log-line', { class: `log-line${turn ? '' : ' off-turn'}`, 'data-testid': 'log-line', 'data-ply': ply, title: turn ? null : text.logOffTurn },
      place, h('code', { translate: 'no' }, words || '\u00a0'), part ? h('span.small', { title: text.logGoesOn, 'aria-label': text.logGoesOn }, '↩') : null);
  }

  /** Marks the lines of the shown step, and brings the first of them into sight without scrolling the page. */
  mark() {
    const [from, to] = this.plies;
    let first;
    for (const line of this.list.children) {
      const there = this.all && Number(line.dataset.ply) >= from && Number(line.dataset.ply) <= to;
      line.classList.toggle('shown', there);
      if (there) first ??= line;
    }
    if (first) this.scroller.scrollTop = first.offsetTop - this.scroller.clientHeight / 3;
    else if (!this.all) this.scroller.scrollTop = 0;
  }
}
