// One submission: what state it is in, what its build and check say as they go, and the whole report in the end.
// data-testid: submission with data-number and data-state, progress, report.
import { h, refill, retext } from '../../dom.js';
import { announce } from '../../live/announce.js';
import { words } from './words.js';

export const isSettled = (state) => ['REFUSED', 'ADMITTED', 'INTERRUPTED'].includes(state);

/** The report, which is in English, as a text that can be scrolled with the keyboard. */
export function reportElement(report, label) {
  if (!report) return h('p.meta', null, words.noReport);
  return h('pre.report', { lang: 'en', tabindex: 0, role: 'region', 'aria-label': label, 'data-testid': 'report' }, report);
}

export class SubmissionPanel {
  constructor() {
    this.title = h('h2');
    this.state = h('span.badge');
    this.sentence = h('p');
    this.queue = h('p.meta');
    this.lines = h('div.stages', { 'data-testid': 'progress' });
    this.report = h('div');
    this.element = h('section.submission', { hidden: true, 'data-testid': 'submission' },
      h('div.section-head', null, this.title, this.state), this.sentence, this.queue, this.lines, this.report);
  }

  get number() { return this.shown?.number; }

  /** A whole Submission. */
  take({ version, progress, report }) {
    const before = this.shown;
    const { number, state, queuePosition } = version;
    this.shown = { number, state, queuePosition, lines: progress };
    this.show(report);
    if (before?.number === number && !isSettled(before.state) && isSettled(state)) announce(words.settledSaid(number, words.states[state]));
  }

  /** A SubmitProgress, of the submission that is shown. */
  extend({ state, queuePosition, lines, anew }) {
    const { shown } = this;
    const known = state === 'STATE_UNSPECIFIED' ? {} : { state, queuePosition };
    Object.assign(shown, known, { lines: [...(anew ? [] : shown.lines), ...lines] });
    this.show('');
  }

  show(report) {
    const { number, state, queuePosition, lines } = this.shown;
    this.element.hidden = false;
    this.element.dataset.number = number;
    this.element.dataset.state = state;
    retext(this.title, words.versionTitle(number));
    retext(this.state, words.states[state] ?? state);
    this.state.dataset.state = state;
    retext(this.sentence, words.stateSentences[state] ?? '');
    retext(this.queue, state === 'WAITING' && queuePosition ? words.queuePosition(queuePosition) : '');
    const settled = isSettled(state);
    this.lines.hidden = settled || !lines.length;
    if (settled) refill(this.report, h('h3', null, words.report), reportElement(report, words.showReport(number)));
    else {
      refill(this.report, null);
      this.showLines(lines);
    }
  }

  /** One block for each stage, with its lines; the end stays in sight unless somebody has scrolled up. */
  showLines(lines) {
    const blocks = [];
    for (const { stage, line } of lines) {
      if (blocks.at(-1)?.stage !== stage) blocks.push({ stage, lines: [] });
      blocks.at(-1).lines.push(line);
    }
    const old = this.lines.querySelector('pre:last-of-type');
    const follows = !old || old.scrollHeight - old.scrollTop - old.clientHeight < 40;
    refill(this.lines, blocks.map(({ stage, lines: own }, index) => [h('h3', null, words.stages[stage] ?? stage),
      h('pre.report', { lang: 'en', tabindex: 0, role: 'region', 'aria-label': `${words.progress}: ${words.stages[stage] ?? stage} ${index + 1}`, 'data-key': `stage ${index}` }, own.join('\n'))]));
    const last = this.lines.querySelector('pre:last-of-type');
    if (last && follows) last.scrollTop = last.scrollHeight;
  }
}
