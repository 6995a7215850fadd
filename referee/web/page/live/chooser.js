// Choosing a move on the board, stage by stage, among what the referee says is legal; nothing else can be chosen. Which stages
// and options there are is up to the game's module (games/index.js), which also draws them into the layer `choices`.
import { gameOf } from '../games/index.js';
import { text } from '../text/index.js';
import { announce } from './announce.js';
import { api } from './api.js';

const kNothing = { cells: [], walls: [], words: [] };

export class Chooser {
  /**
   * play(move) sends a move, or returns false; changed() is called whenever `prompt` may have changed; failed(sentence) reports errors.
   * painted(), if it is set, gives further elements to be drawn over the choices.
   */
  constructor(viewer, { play, changed, failed }) {
    Object.assign(this, { viewer, play, changed, failed, asked: 0, ply: -1, game: gameOf(viewer.view.game) });
    this.reset();
  }

  reset() {
    Object.assign(this, { sent: false, stage: [], legal: kNothing, first: kNothing, options: [], armedLabel: null });
  }

  /** Whether a move can be chosen: it is our turn, and the board shows the latest position. */
  get open() { return this.mine && this.viewer.last && !this.sent; }
  get mine() {
    const { status, timeline, mine } = this.viewer;
    return status.phase === 'PLAYING' && timeline.at(timeline.length).toMove === mine;
  }

  get position() { return this.viewer.timeline.at(this.viewer.timeline.length); }

  /** The option that is shown and waits for a confirmation. */
  get armed() { return this.options.find(({ confirm, label }) => confirm && label === this.armedLabel); }

  get state() {
    const { stage, legal, first, position, armed } = this;
    return { stage, legal, first, position, armed, seat: this.viewer.mine };
  }

  get prompt() {
    if (this.sent) return text.sending;
    return this.armed ? this.armed.confirm.prompt : this.game.choosing.prompt(this.state);
  }

  cellName(cell) { return this.game.cellName(cell, this.position); }

  /** What can be chosen on a cell: what takes an earlier choice back comes last. */
  optionAt(cell) {
    const here = this.options.filter((option) => (option.covers ?? [option.cell]).includes(cell));
    return here.find(({ instead }) => !instead) ?? here[0];
  }

  /** There are new moves, or another step is shown. */
  async update() {
    // The first seat sees the game before the match has started: the ply is the same when its turn begins.
    const ply = this.mine ? this.position.ply : -1;
    if (ply !== this.ply) {
      this.ply = ply;
      this.reset();
      if (this.mine) await this.load();
    }
    this.draw();
  }

  /** Asks what is legal now; answers about another position or to an older request are ignored. */
  async load() {
    const asked = ++this.asked;
    this.legal = kNothing;
    try {
      const legal = await api.choices(this.viewer.view.id, this.game.choosing.query(this.stage));
      if (asked !== this.asked || legal.ply !== this.ply) return;
      this.legal = { ...kNothing, ...legal };
      if (!this.stage.length) this.first = this.legal;
    } catch (error) {
      if (asked === this.asked && error.status !== 409) this.failed(error.status ? error.message : text.offline);
    }
    this.draw();
  }

  draw() {
    const { place, choices } = this.viewer.board;
    const { choosing } = this.game;
    this.options = this.open ? choosing.options(this.state) : [];
    const painted = this.open ? choosing.paint(place, this.state, this.options, (option, event) => this.press(option, event)) : [];
    choices.replaceChildren(...[...painted, ...(this.painted?.() ?? [])].flat(Infinity).filter(Boolean));
    this.changed();
  }

  /** A click. A finger covers what it points at: where that matters, the first tap only shows the option. */
  press(option, event) {
    if (option.confirm && event.pointerType === 'touch' && option !== this.armed) return this.arm(option);
    return this.choose(option);
  }

  async choose(option) {
    if (!this.open || !this.options.includes(option)) return;
    this.armedLabel = null;
    if (option.move) this.send(option.move);
    else await this.enter(option.stage);
  }

  async enter(stage) {
    // The options of the stage before must not be taken for this one's.
    Object.assign(this, { stage, legal: kNothing });
    this.draw();
    await this.load();
    announce(this.prompt);
  }

  /** One stage back; hides an option that was only shown first. */
  back() {
    if (this.armed) return this.arm(null);
    if (this.stage.length) this.enter(this.stage.slice(0, -1));
  }

  /** Shows an option that is not chosen yet; null hides it again. */
  arm(option) {
    this.armedLabel = option?.label ?? null;
    this.draw();
    announce(this.prompt);
  }

  send(move) {
    this.sent = this.play({ ply: this.ply, move });
    if (!this.sent) this.failed(`${text.notSent} ${text.offline}`);
    this.draw();
  }

  /** The referee did not accept the move. */
  refused() {
    Object.assign(this, { sent: false, stage: [], armedLabel: null });
    return this.mine ? this.load() : undefined;
  }
}
