// Playing a game here: /seat#KEY takes the seat of an invitation, /seat?table=ID comes back to a seat, also after a reload.
// data-testid: invite-link, turn-line, option-button, resign, play-again, claim-form, lost, seat-notice.
import { copy, h, refill, retext } from '../dom.js';
import { gameOf } from '../games/index.js';
import { announce, kOffline } from '../live/announce.js';
import { api, gamePath } from '../live/api.js';
import { BoardKeys } from '../live/board_keys.js';
import { Chooser } from '../live/chooser.js';
import { leaveSeat, ownName, rememberName, rememberSeat, seatAt } from '../live/own_seats.js';
import { LiveSocket } from '../live/socket.js';
import { keys } from './controls.js';
import { sure } from './dialogs.js';
import { Viewer } from './viewer.js';

const kLost = 'The referee no longer knows this seat: it was restarted, or nobody was here for too long. The game cannot be continued.';

function claimForm(key, go) {
  const problem = h('p.warning', { role: 'alert' });
  const name = h('input', { name: 'name', maxlength: 32, value: ownName(), placeholder: 'visitor', autocomplete: 'nickname' });
  async function take(event) {
    event.preventDefault();
    try {
      const { token, table } = await api.claim({ key, name: name.value.trim() });
      rememberName(name.value.trim());
      rememberSeat({ table, token, keys: [] });
      await go(`/seat?table=${encodeURIComponent(table)}`, { replace: true });
    } catch (error) {
      retext(problem, error.message);
    }
  }
  return h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'You are invited to play')),
    h('form.play', { 'data-testid': 'claim-form', onsubmit: take }, h('div.fields', null, h('label', null, h('span', null, 'Your name'), name)), problem,
      h('div.actions', null, h('button.primary', { type: 'submit' }, 'Take the seat'))));
}

function noSeat() {
  return h('div.problem', null, h('h1', { tabindex: -1 }, 'You have no seat here'),
    h('p', null, 'This browser has not taken a seat in this game, or has forgotten it.'),
    h('p.actions', null, h('a.button.primary', { href: '/play' }, 'Play'), h('a.button', { href: '/' }, 'To the lobby')));
}

/** Links for when there is no game to go back to. */
const elsewhere = () => [h('a.button.primary', { href: '/play', 'data-testid': 'play-again' }, 'Play a new game'), h('a.button', { href: '/' }, 'To the lobby')];

function lostGame() {
  return h('div.problem', { 'data-testid': 'lost' }, h('h1', { tabindex: -1 }, 'This game is lost'), h('p', null, kLost), h('p.actions', null, elsewhere()));
}

function waiting({ keys }) {
  const links = (keys ?? []).map((key) => {
    const link = h('input', { readonly: true, value: `${location.origin}/seat#${key}`, 'data-testid': 'invite-link', 'aria-label': 'Link for your friend', onfocus: () => link.select() });
    const button = h('button', { type: 'button', onclick: () => copy(link.value, button) }, 'Copy');
    return h('p.invite', null, link, button);
  });
  return h('div.waiting', null, h('h1', { tabindex: -1 }, links.length ? 'Waiting for your friend' : 'Waiting for the game to begin'),
    links.length ? h('p', null, 'Send this link to your friend. It works once; the game begins as soon as the seat is taken.') : null, links);
}

class Seat {
  constructor(own) {
    this.own = own;
    this.notice = h('p.warning', { role: 'alert', 'data-testid': 'seat-notice' });
    this.turn = h('p.turn-line', { 'data-testid': 'turn-line', hidden: true });
    this.actions = h('p.actions.seat-actions');
    // At the bottom of the window: nothing may move under a finger that is about to tap again.
    this.confirm = h('div.confirm', { hidden: true });
    this.stage = h('div', null, waiting(own));
    this.element = h('div.seat-view', null, this.notice, this.turn, this.stage, this.confirm);
    this.live = new LiveSocket('/ws/seat', {
      opened: (live) => live.send({ sit: { token: own.token } }),
      heard: (message) => this.hear(message),
      refused: () => this.complain('The referee has closed this connection. Reload the page to continue.'),
    });
  }

  /** The referee has forgotten this seat: the game cannot continue, whatever the page knew of it. */
  lose() {
    this.live.close();
    leaveSeat(this.own.table);
    if (!this.viewer) {
      this.notice.textContent = '';
      return refill(this.stage, lostGame());
    }
    this.viewer.abandon();
    this.notice.textContent = kLost;
    announce('The game is lost.');
  }

