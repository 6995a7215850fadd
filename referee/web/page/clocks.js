// What the clocks show: the one that runs counts down here from what the referee said was left; the others stand. A game
// that is looked back at shows what each seat had left then, by the times of its moves.
// data-testid="clock" with data-seat.
import { h, retext } from './dom.js';
import { clockText, durationText } from './words.js';

const kTick = 100;
// A clock that runs is short of time below this, and below a fifth of what the move may take.
const kHurry = 10000;
const kShare = 0.2;

function timesOf(steps, seat, count) {
  const mine = steps.slice(0, count).filter((step) => step.seat === seat && step.move);
  return { moves: mine.length, used: mine.reduce((sum, { millis }) => sum + millis, 0) };
}

/** What stood on a seat's clock after so many steps; undefined if it has none that lasts longer than a move. */
export function standing({ bankMicros, incrementMicros, moveMicros } = {}, { moves, used }) {
  if (bankMicros !== undefined) return Number(bankMicros) / 1000 + moves * (Number(incrementMicros) / 1000) - used;
  return moveMicros === undefined ? undefined : Number(moveMicros) / 1000;
}

/** The most that a move may take with so much in the bank. */
export function limit({ moveMicros, capMicros }, bankMillis) {
  return Math.min(bankMillis, Number(capMicros) / 1000, moveMicros === undefined ? Infinity : Number(moveMicros) / 1000);
}

export class Clocks {
  constructor(heads) {
    this.heads = heads;
    this.faces = heads.map((_, seat) => h('span.clock', { role: 'timer', 'aria-live': 'off', 'data-testid': 'clock', 'data-seat': seat }));
    this.used = heads.map(() => h('span.used'));
  }

  /** Now: as the status says. `arrived` is when it came, by performance.now(). */
  live(status, steps, arrived) {
    this.stop();
    status.seats.forEach((seat, index) => {
      const times = timesOf(steps, index, steps.length);
      this.face(index, seat.reason === 'TIMEOUT' ? 0 : seat.bankMillis ?? standing(this.heads[index].time, times));
      retext(this.used[index], `${durationText(Math.max(seat.usedMillis, 0))} used`);
    });
    if (status.running === undefined || status.leftMillis === undefined) return;
    const tick = () => this.run(status, status.leftMillis - (performance.now() - arrived));
    tick();
    this.timer = setInterval(tick, kTick);
  }

  /** The one that runs: what is left of the bank, and what is left for this move where that is less. */
  run({ running, seats }, left) {
    const { bankMillis, usedMillis } = seats[running];
    const bank = bankMillis === undefined ? left : bankMillis - (limit(this.heads[running].time, bankMillis) - left);
    this.face(running, bank, true);
    const most = limit(this.heads[running].time, bankMillis ?? Infinity);
    this.faces[running].classList.toggle('hurry', left < Math.min(kHurry, kShare * most));
    const note = left < bank - kHurry ? `${clockText(left)} for this move` : `${durationText(Math.max(usedMillis, 0))} used`;
    retext(this.used[running], note);
  }

  /** Back then. */
  past(steps, count) {
    this.stop();
    this.heads.forEach(({ time }, seat) => {
      const times = timesOf(steps, seat, count);
      this.face(seat, standing(time, times));
      retext(this.used[seat], `${durationText(times.used)} used`);
    });
  }

  face(seat, millis, running = false) {
    const face = this.faces[seat];
    // Without a bank what stands is the allowance for a move, and 80 ms is not 0.0.
    const allowance = !running && this.heads[seat].time?.bankMicros === undefined && millis < 1000;
    retext(face, millis === undefined ? '–' : allowance ? durationText(millis) : clockText(millis));
    face.classList.toggle('running', running);
    face.classList.remove('hurry');
  }

  stop() {
    clearInterval(this.timer);
  }
}
