// The workers of a tournament: the view shows what the API returns, follows what happens, and is accessible.
import assert from 'node:assert/strict';
import { faultsOf } from './accessibility.mjs';
import { Database } from './database.mjs';
import { kDesktop, kPhone, staged } from './harness.mjs';
import { until } from './until.mjs';

const kGames = 60;
const kRow = (name) => `[data-testid=worker-row][data-name=${name}]`;

async function withDatabase(body) {
  const database = new Database();
  try {
    await body(database);
  } finally {
    await database.stop();
  }
}

staged('who plays, what waits and how long it takes, as it happens', (stage) => withDatabase(async (database) => {
  const referee = await stage.referee(['tournament', 'connect4', '--bot', 'random', '--bot', 'first-bot', '--games', String(kGames), '--seed', '7',
    '--event', 'cup', '--store', database.store, '--workers', '--web-stay', '--quiet']);
  const page = await stage.open(referee.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Workers' }).click();
  await page.waitForURL(/\/workers$/);
  await page.getByText('No worker has come yet').waitFor();
  await page.getByTestId('units').getByText(`0 workers alive; ${kGames / 2} units wait`).waitFor();
  await page.evaluate(() => { document.body.dataset.untouched = 'yes'; });

  database.worker('lab1');
  await page.locator(kRow('lab1')).getByText('alive').waitFor();
  await page.getByText(`cup: ${kGames} of ${kGames} games`).waitFor();
  await page.getByTestId('units').getByText('1 worker alive; 0 units wait, 0 are being played, 0 wait to be stored').waitFor();
  const { workers: [shown] } = await referee.get('/api/v1/workers');
  const cells = await page.locator(kRow('lab1')).locator('th, td').allTextContents();
  assert.equal(cells[3], String(shown.games));
  assert.equal(Number(shown.games), kGames);
  assert.equal(cells.at(-1), '–', 'nobody to compare it with');

  // Somebody whose results are turned round, and somebody who was refused.
  database.sql(`UPDATE quiver.games SET worker = 'turned' WHERE number IN (SELECT game FROM quiver.game_seats WHERE entrant = 0 AND place <> 1 LIMIT 20)`);
  database.sql(`INSERT INTO quiver.workers (name, host, cpu, time_scale) VALUES ('turned', 'lab2', 'a CPU', 1.5)`);
  database.sql(`INSERT INTO quiver.workers (name, host, cpu, seen, refused) VALUES ('liar', 'lab3', 'a CPU', now() - interval '1 hour', 'game cup-3: <b>the winner is wrong</b>')`);
  await page.locator(kRow('turned')).getByText('differs').waitFor();
  await page.locator(kRow('turned')).getByText('× 1.50').waitFor();
  await page.locator(kRow('liar')).getByText('Refused: game cup-3: <b>the winner is wrong</b>').waitFor();
  await page.locator(kRow('liar')).getByRole('cell', { name: 'refused', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.body.dataset.untouched), 'yes');
  assert.deepEqual(await faultsOf(page), []);

  await page.setViewportSize(kPhone);
  const wide = page.getByRole('region', { name: 'Workers' });
  assert.ok(await wide.evaluate((region) => region.scrollWidth > region.clientWidth), 'the table scrolls in its own place');
  await page.setViewportSize(kDesktop);
  await page.getByTestId('work-event').getByRole('link', { name: 'cup' }).click();
  await page.waitForURL(/\/events\/cup$/);
}));

staged('a referee without workers does not speak of them', async (stage) => {
  const referee = await stage.referee(['serve', '--store', 'games.db']);
  const page = await stage.open(`${referee.url}/workers`, { allow: [/status of 404/] });
  await page.getByText('no workers play for this referee').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Workers' }).count(), 0);
  await until('the lobby', async () => (await referee.get('/api/v1/lobby')).workers === false);
});
