// All running games as lines with clocks, for lobbies with many: the referee sends their state at most once a second, and in between
// the running clocks count down here. data-testid="game-line" with data-id.
import { h, retext } from '../dom.js';
import { gameTitle, shapeName } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { gamePath } from '../live/api.js';
import { text } from '../text/index.js';
import { clockText, durationText } from '../words.js';
import { nameElement } from './name.js';

const kTick = 500;

class Line {
  constructor(row) {
    this.clocks = row.names.map(() => h('span.clock'));
    this.seats = row.names.map((name, seat) => h('span.line-seat', null, token(seat), nameElement(name), this.clocks[seat]));
    this.ply = h('span.meta.ply');
    this.element = h('li', null, h('a.game-line', { href: gamePath(row.id), 'data-testid': 'game-line', 'data-id': row.id, 'data-key': `line ${row.id}` },
      h('span.line-seats', null, this.seats), h('span.meta.line-game', null, `${gameTitle(row.game)}, ${shapeName(row.game, row.board)}`), this.ply));
  }

  show(row) {
    this.state = row.state;
    this.arrived = performance.now();
    retext(this.ply, text.moveNumber(row.state.ply));
    this.seats.forEach((seat, index) => seat.classList.toggle('to-move', index === row.state.running));
    this.tick();
  }

  tick() {
    const { running, leftMillis } = this.state;
    leftMillis.forEach((left, seat) => {
      const now = seat === running ? left - (performance.now() - this.arrived) : left;
      retext(this.clocks[seat], left < 0 ? '–' : left < 1000 && seat !== running ? durationText(left) : clockText(now));
    });
  }
}

/** { element, show(rows), leave() }: rows are those to be shown, each a LobbyRow that is replaced when it changes. */
export function gameList() {
  const element = h('ol.game-list');
  const lines = new Map();
  const timer = setInterval(() => { if (!document.hidden) for (const line of lines.values()) line.tick(); }, kTick);

  function show(rows) {
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, line] of lines) {
      if (ids.has(id)) continue;
      line.element.remove();
      lines.delete(id);
    }
    rows.forEach((row, at) => {
      if (!lines.has(row.id)) lines.set(row.id, new Line(row));
      const line = lines.get(row.id);
      if (line.row !== row) line.show(row);
      line.row = row;
      if (element.children[at] !== line.element) element.insertBefore(line.element, element.children[at] ?? null);
    });
  }
  return { element, show, leave: () => clearInterval(timer) };
}
