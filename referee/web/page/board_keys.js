// Playing by keyboard: a cursor that arrow keys move over the board, Enter, Escape, h and v for walls; and the same choices
// as a list of buttons (data-testid="choice-button") for whoever prefers a list.
import { announce } from './announce.js';
import { h, refill, s } from './dom.js';
import { kCell } from './geometry.js';

const kArrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardKeys {
  constructor(chooser) {
    this.chooser = chooser;
    this.frame = chooser.viewer.boardPlace;
    this.cursor = null;
    for (const [name, value] of Object.entries({ tabindex: 0, role: 'application', 'aria-roledescription': 'board', 'aria-label': this.help() })) {
      this.frame.setAttribute(name, value);
    }
    this.frame.addEventListener('keydown', (event) => this.key(event));
    this.frame.addEventListener('focus', () => { if (this.cursor !== null && this.frame.matches(':focus-visible')) this.put(this.cursor); });
    this.frame.addEventListener('blur', () => this.mark(null));
    this.list = h('div.choice-buttons');
    this.element = h('details.more', { ontoggle: () => this.fill() }, h('summary', null, 'Choices as a list'), this.list);
  }

  help() {
    const walls = this.chooser.game === 'quoridor' ? ' h or v shows a wall with its anchor here;' : '';
    return `Board. Arrow keys move the cursor; n and p jump to the next and the previous choice; Enter chooses;${walls} Escape takes back.`;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { chooser } = this;
    const arrow = kArrows[event.key];
    if (arrow) this.move(...arrow);
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'n' || event.key === 'p') this.jump(event.key === 'n' ? 1 : -1);
    else if (event.key === 'Escape') chooser.back();
    else if ('hv'.includes(event.key) && chooser.game === 'quoridor') this.wall(event.key === 'h' ? 'HORIZONTAL' : 'VERTICAL');
    else return;
    event.preventDefault();
  }

  /** Moves as it looks: on a board that is turned round, up is south. */
  move(down, right) {
    const { rows, columns, holes } = this.chooser.start;
    const turned = this.chooser.viewer.flipped ? -1 : 1;
    let at = this.cursor ?? this.chooser.legal.cells[0] ?? Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    do {
      const row = Math.floor(at / columns) + down * turned;
      const column = (at % columns) + right * turned;
      if (row < 0 || row >= rows || column < 0 || column >= columns) return;
      at = row * columns + column;
    } while (holes.includes(at));
    this.put(at);
  }

  jump(by) {
    const { cells } = this.chooser.legal;
    const now = cells.indexOf(this.cursor);
    if (cells.length) this.put(cells[now < 0 ? 0 : (now + by + cells.length) % cells.length]);
  }

  put(cell) {
    this.cursor = cell;
    this.mark(cell);
    announce(`${this.chooser.cellName(cell)}${this.target() === undefined ? '' : ', can be chosen'}`);
  }

  mark(cell) {
    this.chooser.viewer.board.element.querySelector('.key-cursor')?.remove();
    if (cell === null) return;
    const [x, y] = this.chooser.viewer.board.place.corner(cell);
    this.chooser.viewer.board.element.append(s('rect.key-cursor', { x: x + 2, y: y + 2, width: kCell - 4, height: kCell - 4, rx: 4 }));
  }

  /** What Enter would choose: the cell itself, or in Connect Four where a disc in this column would lie. */
  target() {
    const { legal, game, start } = this.chooser;
    if (game !== 'connect4') return legal.cells.find((cell) => cell === this.cursor);
    return legal.cells.find((cell) => cell % start.columns === this.cursor % start.columns);
  }

  enter() {
    const { chooser } = this;
    if (this.cursor === null) return this.jump(1);
    if (chooser.armed) return chooser.place(chooser.armed);
    const cell = this.target();
    if (cell !== undefined) return chooser.pick(cell);
    if (chooser.movable?.includes(this.cursor)) return chooser.again(this.cursor);
    announce('Nothing can be chosen here.');
  }

  wall(orientation) {
    const wall = this.chooser.wallAt(this.cursor, orientation);
    if (wall) this.chooser.arm(wall);
    else announce(`No ${orientation.toLowerCase()} wall can go there.`);
  }

  fill() {
    if (!this.element.open) return;
    const { chooser } = this;
    const button = (name, action) => h('button', { type: 'button', 'data-testid': 'choice-button', 'data-key': name, onclick: action }, name);
    const cells = (chooser.open ? chooser.legal.cells : []).map((cell) => button(
      chooser.game === 'connect4' ? `column ${(cell % chooser.start.columns) + 1}` : chooser.cellName(cell), () => chooser.pick(cell)));
    const walls = (chooser.open ? chooser.legal.walls : []).map((wall) => button(chooser.wallName(wall), () => chooser.place(wall)));
    const back = chooser.stage.length ? button('back', () => chooser.back()) : null;
    refill(this.list, cells.length || walls.length ? [back, ...cells, ...walls] : h('p.meta', null, 'Nothing to choose just now.'));
  }
}
