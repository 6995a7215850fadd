// A histogram as a table whose numbers are drawn as bars: it says the same to eyes and to screen readers.
import { h, s } from '../dom.js';

function bar(share) {
  return s('svg.bar', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, s('rect', { x: 0, y: 0, width: (share * 100).toFixed(1), height: 10 }));
}

/** bins are [words, count]; heads the two headings. */
export function bars(caption, heads, bins) {
  const most = Math.max(1, ...bins.map(([, count]) => count));
  return h('table.bars', null, h('caption', null, caption),
    h('thead.unseen', null, h('tr', null, heads.map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', null, bins.map(([words, count]) => h('tr', null, h('th', { scope: 'row' }, words), h('td', null, h('span.bar-cell', null, bar(count / most), h('span.number', null, String(count))))))));
}
