// The bots' evaluations: score, depth and text of the move shown, and a small graph of the scores. Each bot has its own units
// and point of view, so each line has its own scale, on which large scores are compressed.
import { h, refill, s } from '../dom.js';
import { shape } from '../games/seat_shapes.js';
import { text } from '../text/index.js';
import { scoreText } from '../words.js';

const kWidth = 320;
const kHeight = 84;

function scoresOf(steps, seat) {
  return steps.filter((step) => step.seat === seat && step.info?.score !== undefined && Number.isFinite(Number(step.info.score)));
}

function curve(steps, total, seat) {
  const sizes = steps.map(({ info }) => Math.abs(info.score)).sort((a, b) => a - b);
  const unit = sizes[Math.floor(sizes.length / 2)] || 1;
  const compressed = (score) => Math.asinh(score / unit);
  const most = compressed(sizes.at(-1)) || 1;
  const points = steps.map(({ number, info }) => [
    ((number + 1) / Math.max(1, total)) * kWidth, kHeight / 2 - (compressed(info.score) / most) * (kHeight / 2 - 8)]);
  const line = `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  return [
    s('path', { class: `eval-line line-${seat}`, d: line }),
    s('path', { class: `seat-${seat}`, d: shape(seat, ...points.at(-1), 3.5) }),
  ];
}

export class Evaluations {
  /** chosen(count) is called when a step in the graph is clicked. */
  constructor(names, chosen) {
    this.names = names;
    this.said = h('div.said');
    this.cursor = s('line.cursor', { y1: 0, y2: kHeight });
    this.lines = s('g');
    this.graph = s('svg.evals', { viewBox: `-4 0 ${kWidth + 8} ${kHeight}`, role: 'img', 'aria-label': text.botsScores },
      s('line.zero', { x1: 0, x2: kWidth, y1: kHeight / 2, y2: kHeight / 2 }), this.lines, this.cursor);
    this.graph.addEventListener('click', ({ clientX }) => {
      const { left, width } = this.graph.getBoundingClientRect();
      chosen(Math.round(((clientX - left) / width) * this.total));
    });
    this.element = h('section.evaluation', { hidden: true }, h('h2', null, text.botsThink), this.said, this.graph,
      h('p.small', null, text.botsUnits));
  }

  take(steps) {
    this.total = steps.length;
    const curves = this.names.map((_, seat) => [seat, scoresOf(steps, seat)]).filter(([, scores]) => scores.length > 1);
    this.graph.toggleAttribute('hidden', !curves.length);
    this.lines.replaceChildren(...curves.flatMap(([seat, scores]) => curve(scores, steps.length, seat)));
    this.element.hidden = !steps.some(({ info }) => info && (info.score !== undefined || info.depth !== undefined || info.text));
  }

  mark(count, step) {
    const x = (count / Math.max(1, this.total)) * kWidth;
    this.cursor.setAttribute('x1', x);
    this.cursor.setAttribute('x2', x);
    const { score, depth, text: said } = step?.info ?? {};
    const parts = [
      score === undefined ? null : h('span.score', null, scoreText(Number(score))),
      depth === undefined ? null : h('span', null, text.depth(depth)),
      said ? h('span.text', null, said) : null,
    ].filter(Boolean);
    refill(this.said, step && parts.length ? [h('strong', null, this.names[step.seat]), ...parts] : h('span', null, text.noEvaluation));
  }
}
