// Playing here: /seat#KEY takes a seat that somebody gave away, /seat?table=ID sits down at it again, after a reload too.
// data-testid: invite-link, turn-line, resign, play-again, claim-form.
import { announce } from './announce.js';
import { api, gamePath } from './api.js';
import { BoardKeys } from './board_keys.js';
import { Chooser } from './chooser.js';
import { keys } from './controls.js';
import { sure } from './dialogs.js';
import { copy, h, refill, retext } from './dom.js';
import { Live } from './live.js';
import { leaveSeat, ownName, rememberName, rememberSeat, seatAt } from './own_seats.js';
import { Viewer } from './viewer.js';

function claimForm(key, go) {
  const problem = h('p.warning', { role: 'alert' });
  const name = h('input', { name: 'name', maxlength: 32, value: ownName(), placeholder: 'guest', autocomplete: 'nickname' });
  async function take(event) {
    event.preventDefault();
    try {
      const { token, table } = await api.claim({ key, name: name.value.trim() });
      rememberName(name.value.trim());
      rememberSeat({ table, token, keys: [] });
      await go(`/seat?table=${encodeURIComponent(table)}`, { replace: true });
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  return h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'Somebody wants to play with you')),
    h('form.play', { 'data-testid': 'claim-form', onsubmit: take }, h('div.fields', null, h('label', null, h('span', null, 'Your name'), name)), problem,
      h('div.actions', null, h('button.primary', { type: 'submit' }, 'Take the seat'))));
}

function noSeat() {
  return h('div.problem', null, h('h1', { tabindex: -1 }, 'No seat of yours'),
    h('p', null, 'This browser has not taken a seat at that table, or has forgotten it.'),
    h('p.actions', null, h('a.button.primary', { href: '/play' }, 'Play'), h('a.button', { href: '/' }, 'To the lobby')));
}

function waiting({ keys }) {
  const links = (keys ?? []).map((key) => {
    const link = h('input', { readonly: true, value: `${location.origin}/seat#${key}`, 'data-testid': 'invite-link', 'aria-label': 'Link for your friend', onfocus: () => link.select() });
    const button = h('button', { type: 'button', onclick: () => copy(link.value, button) }, 'Copy');
    return h('p.invite', null, link, button);
  });
  return h('div.waiting', null, h('h1', { tabindex: -1 }, links.length ? 'Waiting for your friend' : 'Waiting for the game to begin'),
    links.length ? h('p', null, 'Send this link; it opens the other seat, once. The game begins as soon as the seat is taken.') : null, links);
}

/** Seen from one's own side: turned round if one's pieces stand in the upper half. */
function fromAbove({ seats, rows, columns, game }, seat) {
  if (game === 'connect4') return false;
  const { pieces } = seats[seat];
  if (!pieces.length) return seat === 1;
  return pieces.reduce((sum, vertex) => sum + Math.floor(vertex / columns), 0) / pieces.length < (rows - 1) / 2;
}

class Seat {
  constructor(own) {
    this.own = own;
    this.notice = h('p.warning', { role: 'alert' });
    this.turn = h('p.turn-line', { 'data-testid': 'turn-line', hidden: true });
    this.actions = h('p.actions.seat-actions');
    // Over the page's lower edge: nothing moves under the finger that is to tap again.
    this.confirm = h('div.confirm', { hidden: true });
    this.stage = h('div', null, waiting(own));
    this.element = h('div.seat-view', null, this.notice, this.turn, this.stage, this.confirm);
    this.live = new Live('/ws/seat', {
      opened: (live) => live.send({ sit: { token: own.token } }),
      heard: (message) => this.hear(message),
      refused: () => {
        leaveSeat(own.table);
        if (!this.viewer) refill(this.stage, noSeat());
      },
    });
  }

