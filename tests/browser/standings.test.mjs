// The standings of a real tournament: table, crosstable and chart show what the API returns, also while it is running.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

const kEntrants = ['--bot', 'minimax name=deep --depth 4', '--bot', 'minimax name=shallow --depth 1', '--bot', 'random name=chance'];
const rows = (page) => page.getByTestId('standings-row');

async function finished(stage) {
  const referee = await stage.referee(['tournament', 'connect4', ...kEntrants, '--games', '4', '--seed', '7', '--event', 'cup', '--store', 'cup.db', '--web-stay',
    '--clock', '10m', '--quiet']);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/cup/standings')).complete);
  return referee;
}

staged('table, error bars, crosstable and chart of a finished tournament', async (stage) => {
  const referee = await finished(stage);
  const standings = await referee.get('/api/v1/events/cup/standings');
  const page = await stage.open(referee.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Standings' }).click();
  await page.waitForURL(/\/events\/cup$/);
  await rows(page).first().waitFor();
  await page.getByText('Connect Four · round-robin · complete, 12 of 12 games').waitFor();

  assert.deepEqual(await rows(page).evaluateAll((all) => all.map((row) => row.dataset.name)), standings.rows.map(({ name }) => name));
  for (const [index, { points, wins, draws, losses, elo, eloLow, eloHigh }] of standings.rows.entries()) {
    const cells = await rows(page).nth(index).locator('td, th').allTextContents();
    assert.equal(cells[2].replace('½', '.5'), String(points).replace(/^0\./, '.'));
    assert.ok(cells.includes(`${wins} / ${draws} / ${losses}`), cells.join('; '));
    const [, sign, size] = /^([+−])(\d+)/.exec(cells.find((cell) => /^[+−]\d/.test(cell)));
    assert.equal(Number(size) * (sign === '−' ? -1 : 1), Math.round(elo) || 0);
    const reach = /M([\d.]+) 8H([\d.]+)/.exec(await rows(page).nth(index).locator('.whisker').getAttribute('d'));
    assert.ok(Number(reach[2]) > Number(reach[1]) && eloHigh > eloLow, 'an error bar has a length');
  }
  assert.equal(await page.getByTestId('matrix-cell').count(), 6);
  const { lines } = await referee.get('/api/v1/events/cup/ratings');
  await until('the lines', async () => (await page.getByTestId('chart').locator('.series').count()) === lines.length);
  await page.getByText('As a table').click();
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  await until('the table of ratings', async () => (await page.locator('.ratings tbody tr').count()) === points);
});

staged('an event on several boards has a column for each, and a table of each', async (stage) => {
  const boards = ['--board', 'name=usual', '--board', 'name=short line=3 rows=5 cols=5'];
  const referee = await stage.referee(['tournament', 'connect4', ...kEntrants, ...boards, '--games', '4', '--seed', '7', '--event', 'cup', '--store', 'cup.db', '--web-stay',
    '--clock', '10m', '--quiet']);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/cup/standings')).complete);
  const standings = await referee.get('/api/v1/events/cup/standings');
  const page = await stage.open(`${referee.url}/events/cup`);
  await rows(page).first().waitFor();
  assert.deepEqual(await page.getByTestId('board-head').allTextContents(), ['usual', 'short']);
  for (const [index, { boards: scores }] of standings.rows.entries()) {
    const cells = await rows(page).nth(index).getByTestId('on-board').allTextContents();
    assert.deepEqual(cells.map((cell) => cell.replace(/^½/, '0.5').replace('½', '.5')), scores.map(({ points, games }) => `${points}/${games}`));
  }

  const short = await referee.get('/api/v1/events/cup/standings?board=short');
  assert.equal(short.played, 6);
  await page.getByTestId('board-filter').selectOption('short');
  await page.getByText('on short').waitFor();
  await until('the table of the board', async () => (await rows(page).count()) === short.rows.length);
  assert.deepEqual(await rows(page).evaluateAll((all) => all.map((row) => row.dataset.name)), short.rows.map(({ name }) => name));
  assert.equal(await page.getByTestId('on-board').count(), 0);
  assert.equal(new URL(page.url()).search, '?board=short');
  await page.reload();
  await page.getByText('on short').waitFor();
  assert.equal(await page.getByTestId('board-filter').inputValue(), 'short');
  await page.getByTestId('board-filter').selectOption('');
  await until('all games again', async () => (await page.getByTestId('on-board').count()) === 2 * standings.rows.length);
  assert.equal((await fetch(`${referee.url}/api/v1/events/cup/standings?board=none`)).status, 404);
});

staged('a cell of the crosstable links to its games, and they to the boards', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.locator('[data-testid=matrix-cell][data-name=deep][data-against=chance]').click();
  await page.getByRole('heading', { name: 'deep against chance' }).waitFor();
  const { games, total } = await referee.get('/api/v1/events/cup/games?name=deep&against=chance');
  const standings = await referee.get('/api/v1/events/cup/standings');
  assert.equal(total, 4);
  const ids = () => page.getByTestId('event-game').evaluateAll((all) => all.map((row) => row.dataset.id));
  assert.deepEqual(await ids(), games.map(({ id }) => id));
  await page.getByTestId('event-game').first().click();
  await page.getByTestId('result').waitFor();
  assert.equal(new URL(page.url()).pathname, `/games/${games[0].id}`);
  await page.goBack();
  await page.getByTestId('event-game').first().waitFor();
  await page.goBack();
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: standings.rows[0].name, level: 1 }).waitFor();
  assert.equal(await page.getByTestId('bot-game').count(), 8);
});

