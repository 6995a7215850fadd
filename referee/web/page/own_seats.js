// Which seats this browser has taken: tokens by table, kept so that a reload sits down again.

const kKey = 'quiver.seats';
const kKept = 20;

function read() {
  try { return JSON.parse(localStorage.getItem(kKey)) ?? []; } catch { return []; }
}

/** { table, token, keys }: keys are for friends who have not come yet. */
export function rememberSeat(seat) {
  const others = read().filter(({ table }) => table !== seat.table);
  localStorage.setItem(kKey, JSON.stringify([seat, ...others].slice(0, kKept)));
}

/** Its game is over, or will not be: nothing is to be gone back to. */
export function leaveSeat(table) {
  const seats = read().map((seat) => (seat.table === table ? { ...seat, over: true } : seat));
  try { localStorage.setItem(kKey, JSON.stringify(seats)); } catch { /* Then the way back stays. */ }
}

/** Seats whose games go on, or are yet to begin, as far as this browser knows. */
export function ownSeats() {
  return read().filter(({ over }) => !over);
}

/** The seat at that table, or the latest one. */
export function seatAt(table) {
  const seats = read();
  return table ? seats.find((seat) => seat.table === table) : seats[0];
}

export function rememberName(name) {
  try { localStorage.setItem('quiver.name', name); } catch { /* Then it is asked for again. */ }
}

export function ownName() {
  try { return localStorage.getItem('quiver.name') ?? ''; } catch { return ''; }
}