  hear({ seat, game, gameChange, error }) {
    if (seat) this.seated(seat);
    if (game) this.viewer ? this.viewer.take(game) : this.begin(game);
    if (gameChange && !this.viewer?.extend(gameChange)) this.live.restart();
    if (error?.status === 404) return this.lose();
    if (error) this.complain(error.sentence);
    else this.notice.textContent = '';
    // After a reconnect it is not known whether a move that was being sent has arrived.
    if (game) this.chooser.refused();
  }

  seated({ seat, closed }) {
    this.seat = seat;
    if (closed) {
      leaveSeat(this.own.table);
      refill(this.stage, h('div.problem', null, h('h1', { tabindex: -1 }, 'The game was cancelled'), h('p', null, closed),
        h('p.actions', null, h('a.button.primary', { href: '/play' }, 'Play another'))));
    }
  }

  complain(sentence) {
    retext(this.notice, sentence);
    this.chooser?.refused();
  }

  begin(game) {
    rememberSeat({ ...this.own, keys: [] });
    this.viewer = new Viewer(game, { mine: this.seat, flipped: gameOf(game.game).seenFromAbove(game.start, this.seat) });
    this.chooser = new Chooser(this.viewer, {
      play: (play) => this.live.send({ play }),
      changed: () => this.show(),
      failed: (sentence) => { if (!this.viewer.abandoned) this.notice.textContent = sentence; },
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
    const { abandoned } = viewer;
    const over = viewer.status.phase === 'OVER';
    if (over) leaveSeat(this.own.table);
    const mine = chooser.mine && !chooser.sent;
    this.keys?.fill();
    this.turn.hidden = over || Boolean(abandoned);
    this.turn.classList.toggle('now', mine);
    retext(this.turn, mine ? `Your turn. ${viewer.last ? chooser.prompt : 'Go back to live to move.'}` : chooser.sent ? chooser.prompt : 'Your opponent is thinking.');
    if (mine && !this.wasMine) announce('Your turn.');
    this.wasMine = mine;
    document.title = `${mine ? '● Your turn' : abandoned ? 'Game not available' : over ? 'Game over' : 'Playing'} – Quiver`;
    this.showActions(over, abandoned, chooser.armed);
  }

  showActions(over, abandoned, armed) {
    const buttons = this.chooser.options.filter(({ button }) => button);
    const key = `${over} ${abandoned} ${armed?.label ?? ''} ${buttons.map(({ button }) => button)}`;
    if (this.actions.dataset.shows === key) return;
    this.actions.dataset.shows = key;
    this.confirm.hidden = over || !armed;
    if (abandoned) return refill(this.actions, elsewhere());
    if (over) return refill(this.actions, h('a.button.primary', { href: '/play', 'data-testid': 'play-again' }, 'Play again'),
      h('a.button', { href: gamePath(this.viewer.view.id) }, 'To the replay'));
    refill(this.confirm, armed ? [
      h('button.primary', { type: 'button', 'data-testid': 'confirm-move', onclick: () => this.confirmMove() }, armed.confirm.button),
      h('button', { type: 'button', onclick: () => this.chooser.arm(null) }, 'Not this one')] : null);
    refill(this.actions, buttons.map((option) => this.optionButton(option)), h('button', { type: 'button', 'data-testid': 'resign', 'data-key': 'resign', onclick: () => this.resign() }, 'Resign'));
  }

  /** Options are made again with every drawing, so the button finds its own by the label. */
  optionButton({ label, button }) {
    const { chooser } = this;
    const press = (event) => chooser.press(chooser.options.find((option) => option.label === label), event);
    return h('button.primary', { type: 'button', 'data-testid': 'option-button', 'data-key': label, onclick: press }, button);
  }

  confirmMove() {
    const { chooser } = this;
    if (chooser.armed) chooser.choose(chooser.armed);
  }

  async resign() {
    if (!await sure('Resign this game?', 'Resign', 'Keep playing') || this.viewer.abandoned) return;
    if (!this.live.send({ resign: {} })) this.notice.textContent = `You have not resigned. ${kOffline}`;
  }

  leave() {
    this.live.close();
    this.viewer?.leave();
    this.stopKeys?.();
  }
}

export async function seatView({ url, query, go }) {
  const key = url.hash.slice(1);
  if (key) return { title: 'Invitation', element: claimForm(key, go) };
  const own = seatAt(query.get('table'));
  if (!own) return { title: 'No seat', element: noSeat() };
  const seat = new Seat(own);
  return { title: 'Playing', element: seat.element, leave: () => seat.leave() };
}