  hear({ seat, game, gameChange, error }) {
    if (seat) this.seated(seat);
    if (game) this.viewer ? this.viewer.take(game) : this.begin(game);
    if (gameChange && !this.viewer?.extend(gameChange)) this.live.restart();
    if (error) this.complain(error.sentence);
    else this.notice.textContent = '';
    // After a new connection nobody knows whether a move that was on its way arrived.
    if (game) this.chooser.refused();
  }

  seated({ seat, closed }) {
    this.seat = seat;
    if (closed) {
      leaveSeat(this.own.table);
      refill(this.stage, h('div.problem', null, h('h1', { tabindex: -1 }, 'The game will not be played'), h('p', null, closed),
        h('p.actions', null, h('a.button.primary', { href: '/play' }, 'Play another'))));
    }
  }

  complain(sentence) {
    this.notice.textContent = sentence;
    this.chooser?.refused();
  }

  begin(game) {
    rememberSeat({ ...this.own, keys: [] });
    this.viewer = new Viewer(game, { mine: this.seat, flipped: fromAbove(game.start, this.seat) });
    this.chooser = new Chooser(this.viewer, {
      play: (play) => this.live.send({ play }),
      changed: () => this.show(),
    });
    this.keys = new BoardKeys(this.chooser);
    this.stopKeys = keys({ Escape: () => this.chooser.back() });
    this.viewer.boardMade = () => this.chooser.draw();
    this.viewer.shown = () => this.chooser.update();
    this.viewer.element.querySelector('.aside').prepend(this.keys.element);
    this.viewer.line.element.parentElement.after(this.turn, this.actions);
    refill(this.stage, this.viewer.element);
    this.chooser.update();
    this.viewer.boardPlace.focus({ preventScroll: true });
  }

  show() {
    const { chooser, viewer } = this;
    const over = viewer.status.phase === 'OVER';
    if (over) leaveSeat(this.own.table);
    const mine = chooser.mine && !chooser.sent;
    this.keys?.fill();
    this.turn.hidden = over;
    this.turn.classList.toggle('now', mine);
    retext(this.turn, mine ? `Your turn. ${viewer.last ? chooser.prompt : 'Go back to live to move.'}` : chooser.sent ? chooser.prompt : 'The other one is thinking.');
    if (mine && !this.wasMine) announce('Your turn.');
    this.wasMine = mine;
    document.title = `${mine ? '● Your turn' : over ? 'Game over' : 'Playing'} – Quiver`;
    this.showActions(over, chooser.armed);
  }

  showActions(over, armed) {
    const key = `${over} ${armed ? this.chooser.wallName(armed) : ''}`;
    if (this.actions.dataset.shows === key) return;
    this.actions.dataset.shows = key;
    this.confirm.hidden = over || !armed;
    if (over) return refill(this.actions, h('a.button.primary', { href: '/play', 'data-testid': 'play-again' }, 'Play again'),
      h('a.button', { href: gamePath(this.viewer.view.id) }, 'To the replay'));
    refill(this.confirm, armed ? [
      h('button.primary', { type: 'button', 'data-testid': 'place-wall', onclick: () => this.chooser.place(armed) }, `Place the wall ${this.chooser.wallName(armed)}`),
      h('button', { type: 'button', onclick: () => this.chooser.arm(null) }, 'Not this one')] : null);
    refill(this.actions, h('button', { type: 'button', 'data-testid': 'resign', 'data-key': 'resign', onclick: () => this.resign() }, 'Resign'));
  }

  async resign() {
    if (await sure('Resign this game?', 'Resign', 'Play on')) this.live.send({ resign: {} });
  }

  leave() {
    this.live.close();
    this.viewer?.leave();
    this.stopKeys?.();
  }
}

export async function seatView({ url, query, go }) {
  const key = url.hash.slice(1);
  if (key) return { title: 'A seat for you', element: claimForm(key, go) };
  const own = seatAt(query.get('table'));
  if (!own) return { title: 'No seat', element: noSeat() };
  const seat = new Seat(own);
  return { title: 'Playing', element: seat.element, leave: () => seat.leave() };
}
