// A game on the screen: board, seats, moves, and controls to step through it. Used by the views of a game, a replay and a seat.
// It follows a running game until the visitor steps back; then it waits for "back to live".
import { h } from '../dom.js';
import { createBoard } from '../games/board.js';
import { positionInWords, stepInWords } from '../games/in_words.js';
import { gameOf } from '../games/index.js';
import { announce } from '../live/announce.js';
import { Clocks } from '../live/clocks.js';
import { Timeline } from '../live/timeline.js';
import { text } from '../text/index.js';
import { resultInWords } from '../words.js';
import { Controls, keys } from './controls.js';
import { showKeys } from './dialogs.js';
import { Evaluations } from './evaluations.js';
import { gameHead, statusLine, summaryOf, toolbar } from './game_head.js';
import { howRun } from './how_run.js';
import { MoveList } from './move_list.js';
import { positionText } from './position_text.js';
import { seatPanels } from './seat_panels.js';
import { TimeBars } from './time_bars.js';

/** A phone held upright; views.css changes at the same width. */
const kNarrow = '(max-width: 34rem)';

/** [key, what it does] of all keys that do something in this game. */
function keysOf({ overlay, canFlip }, more) {
  return [...text.keyRows, ...more.map(([key, help]) => [key, help]), overlay ? [overlay.key, overlay.help] : null, canFlip ? ['f', text.flipKey] : null, ['?', text.keysHelp]].filter(Boolean);
}

export class Viewer {
  /** options: ply, the step to open at; stored, whether it has links; mine, the visitor's own seat; flipped; heading; more keys, [key, help, action] each. */
  constructor(view, { ply, stored = true, mine, flipped = false, heading = 'h1', more = [] } = {}) {
    Object.assign(this, { view, stored, mine, flipped, heading, more, arrived: performance.now(), showsOverlay: false, narrow: matchMedia(kNarrow) });
    this.game = gameOf(view.game);
    this.names = view.seats.map(({ name }) => name);
    this.timeline = new Timeline(view.start, view.steps);
    this.status = view.status;
    this.following = ply === undefined;
    this.count = Math.min(ply ?? Infinity, this.timeline.length);
    this.seen = this.timeline.length;
    this.build();
    this.refresh({ animate: false });
    this.narrow.onchange = () => this.replaceBoard();
    this.stopKeys = keys({
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(Infinity),
      ' ': () => this.toggle(), f: () => this.flip(), '?': () => this.showKeys(),
      ...(this.game.overlay ? { [this.game.overlay.key]: () => this.toggleOverlay() } : {}),
      ...Object.fromEntries(more.map(([key, , action]) => [key, action])),
    });
  }

  get live() { return this.status.phase !== 'OVER' && this.status.phase !== 'PHASE_UNSPECIFIED'; }
  get hidesInfos() { return this.mine !== undefined && this.live; }
  get last() { return this.count === this.timeline.length; }

  build() {
    const { view, names } = this;
    const go = (count) => this.go(count);
    this.clocks = new Clocks(view.seats);
    this.panels = seatPanels(view, this.clocks, this.mine);
    this.moves = new MoveList(view.seats, view.opening, go);
    this.evaluations = new Evaluations(names, go);
    this.times = new TimeBars(names, go);
    this.howRun = howRun(names);
    this.text = positionText(names);
    this.line = statusLine();
    this.tools = toolbar(this, () => this.showKeys());
    this.controls = new Controls({
      go, step: (by) => this.step(by), toggle: () => this.toggle(), live: () => this.go(Infinity),
    }, this.tools.buttons);
    this.boardPlace = h('div.board-place');
    this.state = h('div.state', null, h('div.status-row', null, this.line.element, this.controls.live), this.panels.element);
    this.element = h('article.game', null, gameHead(view, this.heading), this.state, h('div.stage', null, this.boardPlace, this.controls.element), this.moves.element,
      h('div.aside', null, this.evaluations.element, this.tools.note, this.times.element, this.howRun.element, this.text.element, this.tools.links));
    this.newBoard();
  }

  newBoard() {
    this.board = createBoard(this.view.start, { flipped: this.flipped, narrow: this.narrow.matches });
    this.boardPlace.replaceChildren(this.board.element);
    const { width, height } = this.board.place;
    this.element.style.setProperty('--ratio', `${width / height}`);
    this.boardMade?.(this.board);
  }

