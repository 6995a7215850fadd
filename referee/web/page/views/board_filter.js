// Which board's games the standings are about: all of an event's, or those on one. The table of one board is fetched, and again while
// it changes, at most every two seconds. The choice is in the address. data-testid: board-filter.
import { h, refill } from '../dom.js';
import { api, eventPath } from '../live/api.js';
import { text } from '../text/index.js';

const kBetween = 2000;

export class BoardFilter {
  /** changed() is called when there is another table to show. */
  constructor(event, board, changed) {
    Object.assign(this, { event, board, changed, known: [] });
    this.select = h('select', { 'data-testid': 'board-filter', onchange: () => this.choose(this.select.value) });
    this.element = h('label.board-filter', { hidden: true }, h('span.unseen', null, text.board), this.select);
  }

  choose(board) {
    this.board = board;
    clearTimeout(this.waits);
    this.read = this.seen = this.waits = undefined;
    history.replaceState(null, '', eventPath(this.event, { board: board || undefined }));
    this.changed();
  }

  /** The table to show while this is the one of all games. */
  table(all) {
    this.offer(all.boards ?? []);
    if (!this.board || !this.known.includes(this.board)) return all;
    if (this.seen !== all) this.ask(all);
    return this.read ?? { ...all, board: this.board, boards: [], played: 0, planned: 0, complete: false, rows: [] };
  }

  offer(boards) {
    if (boards.join(' ') === this.known.join(' ')) return;
    this.known = boards;
    this.element.hidden = !boards.length;
    refill(this.select, [['', text.allBoards], ...boards.map((name) => [name, name])].map(([value, words]) => h('option', { value, selected: value === this.board }, words)));
  }

  ask(all) {
    if (this.asking || this.waits) return;
    const { board } = this;
    this.asking = true;
    api.standings(this.event, board).then((table) => {
      if (board === this.board) Object.assign(this, { read: table, seen: all });
    }, () => {}).finally(() => {
      this.asking = false;
      if (board === this.board) this.waits = setTimeout(() => this.rested(), kBetween);
      this.changed();
    });
  }

  rested() {
    this.waits = undefined;
    this.changed();
  }

  leave() {
    clearTimeout(this.waits);
    this.changed = () => {};
  }
}
