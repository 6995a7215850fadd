// Which running game is worth watching: players at the top of the standings, an evaluation that leaves it open, the end near. Pure, but
// for what Interest remembers of the bots' scores and of how long games last.

const kWeights = { standing: 3, open: 2, end: 2 };
// What is not known counts as half.
const kUnknown = 0.5;
const kScores = 30;
const kNames = 300;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** How high the players stand: 1 if all of them are first, 0 for the last of a long table. */
export function standingOf(names, places, entrants) {
  const known = names.filter((name) => places.has(name));
  if (!known.length) return 0;
  return known.reduce((sum, name) => sum + 1 - places.get(name) / Math.max(1, entrants), 0) / names.length;
}

/** How open a game is by its last score, compared with the scores that this bot usually reports: each has units of its own. */
export function openness(score, usual) {
  if (score === undefined || !Number.isFinite(score) || !usual) return kUnknown;
  return 1 / (1 + Math.abs(score) / usual);
}

export class Interest {
  scores = new Map(); // name → the sizes of its last scores
  lengths = new Map(); // kind of game → moves of the last games

  /** Takes a LobbyGame, for the score of its last step. */
  note({ names, last }) {
    const score = Number(last?.info?.score ?? NaN);
    if (!Number.isFinite(score)) return;
    const name = names[last.seat];
    const known = this.scores.get(name) ?? [];
    // The name that was heard of last is the last one of the map.
    this.scores.delete(name);
    this.scores.set(name, [...known, Math.abs(score)].slice(-kScores));
    if (this.scores.size > kNames) this.scores.delete(this.scores.keys().next().value);
  }

  /** Takes the latest results. */
  results(recent) {
    this.lengths = new Map();
    for (const { game, board, plies } of recent) {
      const kind = `${game} ${board}`;
      this.lengths.set(kind, [...(this.lengths.get(kind) ?? []), plies]);
    }
  }

  /** How much a game is worth watching: a LobbyRow, and its LobbyGame if there is one. */
  of(row, game, places, entrants) {
    const last = game?.last;
    const score = last?.info?.score === undefined ? undefined : Number(last.info.score);
    const usual = last ? median(this.scores.get(row.names[last.seat]) ?? []) : undefined;
    const length = median(this.lengths.get(`${row.game} ${row.board}`) ?? []);
    return kWeights.standing * standingOf(row.names, places, entrants) + kWeights.open * openness(score, usual)
      + kWeights.end * (length ? Math.min(1, row.state.ply / length) : kUnknown);
  }
}

/** The most interesting row but `except`; of equals the one that began first. */
export function mostInteresting(rows, worth, except) {
  let best;
  for (const row of rows) {
    if (row.id === except) continue;
    const value = worth(row);
    if (!best || value > best.value) best = { row, value };
  }
  return best;
}
