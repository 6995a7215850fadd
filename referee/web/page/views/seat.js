// Playing a game here: /seat#KEY takes the seat of an invitation, /seat?table=ID comes back to a seat, also after a reload.
// data-testid: invite-link, turn-line, option-button, take-back, ask-hint, hint-line, resign, play-again, claim-form, lost, seat-notice.
import { copy, errorText, h, inEnglish, refill, retext, s } from '../dom.js';
import { gameOf } from '../games/index.js';
import { announce } from '../live/announce.js';
import { api, gamePath } from '../live/api.js';
import { BoardKeys } from '../live/board_keys.js';
import { Chooser } from '../live/chooser.js';
import { cellsOf, hintingBot } from '../live/hints.js';
import { leaveSeat, ownName, rematchOf, rememberName, rememberSeat, rememberTable, seatAt } from '../live/own_seats.js';
import { LiveSocket } from '../live/socket.js';
import { inLanguage, text } from '../text/index.js';
import { keys } from './controls.js';
import { sure } from './dialogs.js';
import { seatText } from './seat_text.js';
import { Viewer } from './viewer.js';

const words = inLanguage(seatText);

function claimForm(key, go) {
  const problem = h('p.warning', { role: 'alert' });
  const name = h('input', { name: 'name', maxlength: 32, value: ownName(), placeholder: text.visitor, autocomplete: 'nickname' });
  async function take(event) {
    event.preventDefault();
    try {
      const { token, table } = await api.claim({ key, name: name.value.trim() });
      rememberName(name.value.trim());
      rememberSeat({ table, token, keys: [] });
      await go(`/seat?table=${encodeURIComponent(table)}`, { replace: true });
    } catch (error) {
      refill(problem, errorText(error));
    }
  }
  return h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, text.invited)),
    h('form.play', { 'data-testid': 'claim-form', onsubmit: take }, h('div.fields', null, h('label', null, h('span', null, text.yourName), name)), problem,
      h('div.actions', null, h('button.primary', { type: 'submit' }, text.takeSeat))));
}

function noSeat() {
  return h('div.problem', null, h('h1', { tabindex: -1 }, text.noSeatHere),
    h('p', null, text.seatForgotten),
    h('p.actions', null, h('a.button.primary', { href: '/play' }, text.play), h('a.button', { href: '/' }, text.toLobby)));
}

/** Links for when there is no game to go back to. */
const elsewhere = () => [h('a.button.primary', { href: '/play', 'data-testid': 'play-again' }, text.playNew), h('a.button', { href: '/' }, text.toLobby)];

function lostGame() {
  return h('div.problem', { 'data-testid': 'lost' }, h('h1', { tabindex: -1 }, text.thisGameLost), h('p', null, text.seatLost), h('p.actions', null, elsewhere()));
}

function waiting({ keys }) {
  const links = (keys ?? []).map((key) => {
    const link = h('input', { readonly: true, value: `${location.origin}/seat#${key}`, 'data-testid': 'invite-link', 'aria-label': text.linkForFriend, onfocus: () => link.select() });
    const button = h('button', { type: 'button', onclick: () => copy(link.value, button) }, text.copy);
    return h('p.invite', null, link, button);
  });
  return h('div.waiting', null, h('h1', { tabindex: -1 }, links.length ? text.waitingForFriend : text.waitingForGame),
    links.length ? h('p', null, text.sendLink) : null, links);
}

