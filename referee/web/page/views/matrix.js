// The crosstable: each entrant's score against each other one. A cell links to their games and is tinted by the score.
// data-testid="matrix-cell" with data-name and data-against.
import { h } from '../dom.js';
import { eventGamesPath } from '../live/api.js';
import { text } from '../text/index.js';
import { pointsText } from '../words.js';

function cell(event, name, { name: against, points, games }) {
  const share = games ? points / games : 0.5;
  const made = h('td', { class: share >= 0.5 ? 'ahead' : 'behind' }, h('a', {
    href: eventGamesPath(event, { name, against }), 'data-testid': 'matrix-cell', 'data-name': name, 'data-against': against,
    'data-key': `cell ${name} ${against}`, 'aria-label': text.cell(name, against, pointsText(points), games),
  }, h('span.points', null, pointsText(points)), h('span.of', null, `/${games}`)));
  made.style.setProperty('--strength', `${Math.round(Math.abs(share - 0.5) * 2 * 30)}%`);
  return made;
}

export function matrix(event, rows) {
  const names = rows.map(({ name }) => name);
  return h('table.matrix', null, h('caption.unseen', null, text.crosstableTitle),
    h('thead', null, h('tr', null, h('td'), names.map((name) => h('th', { scope: 'col' }, h('span.upright', null, name))))),
    h('tbody', null, rows.map(({ rank, name, against }) => {
      const met = new Map(against.map((entry) => [entry.name, entry]));
      return h('tr', null, h('th', { scope: 'row' }, h('span.rank', { 'aria-hidden': 'true' }, rank), name),
        names.map((other) => (other === name ? h('td.self', null, h('span.unseen', null, text.itself))
          : met.has(other) ? cell(event, name, met.get(other)) : h('td.never', null, '·'))));
    })));
}
