// A game in progress that is shown without its controls: its latest position, as its socket sends it.
import { LiveSocket } from './socket.js';
import { Timeline } from './timeline.js';

export class WatchedGame {
  /** changed(this) is called whenever there is something new, ended(this) once after the last of it. */
  constructor(id, { changed, ended }) {
    Object.assign(this, { id, changed });
    this.live = new LiveSocket(`/ws/games/${encodeURIComponent(id)}`, {
      heard: (message) => this.hear(message),
      // A game that nobody knows any more never comes back.
      retried: (count) => { if (count > 3) { this.close(); ended?.(this); } },
    });
    this.ended = ended;
  }

  get position() { return this.timeline.at(this.timeline.length); }
  get last() { return this.timeline.steps.at(-1); }
  get before() { return this.timeline.length ? this.timeline.at(this.timeline.length - 1) : undefined; }
  get over() { return this.status?.phase === 'OVER'; }
  get names() { return this.view.seats.map(({ name }) => name); }

  hear({ game, gameChange }) {
    if (game) {
      this.view = game;
      this.timeline = new Timeline(game.start, game.steps);
      this.status = game.status;
    } else if (gameChange) {
      if (!this.timeline.extend(gameChange.steps)) return this.live.restart();
      this.status = gameChange.status;
    }
    this.arrived = performance.now();
    this.changed(this);
    if (this.over) {
      this.close();
      this.ended?.(this);
    }
    return undefined;
  }

  close() { this.live.close(); }
}
