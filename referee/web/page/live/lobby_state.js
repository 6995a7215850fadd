// The lobby as /ws/lobby sends it: whole at first, then what has changed. Pure; a row that has not changed is the same object as before.

const kRecent = 24;

const byId = (list) => new Map(list.map((one) => [one.id, one]));

/** A Lobby message as the page keeps it: games and rows by id, the oldest first. */
export function lobbyOf(lobby) {
  return { ...lobby, games: byId(lobby.games), rows: byId(lobby.rows) };
}

/** The lobby with a LobbyChange made; `competitors` is the same list as before if nobody came or went. */
export function withLobbyChange(lobby, change) {
  const games = new Map(lobby.games);
  change.gone.forEach((id) => games.delete(id));
  change.games.forEach((game) => games.set(game.id, game));
  const rows = new Map(lobby.rows);
  change.rowsGone.forEach((id) => rows.delete(id));
  change.rows.forEach((row) => rows.set(row.id, row));
  for (const { id, state } of change.rowChanges) if (rows.has(id)) rows.set(id, { ...rows.get(id), state });
  const known = new Set(lobby.recent.map(({ id }) => id));
  const fresh = change.recent.filter(({ id }) => !known.has(id));
  return {
    ...lobby, games, rows, numGames: change.numGames, spectators: change.spectators,
    recent: fresh.length ? [...fresh, ...lobby.recent].slice(0, kRecent) : lobby.recent,
    competitors: change.competitors?.competitors ?? lobby.competitors,
  };
}

/** The running game to go to after one has ended: with as many of its players as possible, else the one that began last. */
export function nextGame({ rows }, ended, names) {
  const shared = (row) => row.names.filter((name) => names.includes(name)).length;
  return [...rows.values()].filter(({ id }) => id !== ended).reverse().reduce((best, row) => (!best || shared(row) > shared(best) ? row : best), undefined);
}
