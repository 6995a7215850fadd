// Changed copies of positions, for the games' `after`. Pure.

/** The position with some fields of one seat replaced. */
export function withSeat(position, seat, fields) {
  return { ...position, seats: position.seats.map((old, at) => (at === seat ? { ...old, ...fields } : old)) };
}

export const ascending = (list) => [...list].sort((a, b) => a - b);
