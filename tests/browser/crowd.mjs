// A tournament with many games at once, in which everybody waits until a test lets one of them move.
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

/** `games` games of ann against bob; a line for one of the two is read by one of their games. */
export async function crowd(stage, games, { port = 0, words = [] } = {}) {
  const bots = ['ann', 'bob-with-a-rather-long-name'].map((name) => stage.pacedBot({ name }));
  const referee = await stage.referee(['tournament', 'connect4', ...bots.flatMap(({ spec }) => ['--bot', spec]), '--games', String(games), '--concurrency', String(games),
    '--event', 'cup', '--store', 'cup.db', ...kPatient, '--web-stay', ...words], { web: `127.0.0.1:${port}` });
  const running = async () => (await referee.get('/api/v1/lobby')).rows;
  await until('all games', async () => (await running()).length === games);
  return { referee, bots, running };
}