  /** Takes a snapshot: the same game again, from its start. */
  take(view) {
    this.timeline = new Timeline(view.start, view.steps);
    this.extend({ steps: [], status: view.status });
  }

  /** Takes further steps. False if steps are missing in between: then a snapshot is needed. */
  extend({ steps, status }) {
    const before = this.moves.buttons.length;
    const wasLive = this.live;
    if (!this.timeline.extend(steps)) return false;
    if (status) {
      this.status = status;
      this.arrived = performance.now();
    }
    const fresh = this.timeline.steps.slice(before);
    if (fresh.length) announce(fresh.map((step) => stepInWords(step, this.names, this.view.start)).join('. '));
    if (wasLive && !this.live) {
      announce(resultInWords(summaryOf({ ...this.view, status: this.status })));
      this.ended?.();
    }
    // Players want to see how their game ended, even if they were looking at an earlier step.
    if (this.following || (wasLive && !this.live && this.mine !== undefined)) {
      this.following = true;
      this.count = this.timeline.length;
      this.seen = this.count;
    }
    this.refresh({ animate: this.following && fresh.length > 0 });
    return true;
  }

  /** The referee no longer knows this game: what is here can be viewed, but it does not continue. */
  abandon() {
    this.pause();
    const { running, leftMillis, ...status } = this.status;
    Object.assign(this, { abandoned: true, stored: false, status: { ...status, phase: 'PHASE_UNSPECIFIED' } });
    this.refresh({ animate: false });
  }

  refresh({ animate }) {
    this.moves.take(this.timeline.steps, this.hidesInfos);
    this.evaluations.take(this.hidesInfos ? [] : this.timeline.steps);
    this.times.take(this.timeline.steps);
    this.howRun.show(this.status);
    this.tools.show(this);
    this.show(animate);
  }

  show(animate) {
    const { count, timeline, status, names, last } = this;
    const position = timeline.at(count);
    const step = timeline.steps[count - 1];
    const before = step ? timeline.at(count - 1) : undefined;
    const overlay = this.showsOverlay ? this.game.overlay.of(position) : null;
    const words = step ? stepInWords(step, names, position) : '';
    this.board.draw({ position, before, step, count, overlay, animate, label: `${positionInWords(position, names)} ${words}` });
    this.panels.show({ position, outs: timeline.outs(count), status, overlay, last, abandoned: this.abandoned });
    if (last) this.clocks.live(status, timeline.steps, this.arrived);
    else this.clocks.past(timeline.steps, count);
    this.moves.mark(count);
    this.evaluations.mark(count, this.hidesInfos ? null : step);
    this.times.mark(count, step);
    this.text.show(position);
    this.line.show(this, position);
    this.tools.explain(overlay, names);
    this.controls.show({
      count, total: timeline.length, playing: Boolean(this.timer), live: this.live, following: this.following,
      fresh: timeline.length - this.seen, words,
    });
    this.shown?.(position);
  }

  /** Shows the position after `count` steps; at the end of a running game it follows the game again. */
  go(count, { playing = false } = {}) {
    if (!playing) this.pause();
    const target = Math.max(0, Math.min(count, this.timeline.length));
    if (this.following && target < this.timeline.length) this.seen = this.timeline.length;
    this.following = target === this.timeline.length;
    const forward = target === this.count + 1;
    this.count = target;
    this.show(forward);
  }

  step(by) {
    const target = this.count + by;
    if (target < 0 || target > this.timeline.length) return;
    this.go(target);
    if (this.count) announce(stepInWords(this.timeline.steps[this.count - 1], this.names, this.view.start));
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return this.show(false);
    }
    if (this.last) this.go(0);
    this.playOn();
  }

  playOn() {
    this.timer = setTimeout(() => {
      if (!this.last) this.go(this.count + 1, { playing: true });
      if (!this.last) return this.playOn();
      this.pause();
      this.show(false);
    }, this.controls.pause(this.timeline.steps[this.count]));
    this.show(false);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  showKeys() {
    showKeys(keysOf(this.game, this.more));
  }

  toggleOverlay() {
    this.showsOverlay = !this.showsOverlay;
    this.tools.show(this);
    this.show(false);
  }

  flip() {
    if (!this.game.canFlip) return;
    this.flipped = !this.flipped;
    this.replaceBoard();
  }

  replaceBoard() {
    this.newBoard();
    this.show(false);
  }

  leave() {
    this.pause();
    this.clocks.stop();
    this.narrow.onchange = null;
    this.stopKeys();
  }
}