class Seat {
  constructor(own, go) {
    Object.assign(this, { own, go });
    this.notice = h('p.warning', { role: 'alert', 'data-testid': 'seat-notice' });
    this.turn = h('p.turn-line', { 'data-testid': 'turn-line', hidden: true });
    this.hintLine = h('p.hint-line', { 'data-testid': 'hint-line', role: 'status', hidden: true });
    this.actions = h('p.actions.seat-actions');
    // At the bottom of the window: nothing may move under a finger that is about to tap again.
    this.confirm = h('div.confirm', { hidden: true });
    this.stage = h('div', null, waiting(own));
    this.element = h('div.seat-view', null, this.notice, this.turn, this.stage, this.confirm);
    this.live = new LiveSocket('/ws/seat', {
      opened: (live) => live.send({ sit: { token: own.token } }),
      heard: (message) => this.hear(message),
      refused: () => this.complain(text.connectionClosed),
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
    this.notice.textContent = text.seatLost;
    announce(text.gameWasLost);
  }

  hear({ seat, game, gameChange, error }) {
    if (seat) this.seated(seat);
    if (game) this.take(game);
    if (gameChange && gameChange.id === this.viewer?.view.id && !this.viewer.extend(gameChange)) this.live.restart();
    if (error?.status === 404) return this.lose();
    if (error) this.complain(inEnglish(error.sentence));
    else this.notice.textContent = '';
    // After a reconnect it is not known whether a move that was being sent has arrived.
    if (game) this.chooser.refused();
  }

  /** A game begins or is sent again; after a move was taken back it is another one, with the moves before. */
  take(game) {
    if (this.viewer?.view.id === game.id) return this.viewer.take(game);
    const again = Boolean(this.viewer);
    if (again) this.closeGame();
    this.begin(game);
    if (again) announce(words.tookBack);
    return undefined;
  }

  seated({ seat, closed, restarting, hinting, hint }) {
    Object.assign(this, { seat, restarting, hinting });
    if (this.chooser) {
      this.takeHint(hint);
      this.chooser.draw();
    } else this.hint = hint;
    if (closed) {
      leaveSeat(this.own.table);
      refill(this.stage, h('div.problem', null, h('h1', { tabindex: -1 }, text.cancelled), h('p', null, inEnglish(closed)),
        h('p.actions', null, h('a.button.primary', { href: '/play' }, text.playAnother))));
    }
  }

  complain(sentence) {
    refill(this.notice, sentence);
    this.chooser?.refused();
  }

  begin(game) {
    rememberSeat({ ...this.own, keys: [] });
    // What was played before a move was taken back was played, too.
    this.viewer = new Viewer({ ...game, opening: 0 }, { mine: this.seat, flipped: gameOf(game.game).seenFromAbove(game.start, this.seat) });
    this.chooser = new Chooser(this.viewer, {
      play: (play) => this.live.send({ play }),
      changed: () => this.show(),
      failed: (sentence) => { if (!this.viewer.abandoned) this.notice.textContent = sentence; },
    });
    this.keys = new BoardKeys(this.chooser);
    this.stopKeys = keys({ Escape: () => this.chooser.back() });
    this.chooser.painted = () => this.markHint();
    this.viewer.boardMade = () => this.chooser.draw();
    this.viewer.shown = () => this.chooser.update();
    this.viewer.element.querySelector('.aside').prepend(this.keys.element);
    this.viewer.line.element.parentElement.after(this.turn, this.hintLine, this.actions);
    refill(this.stage, this.viewer.element);
    this.chooser.update();
    this.viewer.boardPlace.focus({ preventScroll: true });
  }

  show() {
    const { chooser, viewer } = this;
    const { abandoned } = viewer;
    const over = viewer.status.phase === 'OVER';
    if (over) leaveSeat(this.own.table);
    const mine = chooser.mine && !chooser.sent && !this.restarting;
    this.keys?.fill();
    this.showHint();
    this.turn.hidden = over || Boolean(abandoned);
    this.turn.classList.toggle('now', mine);
    retext(this.turn, this.restarting ? words.takingBack : mine ? text.yourTurnTo(viewer.last ? chooser.prompt : text.goBackToLive) : chooser.sent ? chooser.prompt : text.opponentThinks);
    if (mine && !this.wasMine) announce(text.yourTurn);
    this.wasMine = mine;
    document.title = text.titleOf(mine ? text.titleTurn : abandoned ? text.titleLost : over ? text.titleOver : text.titlePlaying);
    this.showActions(over, abandoned, chooser.armed);
  }

  showActions(over, abandoned, armed) {
    const buttons = this.chooser.options.filter(({ button }) => button);
    const aids = over || abandoned ? [] : this.aids();
    const key = `${over} ${abandoned} ${armed?.label ?? ''} ${buttons.map(({ button }) => button)} ${aids.map(({ dataset, disabled }) => `${dataset.testid} ${disabled}`)}`;
    if (this.actions.dataset.shows === key) return;
    this.actions.dataset.shows = key;
    this.confirm.hidden = over || !armed;
    if (abandoned) return refill(this.actions, elsewhere());
    const rematch = rematchOf(this.own.table);
    if (over) return refill(this.actions, rematch ? h('button.primary', { type: 'button', 'data-testid': 'rematch', onclick: () => this.rematch(rematch) }, text.rematch) : null,
      h('a.button', { href: '/play', 'data-testid': 'play-again', class: rematch ? 'button' : 'button primary' }, rematch ? text.otherGame : text.playAgain),
      h('a.button', { href: gamePath(this.viewer.view.id) }, text.toReplay));
    refill(this.confirm, armed ? [
      h('button.primary', { type: 'button', 'data-testid': 'confirm-move', onclick: () => this.confirmMove() }, armed.confirm.button),
      h('button', { type: 'button', onclick: () => this.chooser.arm(null) }, text.notThisOne)] : null);
    return refill(this.actions, buttons.map((option) => this.optionButton(option)), aids, h('button', { type: 'button', 'data-testid': 'resign', 'data-key': 'resign', onclick: () => this.resign() }, text.resign));
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

  /** In a game against bots alone: to take a move back, and to ask for a hint. */
  aids() {
    const { viewer, chooser, seat } = this;
    if (viewer.view.seats.some(({ person }, at) => person && at !== seat)) return [];
    const moved = viewer.timeline.steps.some((step) => step.seat === seat && step.move);
    const button = (testid, words, title, disabled, onclick) => h('button', { type: 'button', 'data-testid': testid, 'data-key': testid, title, disabled, onclick }, words);
    return [button('take-back', words.takeBack, words.takeBackTitle, !moved || this.restarting, () => this.ask({ takeBack: {} })),
      button('ask-hint', words.hint, words.hintTitle, !chooser.mine || chooser.sent || this.hinting || this.restarting, () => this.askForHint())];
  }

  ask(request) {
    if (!this.live.send(request)) this.notice.textContent = text.offline;
  }

  async askForHint() {
    this.bot ??= await hintingBot(this.viewer.view.game);
    this.ask({ hint: { bot: this.bot } });
  }

  /** A hint is about one position, and goes with it. */
  takeHint(hint) {
    const before = JSON.stringify(this.hint);
    this.hint = hint;
    if (hint && JSON.stringify(hint) !== before) announce(this.hintWords(hint));
  }

  hintWords({ bot, step, failed }) {
    const { view } = this.viewer;
    return step ? words.hintOf(bot, gameOf(view.game).moveInWords(step, view.start)) : `${words.noHint} ${failed}`;
  }

  get shownHint() {
    const { hint, chooser } = this;
    return hint && chooser.mine && !chooser.sent && !this.restarting && (!hint.step || hint.ply === chooser.position.ply) ? hint : undefined;
  }

  showHint() {
    const hint = this.shownHint;
    this.hintLine.hidden = !hint && !this.hinting;
    const shows = this.hinting ? words.hinting : hint ? this.hintWords(hint) : '';
    if (this.hintLine.dataset.shows === shows) return;
    this.hintLine.dataset.shows = shows;
    refill(this.hintLine, hint?.failed && !this.hinting ? [`${words.noHint} `, inEnglish(hint.failed)] : shows);
  }

  markHint() {
    const { board, last } = this.viewer;
    const hint = this.shownHint;
    if (!hint?.step || !last) return [];
    return cellsOf(hint.step).map((cell) => s('path.hint-mark', { d: board.place.outline(cell), 'data-cell': cell }));
  }

  async resign() {
    if (!await sure(text.resignThis, text.resign, text.keepPlaying) || this.viewer.abandoned) return;
    if (!this.live.send({ resign: {} })) this.notice.textContent = `${text.notResigned} ${text.offline}`;
  }

  /** The same game again, with the sides exchanged. A friend gets a new link. */
  async rematch(request) {
    try {
      const { table, token, keys } = await api.table(request);
      rememberTable(table, request);
      rememberSeat({ table, token, keys });
      await this.go(`/seat?table=${encodeURIComponent(table)}`);
    } catch (error) {
      refill(this.notice, errorText(error));
    }
  }

  closeGame() {
    this.viewer?.leave();
    this.stopKeys?.();
  }

  leave() {
    this.live.close();
    this.closeGame();
  }
}

export async function seatView({ url, query, go }) {
  const key = url.hash.slice(1);
  if (key) return { title: text.invitation, element: claimForm(key, go) };
  const own = seatAt(query.get('table'));
  if (!own) return { title: text.noSeat, element: noSeat() };
  const seat = new Seat(own, go);
  return { title: text.titlePlaying, element: seat.element, leave: () => seat.leave() };
}
