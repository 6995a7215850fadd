// A position as a table of words, for those who cannot see the board or want to copy it.
import { cellName } from './cells.js';
import { h, refill } from './dom.js';

const kPieces = { amazons: 'Queens', quoridor: 'Pawn', connect4: 'Discs' };

function rows(position, names) {
  const cells = (list) => list.map((vertex) => cellName(vertex, position)).join(' ') || 'none';
  const seats = position.seats.map((seat, index) => [
    `${kPieces[position.game]} of ${names[index]}${seat.eliminated ? ' (out)' : ''}`, cells(seat.pieces)]);
  if (position.game === 'amazons') return [...seats, ['Arrows', cells(position.arrows)]];
  if (position.game === 'quoridor') {
    const walls = position.walls.map(({ anchor, orientation }) => cellName(anchor, position) + (orientation === 'HORIZONTAL' ? 'h' : 'v'));
    return [...seats, ['Walls', walls.join(' ') || 'none'],
      ...position.seats.map((seat, index) => [`Walls left to ${names[index]}`, String(seat.wallsLeft)])];
  }
  return seats;
}

/** { element, show(position) }; the table is made only while it is open. */
export function positionText(names) {
  const place = h('div');
  let shown = null;
  const element = h('details.more', { ontoggle: () => fill() }, h('summary', null, 'The position in words'), place);
  function fill() {
    if (!element.open || !shown) return;
    refill(place, h('table.words', null, h('caption.unseen', null, 'What stands where'), h('tbody', null,
      rows(shown, names).map(([what, where]) => h('tr', null, h('th', { scope: 'row' }, what), h('td', null, where))))));
  }
  return { element, show: (position) => { shown = position; fill(); } };
}
