// What the clocks show. The running one counts down here from what the referee reported; the others stand still. At an
// earlier step each clock shows what the seat had left then, computed from the times of its moves.
// data-testid="clock" with data-seat.
import { h, retext } from '../dom.js';
import { text } from '../text/index.js';
import { clockText, durationText } from '../words.js';

const kTick = 100;
// A running clock is highlighted below this, if that is also less than a fifth of the move's limit.
const kHurry = 10000;
const kShare = 0.2;

/** How many moves a seat has made in the first `count` steps, and how many milliseconds it has used. */
export function timesOf(steps, seat, count) {
  // A seat that is eliminated on its turn has used time for a move that it did not make.
  const mine = steps.slice(0, count).filter((step) => step.seat === seat);
  return { moves: mine.filter(({ move }) => move).length, used: mine.reduce((sum, { millis }) => sum + (millis ?? 0), 0) };
}

/** What a seat's clock showed after these moves; undefined if it has no clock. */
export function standing({ bankMicros, incrementMicros, moveMicros } = {}, { moves, used }) {
  if (bankMicros !== undefined) return Number(bankMicros) / 1000 + moves * (Number(incrementMicros) / 1000) - used;
  return moveMicros === undefined ? undefined : Number(moveMicros) / 1000;
}

/** How long a move may take with this much in the bank. */
export function limit({ moveMicros, capMicros }, bankMillis) {
  return Math.min(bankMillis, Number(capMicros) / 1000, moveMicros === undefined ? Infinity : Number(moveMicros) / 1000);
}

export class Clocks {
  constructor(heads) {
    this.heads = heads;
    this.faces = heads.map((_, seat) => h('span.clock', { role: 'timer', 'aria-live': 'off', 'data-testid': 'clock', 'data-seat': seat }));
    this.used = heads.map(() => h('span.used'));
  }

  /** Shows the current status. `arrived` is when it came, by performance.now(). */
  live(status, steps, arrived) {
    this.stop();
    status.seats.forEach((seat, index) => {
      const times = timesOf(steps, index, steps.length);
      this.face(index, seat.reason === 'TIMEOUT' ? 0 : seat.bankMillis ?? standing(this.heads[index].time, times));
      retext(this.used[index], text.used(durationText(Math.max(seat.usedMillis, 0))));
    });
    if (status.running === undefined || status.leftMillis === undefined) return;
    const tick = () => this.run(status, status.leftMillis - (performance.now() - arrived));
    tick();
    this.timer = setInterval(tick, kTick);
  }

  /** The running clock: what is left of the bank, and what is left for this move if that is less. */
  run({ running, seats }, left) {
    const { bankMillis, usedMillis } = seats[running];
    const bank = bankMillis === undefined ? left : bankMillis - (limit(this.heads[running].time, bankMillis) - left);
    this.face(running, bank, true);
    const most = limit(this.heads[running].time, bankMillis ?? Infinity);
    this.faces[running].classList.toggle('hurry', left < Math.min(kHurry, kShare * most));
    const note = left < bank - kHurry ? text.forThisMove(clockText(left)) : text.used(durationText(Math.max(usedMillis, 0)));
    retext(this.used[running], note);
  }

  /** Shows an earlier step. */
  past(steps, count) {
    this.stop();
    this.heads.forEach(({ time }, seat) => {
      const times = timesOf(steps, seat, count);
      this.face(seat, standing(time, times));
      retext(this.used[seat], text.used(durationText(times.used)));
    });
  }

  face(seat, millis, running = false) {
    const face = this.faces[seat];
    // Without a bank the clock shows the limit of a move: 80 ms must not become 0.0.
    const allowance = !running && this.heads[seat].time?.bankMicros === undefined && millis < 1000;
    retext(face, millis === undefined ? '–' : allowance ? durationText(millis) : clockText(millis));
    face.classList.toggle('running', running);
    face.classList.remove('hurry');
  }

  stop() {
    clearInterval(this.timer);
  }
}
