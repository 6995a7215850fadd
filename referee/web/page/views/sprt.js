// The gauge of a sequential test: where its log-likelihood ratio is between the two bounds at which it stops.
import { h, s } from '../dom.js';
import { text } from '../text/index.js';
import { decimalText } from '../words.js';

export function sprtGauge({ elo0, elo1, llr, lower, upper, pairs, verdict, alpha, beta }) {
  const at = (value) => Math.max(0, Math.min(200, ((value - lower) / (upper - lower)) * 200));
  const words = text.afterPairs(text.verdicts[verdict] ?? verdict, pairs);
  return [h('h2', null, text.sprt),
    s('svg.gauge', { viewBox: '-4 0 208 26', role: 'img', 'aria-label': text.likelihood(decimalText(llr), decimalText(lower), decimalText(upper)) },
      s('rect.track', { x: 0, y: 9, width: 200, height: 8, rx: 4 }),
      s('line.zero', { x1: at(0), x2: at(0), y1: 5, y2: 21 }),
      s('rect.filled', { x: Math.min(at(0), at(llr)), y: 9, width: Math.abs(at(llr) - at(0)), height: 8 }),
      s('circle.estimate', { cx: at(llr), cy: 13, r: 5.5 })),
    h('p', null, h('strong', null, words), text.sprtStops(decimalText(llr), decimalText(lower), elo0, decimalText(upper), elo1, text.number(alpha), text.number(beta)))];
}
