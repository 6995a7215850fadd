// The table of an event as the stream /ws/events/EVENT sends it: whole at first, then what has changed. Pure; tables are values that
// never change, and a row that has not changed is the same object as before.

function mergedAgainst(before, scores) {
  const met = new Map(before.map((one) => [one.name, one]));
  for (const one of scores) met.set(one.name, one);
  return [...met.values()];
}

function changedRow(row, { place, faults, against, boards, ...values }) {
  return {
    ...row, ...values,
    ...(faults ? { faults: faults.faults } : {}),
    ...(boards ? { boards: boards.boards } : {}),
    ...(against ? { against: mergedAgainst(row.against, against.against) } : {}),
  };
}

function reordered(all, { left, from, to }) {
  const out = new Set([...left, ...from]);
  const now = all.filter((_, place) => !out.has(place));
  to.forEach((place, k) => now.splice(place, 0, all[from[k]]));
  return now;
}

/** Ranks belong to places. */
const ranked = (rows, before) => rows.map((row, place) => {
  const rank = before[place]?.rank ?? place + 1;
  return row.rank === rank ? row : { ...row, rank };
});

/** The table with a StandingsChange made. */
export function withChange(table, { played, planned, complete, added, order, rows, stopped, sprt }) {
  const all = [...table.rows, ...added];
  const now = ranked(order ? reordered(all, order) : all, table.rows);
  for (const change of rows) now[change.place] = changedRow(now[change.place], change);
  return { ...table, played, planned, complete, rows: now, ...(stopped ? { stopped: stopped.stopped } : {}), ...(sprt ? { sprt } : {}) };
}

/**
 * The table with the scores against each opponent of `whole`, which was read separately because they are too many for the stream.
 * What the stream has brought since is newer where it has at least as many games.
 */
export function withScores(table, whole) {
  const read = new Map(whole.rows.map(({ name, against }) => [name, against]));
  return { ...table, rows: table.rows.map((row) => {
    const newer = row.against.filter(({ name, games }) => games >= (read.get(row.name)?.find((one) => one.name === name)?.games ?? 0));
    return { ...row, against: mergedAgainst(read.get(row.name) ?? [], newer) };
  }) };
}

/** Whether the rows have no scores against each other, though games were played: the table was too large for a message. */
export const lacksScores = ({ rows, played }) => played > 0 && rows.length > 1 && rows.some(({ games, against }) => games > 0 && !against.length);
