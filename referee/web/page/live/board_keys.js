// Playing by keyboard: a cursor that arrow keys move over the board, with Shift diagonally, Enter, Escape, and the letters of the
// game's module; and the same choices as a list of buttons (data-testid="choice-button"). class "key-cursor" with data-cell.
import { h, refill, s } from '../dom.js';
import { text } from '../text/index.js';
import { announce } from './announce.js';

const kArrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardKeys {
  constructor(chooser) {
    this.chooser = chooser;
    this.frame = chooser.viewer.boardPlace;
    this.cursor = null;
    for (const [name, value] of Object.entries({ tabindex: 0, role: 'application', 'aria-roledescription': text.board, 'aria-label': this.help() })) {
      this.frame.setAttribute(name, value);
    }
    this.frame.addEventListener('keydown', (event) => this.key(event));
    this.frame.addEventListener('focus', () => { if (this.cursor !== null && this.frame.matches(':focus-visible')) this.put(this.cursor); });
    this.frame.addEventListener('blur', () => this.mark(null));
    this.list = h('div.choice-buttons');
    this.element = h('details.more', { ontoggle: () => this.fill() }, h('summary', null, text.choicesAsList), this.list);
  }

  /** Cells that n and p visit, in the options' order. */
  get cells() {
    return this.chooser.options.filter(({ cell, instead }) => cell !== undefined && !instead).map(({ cell }) => cell);
  }

  help() {
    return text.boardHelp(this.chooser.game.choosing.keyHelp);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { chooser } = this;
    const arrow = kArrows[event.key];
    if (arrow) this.move(...arrow, event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'n' || event.key === 'p') this.jump(event.key === 'n' ? 1 : -1);
    else if (event.key === 'Escape') chooser.back();
    else if (Object.hasOwn(chooser.game.choosing.keys, event.key)) this.letter(event.key);
    else return;
    event.preventDefault();
  }

  /** Moves as seen on the screen: on a board that is turned round, up is south. */
  move(down, right, diagonal) {
    const { place } = this.chooser.viewer.board;
    const cell = place.step(this.cursor ?? this.cells[0] ?? place.middle, down, right, diagonal);
    if (cell !== undefined) this.put(cell);
  }

  jump(by) {
    const { cells } = this;
    const now = cells.indexOf(this.cursor);
    if (cells.length) this.put(cells[now < 0 ? 0 : (now + by + cells.length) % cells.length]);
  }

  put(cell) {
    this.cursor = cell;
    this.mark(cell);
    const option = this.chooser.optionAt(cell);
    announce(`${this.chooser.cellName(cell)}${option && !option.instead ? text.canBeChosen : ''}`);
  }

  mark(cell) {
    const { element, place } = this.chooser.viewer.board;
    element.querySelector('.key-cursor')?.remove();
    if (cell !== null) element.append(s('path.key-cursor', { d: place.outline(cell), 'data-cell': cell }));
  }

  enter() {
    const { chooser } = this;
    if (this.cursor === null) return this.jump(1);
    const option = chooser.armed ?? chooser.optionAt(this.cursor);
    if (option) return chooser.choose(option);
    announce(text.nothingHere);
  }

  letter(key) {
    const { chooser } = this;
    const option = chooser.options.find((one) => one.key === key && (one.keyCell ?? this.cursor) === this.cursor);
    if (!option) announce(chooser.game.choosing.keys[key]);
    else if (option.confirm) chooser.arm(option);
    else chooser.choose(option);
  }

  fill() {
    if (!this.element.open) return;
    const { chooser } = this;
    const button = (name, action) => h('button', { type: 'button', 'data-testid': 'choice-button', 'data-key': name, onclick: action }, name);
    const buttons = chooser.options.filter(({ instead }) => !instead).map((option) => button(option.label, () => chooser.choose(option)));
    const back = chooser.stage.length ? button(text.back, () => chooser.back()) : null;
    refill(this.list, buttons.length ? [back, ...buttons] : h('p.meta', null, text.nothingNow));
  }
}
