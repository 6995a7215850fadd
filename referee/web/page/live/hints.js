// Hints at a seat: which offered bot is asked, and which cells a hint is about.
import { gameOf } from '../games/index.js';
import { api } from './api.js';

/** The strongest of the offered bots that the page knows; '' if it knows none: then the referee asks one at the table. Pure. */
export function bestBot(bots, game) {
  const { strengths } = gameOf(game);
  const known = bots.flatMap(({ name, games, programs }) => {
    const strength = strengths[programs[games.indexOf(game)]];
    return strength ? [{ name, strength }] : [];
  });
  return known.reduce((best, bot) => (!best || bot.strength > best.strength ? bot : best), undefined)?.name ?? '';
}

export async function hintingBot(game) {
  const { bots } = await api.offers().catch(() => ({ bots: [] }));
  return bestBot(bots, game);
}

/** The cells that a step names. Pure. */
export function cellsOf({ move, cell }) {
  if (cell !== undefined) return [cell];
  const [values] = Object.values(move);
  return ['from', 'to', 'arrow', 'cell'].flatMap((key) => (Number.isInteger(values[key]) ? [values[key]] : []));
}
