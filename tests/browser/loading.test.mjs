// How much the page costs to load: under 80 KB compressed in all, and a repeated visit makes at most three requests.
import assert from 'node:assert/strict';
import { crowd } from './crowd.mjs';
import { staged } from './harness.mjs';
import { until } from './until.mjs';

const kMostBytes = 80 * 1000;
const kMostRequests = 3;

/** What goes over the network while `visit` runs: requests that no cache answers, web sockets, and the bytes of the page's own files. */
async function cost(page, visit) {
  const session = await page.context().newCDPSession(page);
  const open = new Map();
  const asked = [];
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url));
  session.on('Network.requestServedFromCache', ({ requestId }) => open.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => { if (response.fromDiskCache || response.fromPrefetchCache) open.delete(requestId); });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { if (!new URL(open.get(requestId) ?? 'http://x/api/').pathname.startsWith('/api/')) bytes += encodedDataLength; });
  session.on('Network.webSocketCreated', ({ url }) => asked.push(url));
  await visit();
  await page.waitForTimeout(1500);
  await session.detach();
  return { requests: [...open.values(), ...asked], bytes };
}

staged('the first visit is small, and a repeated one asks for little', async (stage) => {
  const { referee, running } = await crowd(stage, 2);
  const [{ id }] = await running();
  const visitor = await stage.visitor();
  for (const [path, selector] of [['/', '[data-testid=lobby-game]'], [`/games/${id}`, '.game [data-testid=board]'], ['/events/cup', '[data-testid=standings-row]']]) {
    const page = await visitor.newPage();
    const visit = async () => {
      await page.goto(referee.url + path);
      await page.locator(selector).first().waitFor();
    };
    const first = await cost(page, visit);
    if (path === '/') {
      assert.ok(first.bytes > 20000, `${first.bytes} bytes are too few to be true`);
      assert.ok(first.bytes < kMostBytes, `${first.bytes} bytes`);
      console.log(`${first.bytes} bytes at the first visit`);
    }
    const again = await cost(page, visit);
    console.log(`${path}: ${again.requests.length} requests again: ${again.requests.map((url) => new URL(url).pathname).join(' ')}`);
    assert.ok(again.requests.length <= kMostRequests, `${path}: ${again.requests.join(' ')}`);
    await page.close();
  }
  await until('the referee to be well', async () => (await referee.get('/healthz')) === 'ok\n');
});