staged('the standings are updated while the tournament is running', async (stage) => {
  const paced = stage.pacedBot({ name: 'paced' });
  const referee = await stage.referee(['tournament', 'connect4', '--bot', paced.spec, '--bot', 'random name=chance', '--games', '2', '--event', 'cup',
    '--store', 'cup.db', ...kPatient, '--web-stay']);
  await referee.liveGame();
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.getByText('0 of 2 games').waitFor();
  await page.evaluate(() => { document.body.dataset.untouched = 'yes'; });
  paced.say('resign');
  await page.getByText('1 of 2 games').waitFor();
  assert.equal(await rows(page).first().getAttribute('data-name'), 'chance');
  await page.locator('[data-testid=matrix-cell][data-name=chance]').focus();
  paced.say('resign');
  await page.getByText('complete, 2 of 2 games').waitFor();
  // The focus stays, though the table was rebuilt.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.name), 'chance');
  assert.equal(await page.evaluate(() => document.body.dataset.untouched), 'yes');
});

/** What the page asks for and gets below a path, by HTTP and by web sockets, as the browser counts it. */
async function traffic(page, path) {
  const session = await page.context().newCDPSession(page);
  const requests = [];
  const statuses = [];
  const frames = [];
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => { if (new URL(request.url).pathname.startsWith(path)) requests.push(request.url); });
  session.on('Network.responseReceived', ({ response }) => { if (new URL(response.url).pathname.startsWith(path)) statuses.push(response.status); });
  session.on('Network.webSocketFrameReceived', ({ response }) => { if (response.opcode === 1) frames.push(response.payloadData); });
  return { requests, statuses, frames, get messages() { return frames.map((frame) => Object.keys(JSON.parse(frame))[0]); } };
}

staged('a finished tournament is sent once, and nothing is asked again', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(referee.url);
  const seen = await traffic(page, '/api/v1/events/cup');
  await page.goto(`${referee.url}/events/cup`);
  await page.getByText('complete, 12 of 12 games').waitFor();
  await page.getByTestId('chart').waitFor();
  await page.waitForTimeout(4000);
  assert.deepEqual(seen.messages.filter((kind) => kind !== 'lobby' && kind !== 'lobbyChange'), ['standings']);
  assert.deepEqual(seen.requests.map((url) => new URL(url).pathname), ['/api/v1/events/cup/ratings'], 'the ratings alone');
});

staged('while a tournament is running only what has changed is sent', async (stage) => {
  const paced = stage.pacedBot({ name: 'paced' });
  const referee = await stage.referee(['tournament', 'connect4', '--bot', paced.spec, '--bot', 'random name=chance', '--games', '2', '--event', 'cup',
    '--store', 'cup.db', ...kPatient, '--web-stay']);
  await referee.liveGame();
  const page = await stage.open(`${referee.url}/replay`);
  const seen = await traffic(page, '/api/v1/events/cup');
  await page.goto(`${referee.url}/events/cup`);
  await page.getByText('0 of 2 games').waitFor();
  await page.waitForTimeout(3000);
  assert.deepEqual(seen.messages, ['standings'], 'nothing happens, nothing is sent');
  paced.say('resign');
  await page.getByText('1 of 2 games').waitFor();
  paced.say('resign');
  await page.getByText('complete, 2 of 2 games').waitFor();
  assert.equal(seen.messages[0], 'standings');
  assert.ok(seen.messages.slice(1).every((kind) => kind === 'standingsChange') && seen.messages.length >= 3, seen.messages.join());
  const { rows } = await referee.get('/api/v1/events/cup/standings');
  assert.deepEqual(await page.getByTestId('standings-row').evaluateAll((all) => all.map((row) => row.dataset.name)), rows.map(({ name }) => name));
  for (const { name, wins, draws, losses } of rows) await page.locator(`[data-testid=standings-row][data-name=${name}]`).getByText(`${wins} / ${draws} / ${losses}`).waitFor();
});

staged('an event that is not running is sent once; one that is not there is said to be missing', async (stage) => {
  const referee = await finished(stage);
  await referee.stop();
  const later = await stage.referee(['serve', '--store', join(referee.folder, 'cup.db')]);
  const page = await stage.open(`${later.url}/events/cup`, { allow: [/404/, /WebSocket/] });
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), 3);
  await page.goto(`${later.url}/events/nobody`);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
});

staged('search finds a name, and a pinned one is on top, also after a reload', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.getByTestId('search').fill('SHAL');
  await until('one row', async () => (await rows(page).count()) === 1);
  assert.equal(await rows(page).first().getAttribute('data-name'), 'shallow');
  await page.getByTestId('search').fill('xyz');
  await page.getByTestId('no-match').waitFor();
  await page.getByTestId('search').fill('');
  await page.getByRole('button', { name: 'Show chance on top' }).click();
  const pinned = page.getByTestId('pinned-row');
  await pinned.waitFor();
  await page.reload();
  await pinned.waitFor();
  assert.deepEqual(await pinned.evaluateAll((all) => all.map((row) => row.dataset.name)), ['chance']);
  await pinned.getByTestId('pin').click();
  await until('no pinned row', async () => (await pinned.count()) === 0);
});

staged('a click in the legend hides a line and shows it again', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(`${referee.url}/events/cup`);
  const lines = page.getByTestId('chart').locator('.series');
  await until('three lines', async () => (await lines.count()) === 3);
  const entry = page.locator('[data-testid=legend-entry][data-name=deep]');
  await entry.click();
  await until('two lines', async () => (await lines.count()) === 2);
  assert.equal(await entry.getAttribute('aria-pressed'), 'false');
  await entry.click();
  await until('three lines again', async () => (await lines.count()) === 3);
});
