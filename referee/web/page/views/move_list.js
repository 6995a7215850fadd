// The list of moves: a row for each round, a column for each seat; a click on a move shows it on the board.
// data-testid="move" with data-step, the step's number from 0; the one on the board has aria-current="step".
import { h } from '../dom.js';
import { text } from '../text/index.js';
import { kLetters, scoreText } from '../words.js';

const titleOf = ({ info }) => [
  info?.score === undefined ? null : text.score(scoreText(info.score)),
  info?.depth === undefined ? null : text.depth(info.depth),
  info?.text || null,
].filter(Boolean).join(', ');

export class MoveList {
  /** chosen(count) is called with how many steps to show. */
  constructor(seats, opening, chosen) {
    Object.assign(this, { opening, chosen, buttons: [], row: null, lastSeat: Infinity, rounds: 0 });
    this.list = h('ol.moves', { class: `moves of-${seats.length}`, 'data-testid': 'move-list' });
    this.head = h('div.moves-head', { class: `moves-head of-${seats.length}`, 'aria-hidden': 'true' }, h('span', null, '#'),
      seats.map((_, seat) => h('span', null, kLetters[seat])));
    this.scroller = h('div.moves-scroller', { tabindex: 0, role: 'region', 'aria-label': text.listOfMoves }, this.list);
    // An element can be scrolled to only once it is on the page.
    new ResizeObserver(() => this.reveal()).observe(this.scroller);
    this.element = h('section.move-list', null, h('h2', null, text.moves), this.head, this.scroller);
    this.list.addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (button) chosen(Number(button.dataset.step) + 1);
    });
  }

  /** Adds the steps that it does not have yet. */
  take(steps, hideInfos) {
    for (const step of steps.slice(this.buttons.length)) {
      if (step.seat <= this.lastSeat) this.newRow();
      this.lastSeat = step.seat;
      this.buttons.push(this.add(step, hideInfos));
    }
  }

  newRow() {
    this.row = h('li.row', null, h('span.round', null, `${++this.rounds}`));
    this.list.append(this.row);
  }

  add(step, hideInfos) {
    const given = step.number < this.opening;
    const outs = step.outs?.length > 0;
    const button = h('button.move', {
      type: 'button', 'data-testid': 'move', 'data-step': step.number, 'data-seat': step.seat,
      title: (given ? text.givenMove : hideInfos ? '' : titleOf(step)) || null,
      class: `move seat-column-${step.seat}${given ? ' given' : ''}${outs ? ' with-out' : ''}`,
    }, step.move ? step.notation : text.outMove, outs && step.move ? h('span', { 'aria-hidden': 'true' }, ' ✕') : null,
    outs && step.move ? h('span.unseen', null, text.seatIsOut) : null);
    this.row.append(button);
    return button;
  }

  /** Marks the step that led to the position shown, and scrolls it into view without scrolling the page. */
  mark(count) {
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons[count - 1];
    this.current?.setAttribute('aria-current', 'step');
    this.reveal();
  }

  reveal() {
    const { scroller } = this;
    if (!this.current) {
      scroller.scrollTop = 0;
      return;
    }
    const row = this.current.parentElement;
    if (row.offsetTop < scroller.scrollTop) scroller.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - scroller.clientHeight;
    if (below > scroller.scrollTop) scroller.scrollTop = below;
  }
}
