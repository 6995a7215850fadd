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
  assert.equal(await page.getByTestId('chart').locator('.series').count(), lines.length);
  await page.getByText('As a table').click();
  const points = lines.reduce((sum, line) => sum + line.points.length, 0);
  assert.equal(await page.locator('.ratings tbody tr').count(), points);
});

staged('a cell of the crosstable links to its games, and they to the boards', async (stage) => {
  const referee = await finished(stage);
  const page = await stage.open(`${referee.url}/events/cup`);
  await page.locator('[data-testid=matrix-cell][data-name=deep][data-against=chance]').click();
  await page.getByRole('heading', { name: 'deep against chance' }).waitFor();
  const { games, total } = await referee.get('/api/v1/events/cup/games?name=deep&against=chance');
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
  await page.getByRole('heading', { name: /^Games of / }).waitFor();
  assert.equal(await page.getByTestId('event-game').count(), 8);
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

/** The page's requests below a path and the bytes received for them, as the browser counts them. */
async function traffic(page, path) {
  const session = await page.context().newCDPSession(page);
  // Events about a request may arrive before the event of the request itself.
  const asked = [];
  const answers = new Map();
  const sizes = new Map();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => { if (new URL(request.url).pathname.startsWith(path)) asked.push(requestId); });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    const encoding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding');
    answers.set(requestId, { status: statusCode, encoding: encoding?.[1] });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  const answered = () => asked.map((id) => answers.get(id)).filter(Boolean);
  return {
    get requests() { return asked.length; },
    get bytes() { return asked.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0); },
    get statuses() { return answered().map(({ status }) => status); },
    get encodings() { return new Set(answered().map(({ encoding }) => encoding).filter(Boolean)); },
  };
}

staged('a finished tournament is fetched once, compressed, and a second visit costs almost nothing', async (stage) => {
  const referee = await finished(stage);
  const texts = await Promise.all(['standings', 'ratings'].map((what) => referee.get(`/api/v1/events/cup/${what}`).then(JSON.stringify)));
  const length = texts.join('').length;
  const page = await stage.open(referee.url);
  const seen = await traffic(page, '/api/v1/events/cup');
  await page.goto(`${referee.url}/events/cup`);
  await rows(page).first().waitFor();
  await page.getByText('complete, 12 of 12 games').waitFor();
  await until('both answers', () => seen.statuses.length >= 2);
  assert.deepEqual([...seen.encodings], ['gzip']);
  assert.ok(seen.bytes < length + 1500, `${seen.bytes} bytes with all headers for ${length}`);
  // Nothing can change any more. This is longer than the page's interval between two requests.
  const { requests, bytes } = seen;
  await page.waitForTimeout(4000);
  assert.deepEqual({ requests: seen.requests, bytes: seen.bytes }, { requests, bytes });
  await page.reload();
  await rows(page).first().waitFor();
  await until('both answers again', () => seen.statuses.length >= 4);
  assert.deepEqual(seen.statuses.slice(-2), [304, 304]);
  assert.ok(seen.bytes - bytes < 2000, `${seen.bytes - bytes} bytes for what was known`);
});

staged('while a tournament is running the page asks again and gets 304 if nothing has changed', async (stage) => {
  const paced = stage.pacedBot({ name: 'paced' });
  const referee = await stage.referee(['tournament', 'connect4', '--bot', paced.spec, '--bot', 'random name=chance', '--games', '2', '--event', 'cup',
    '--store', 'cup.db', ...kPatient, '--web-stay']);
  await referee.liveGame();
  const page = await stage.open(referee.url);
  const seen = await traffic(page, '/api/v1/events/cup');
  await page.goto(`${referee.url}/events/cup`);
  await page.getByText('0 of 2 games').waitFor();
  await until('two more rounds', () => seen.statuses.length >= 6);
  assert.deepEqual(seen.statuses.slice(0, 6), [200, 200, 304, 304, 304, 304]);
  paced.say('resign');
  await page.getByText('1 of 2 games').waitFor();
  paced.say('resign');
  await page.getByText('complete, 2 of 2 games').waitFor();
  await until('a silence of more than one round', async () => {
    const before = seen.requests;
    await page.waitForTimeout(4000);
    return seen.requests === before;
  });
});

staged('an event that is not running is not fetched again', async (stage) => {
  const referee = await finished(stage);
  await referee.stop();
  const later = await stage.referee(['serve', '--store', join(referee.folder, 'cup.db')]);
  const page = await stage.open(later.url);
  const seen = await traffic(page, '/api/v1/events/cup');
  await page.goto(`${later.url}/events/cup`);
  await rows(page).first().waitFor();
  const { requests } = seen;
  await page.waitForTimeout(4000);
  assert.equal(seen.requests, requests);
});
