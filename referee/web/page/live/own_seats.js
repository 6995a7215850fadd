// The seats that this browser has taken: their tokens by table, stored so that a reload takes the seat again.

const kKey = 'quiver.seats';
const kKept = 20;
const kTable = 'quiver.table';

function read() {
  try { return JSON.parse(localStorage.getItem(kKey)) ?? []; } catch { return []; }
}

/** { table, token, keys }: the keys are for friends who have not joined yet. */
export function rememberSeat(seat) {
  const others = read().filter(({ table }) => table !== seat.table);
  localStorage.setItem(kKey, JSON.stringify([seat, ...others].slice(0, kKept)));
}

/** What was asked for at a table of one's own, so that a rematch can be asked for. */
export function rememberTable(table, request) {
  try { localStorage.setItem(kTable, JSON.stringify({ table, request })); } catch { /* Then there is no rematch. */ }
}

/** The request for the table of a rematch: the same with the sides exchanged; undefined if that table was somebody else's. */
export function rematchOf(table) {
  try {
    const known = JSON.parse(localStorage.getItem(kTable));
    if (known?.table !== table) return undefined;
    return { ...known.request, seats: [...known.request.seats].reverse() };
  } catch { return undefined; }
}

/** Its game is over or was cancelled: there is nothing to go back to. */
export function leaveSeat(table) {
  const seats = read().map((seat) => (seat.table === table ? { ...seat, over: true } : seat));
  try { localStorage.setItem(kKey, JSON.stringify(seats)); } catch { /* Then the link back stays. */ }
}

/** Seats whose games are running or have not begun, as far as this browser knows. */
export function ownSeats() {
  return read().filter(({ over }) => !over);
}

/** The seat at that table, or the latest one. */
export function seatAt(table) {
  const seats = read();
  return table ? seats.find((seat) => seat.table === table) : seats[0];
}

export function rememberName(name) {
  try { localStorage.setItem('quiver.name', name); } catch { /* Then the visitor types it again. */ }
}

export function ownName() {
  try { return localStorage.getItem('quiver.name') ?? ''; } catch { return ''; }
}
