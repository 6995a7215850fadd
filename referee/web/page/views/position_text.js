// A position as a table of words, for people who cannot see the board or want to copy it.
import { h, refill } from '../dom.js';
import { gameOf } from '../games/index.js';
import { text } from '../text/index.js';

/** { element, show(position) }; the table is made only while it is open. */
export function positionText(names) {
  const place = h('div');
  let shown = null;
  const element = h('details.more', { ontoggle: () => fill() }, h('summary', null, text.positionInWords), place);
  function fill() {
    if (!element.open || !shown) return;
    refill(place, h('table.words', null, h('caption.unseen', null, text.whatStandsWhere), h('tbody', null,
      gameOf(shown.game).positionTable(shown, names).map(([what, where]) => h('tr', null, h('th', { scope: 'row' }, what), h('td', null, where))))));
  }
  return { element, show: (position) => { shown = position; fill(); } };
}
