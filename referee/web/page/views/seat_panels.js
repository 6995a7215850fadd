// The panels of the seats: the player's name, clock and notes, and why the seat is out.
// data-testid="seat-panel" with data-seat.
import { h, inEnglish, refill, retext } from '../dom.js';
import { gameOf } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { text } from '../text/index.js';
import { kLetters, detailOf, reasonText, timeControlText } from '../words.js';
import { nameElement } from './name.js';

/** Why a seat is out; the referee's own words about it are English. */
function outNote(out) {
  const detail = detailOf(out);
  return detail ? [text.outNote(text.withDetail(reasonText(out.reason), '')), inEnglish(detail)] : text.outNote(reasonText(out.reason));
}

class Panel {
  constructor(seat, head, clocks, you) {
    this.title = h('span.title');
    this.notes = h('ul.notes');
    this.out = h('p.out-note');
    this.state = h('span.unseen');
    this.element = h('section.seat-panel', { 'data-testid': 'seat-panel', 'data-seat': seat, 'aria-label': text.seat(kLetters[seat]) },
      token(seat),
      h('div.who', null, h('h2.name', null, nameElement(head.name, 'span'), you ? h('span.you', null, text.you) : null), this.title, this.state),
      h('div.time', null, clocks.faces[seat], clocks.used[seat]),
      this.notes, this.out);
  }

  show({ title, connected, over, out, turn, remarks, place, won }) {
    retext(this.title, title);
    retext(this.state, turn ? text.toMoveAfter : '');
    this.element.classList.toggle('turn', turn);
    this.element.classList.toggle('gone', Boolean(out));
    this.element.classList.toggle('won', won);
    const notes = [
      won ? h('li.strong', null, text.winner) : null,
      place > 1 ? h('li', null, text.place(place)) : null,
      remarks.map((remark) => h('li', null, remark)),
      connected || over ? null : h('li.warning', null, text.notConnected),
    ];
    refill(this.notes, notes);
    refill(this.out, out ? outNote(out) : null);
  }
}

/**
 * { element, show(moment) }; a moment is { position, outs, status, overlay, last, abandoned }: `last` if it is the
 * latest, `abandoned` if the game will not continue.
 */
export function seatPanels(view, clocks, mine) {
  const panels = view.seats.map((head, seat) => new Panel(seat, head, clocks, seat === mine));
  const element = h('div.seats', { class: `seats of-${panels.length}` }, panels.map((panel) => panel.element));

  const game = gameOf(view.game);

  function show({ position, outs, status, overlay, last, abandoned }) {
    const over = status.phase === 'OVER';
    panels.forEach((panel, seat) => {
      const now = status.seats[seat] ?? {};
      panel.show({
        title: now.title || timeControlText(view.seats[seat].time),
        connected: now.connected,
        over: over || status.phase === 'PHASE_UNSPECIFIED',
        out: outs.get(seat) ?? (last && over && now.reason ? { seat, reason: now.reason, detail: now.detail } : undefined),
        turn: position.toMove === seat && !(last && (over || abandoned)),
        remarks: [...game.seatNotes(position, seat), ...(overlay ? [game.overlay.seatNote(overlay, seat)] : [])],
        place: last && over ? now.place : 0,
        won: last && over && status.winner === seat,
      });
    });
  }
  return { element, show };
}
