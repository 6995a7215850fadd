// Choosing a move on the board, stage by stage, among what the referee says is legal; nothing else can be chosen.
// Amazons: a queen, where she goes, where her arrow does. The layer's elements: class "choice" with data-cell, class
// "choice-wall" with data-anchor and data-orientation, data-testid="column" with data-column.
import { announce } from './announce.js';
import { api } from './api.js';
import { cellName } from './cells.js';
import { choiceLayer } from './choice_layer.js';

const kNothing = { cells: [], walls: [] };
const sameWall = (a, b) => a?.anchor === b?.anchor && a?.orientation === b?.orientation;

export class Chooser {
  /** play(move) sends a move; changed() is called whenever `prompt` may have changed. */
  constructor(viewer, { play, changed }) {
    Object.assign(this, { viewer, play, changed, stage: [], legal: kNothing, armed: null, asked: 0, ply: -1 });
    this.game = viewer.view.game;
    this.start = viewer.view.start;
  }

  /** Whether a move can be chosen: it is our turn, and the board shows now and not some earlier moment. */
  get open() { return this.mine && this.viewer.last && !this.sent; }
  get mine() {
    const { status, timeline, mine } = this.viewer;
    return status.phase === 'PLAYING' && timeline.at(timeline.length).toMove === mine;
  }

  get prompt() {
    if (this.sent) return 'Your move is on its way.';
    if (this.armed) return `Wall ${this.wallName(this.armed)}: tap again or press Enter.`;
    if (this.game === 'connect4') return 'Choose a column.';
    if (this.game === 'amazons') return ['Choose a queen.', 'Choose where she goes.', 'Choose where her arrow flies.'][this.stage.length];
    const left = this.position.seats[this.viewer.mine].wallsLeft;
    return left && this.legal.walls.length ? 'Choose a cell for your pawn, or a place for a wall.' : 'Choose a cell for your pawn.';
  }

  get position() { return this.viewer.timeline.at(this.viewer.timeline.length); }
  cellName(cell) { return cellName(cell, this.start); }
  wallName({ anchor, orientation }) { return this.cellName(anchor) + (orientation === 'HORIZONTAL' ? 'h' : 'v'); }

  /** The game went on, or another moment is shown. */
  async update() {
    // Whoever begins is told of the game before it is to move: then the same ply is another matter.
    const ply = this.mine ? this.position.ply : -1;
    if (ply !== this.ply) {
      Object.assign(this, { ply, sent: false, stage: [], armed: null, legal: kNothing, movable: [] });
      if (this.mine) await this.load();
    }
    this.draw();
  }

  /** Asks what is legal now; an answer about another position, or one that was overtaken, is passed over. */
  async load() {
    const asked = ++this.asked;
    this.legal = kNothing;
    const [from, to] = this.stage;
    try {
      const legal = await api.choices(this.viewer.view.id, { from, to });
      if (asked !== this.asked || legal.ply !== this.ply) return;
      this.legal = legal;
      if (this.game === 'amazons' && !this.stage.length) this.movable = legal.cells;
    } catch (error) {
      if (asked === this.asked && error.status !== 409) announce(error.message);
    }
    this.draw();
  }

  draw() {
    choiceLayer(this, this.open ? this.legal : kNothing);
    this.changed();
  }

  async pick(cell) {
    if (!this.open || !this.legal.cells.includes(cell)) return;
    this.armed = null;
    if (this.game === 'quoridor') return this.send({ quoridor: { kind: 'PAWN', cell } });
    if (this.game === 'connect4') return this.send({ connect4: { column: cell % this.start.columns } });
    const chosen = [...this.stage, cell];
    if (chosen.length === 3) return this.send({ amazons: { from: chosen[0], to: chosen[1], arrow: chosen[2] } });
    await this.enter(chosen);
  }

  async enter(stage) {
    // What was lit for the stage before must not be taken for this one.
    Object.assign(this, { stage, legal: kNothing });
    this.draw();
    await this.load();
    announce(this.prompt);
  }

  /** One stage back; a wall that was only shown goes first. */
  back() {
    if (this.armed) return this.arm(null);
    if (this.stage.length) this.enter(this.stage.slice(0, -1));
  }

  /** Another queen instead, or the same one put down again. */
  again(queen) {
    return this.enter(queen === this.stage[0] ? [] : [queen]);
  }

  wallAt(anchor, orientation) {
    return this.legal.walls.find((wall) => sameWall(wall, { anchor, orientation }));
  }

  /** Shows a wall that is not placed yet. */
  arm(wall) {
    this.armed = wall;
    this.draw();
    announce(this.prompt);
  }

  place(wall) {
    if (!this.open || !this.wallAt(wall.anchor, wall.orientation)) return;
    this.armed = null;
    this.send({ quoridor: { kind: `${wall.orientation}_WALL`, cell: wall.anchor } });
  }

  send(move) {
    this.sent = this.play({ ply: this.ply, move });
    this.draw();
  }

  /** The referee would not have it. */
  refused() {
    Object.assign(this, { sent: false, stage: [], armed: null });
    return this.mine ? this.load() : undefined;
  }
}
