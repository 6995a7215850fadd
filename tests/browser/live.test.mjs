// A match that is watched live to its end, also with spectators that do not read.
import assert from 'node:assert/strict';
import net from 'node:net';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

const listed = (page) => page.getByTestId('move').evaluateAll((moves) => moves.map((move) => move.firstChild.textContent));
const clockOf = (page, seat) => page.locator(`[data-testid=clock][data-seat="${seat}"]`).textContent();
const seconds = (clock) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
const shown = (page, ply) => page.locator(`.game [data-testid=board][data-ply="${ply}"]`).waitFor();

/** A match of Connect Four between two bots that move when they are told to. */
async function match(stage) {
  const bots = ['ann', 'bob'].map((name) => stage.pacedBot({ name, title: `${name} the patient` }));
  const referee = await stage.referee(['match', 'connect4', '--bot', bots[0].spec, '--bot', bots[1].spec, ...kPatient, '--web-stay']);
  return { bots, referee, id: await referee.liveGame() };
}

staged('a match is followed move by move to its end', async (stage) => {
  const { bots: [ann, bob], referee, id } = await match(stage);
  const page = await stage.open(`${referee.url}/games/${id}`);
  await page.getByText('ann the patient').waitFor();
  await shown(page, 0);
  await page.getByText('Live', { exact: true }).waitFor();

  // Given the first bot thinks, its clock runs down and the other one stands still.
  const [before, standing] = [await clockOf(page, 0), await clockOf(page, 1)];
  await until('a clock that runs down', async () => seconds(await clockOf(page, 0)) < seconds(before));
  assert.equal(await clockOf(page, 1), standing);

  ann.say('info score 0.5 depth 3 the middle', 'play 4');
  await shown(page, 1);
  bob.say('play 3');
  await shown(page, 2);
  assert.deepEqual(await listed(page), ['4', '3']);
  await page.getByText('the middle').waitFor({ state: 'detached' });

  // Given the visitor steps back, when more moves are played, the step shown stays and the new moves are counted.
  await page.getByRole('button', { name: 'One step back' }).click();
  await shown(page, 1);
  await page.getByText('the middle').waitFor();
  ann.say('play 4');
  await page.getByText('1 new move – back to live').waitFor();
  bob.say('play 3');
  await page.getByText('2 new moves – back to live').waitFor();
  assert.equal(await page.locator('.game [data-testid=board]').getAttribute('data-ply'), '1');
  assert.equal(await page.getByTestId('step-number').textContent(), '1 / 4');
  await page.getByTestId('live-button').click();
  await shown(page, 4);
  assert.equal(await page.getByTestId('live-button').isVisible(), false);

  ann.say('play 4');
  await shown(page, 5);
  bob.say('play 3');
  await shown(page, 6);
  ann.say('play 4');
  await page.getByTestId('result').getByText('ann beat bob').waitFor();
  const record = await referee.get(`/api/v1/games/${id}/record`);
  assert.deepEqual(await listed(page), record.moves.map(({ notation }) => notation));
  assert.equal(record.moves.length, 7);
  await page.getByTestId('seat-panel').first().getByText('Winner').waitFor();
  assert.equal(await page.locator('path.winning').count(), 1);
});

staged('the page reports that a bot resigned', async (stage) => {
  const { bots: [ann, bob], referee, id } = await match(stage);
  const page = await stage.open(`${referee.url}/games/${id}`);
  ann.say('play 1');
  await shown(page, 1);
  bob.say('resign');
  await page.getByTestId('result').getByText('ann won: bob resigned').waitFor();
  assert.deepEqual(await listed(page), ['1', 'out']);
  await page.getByTestId('seat-panel').nth(1).getByText('Out: resigned').waitFor();
});

staged('the lobby shows a running game, and its result', async (stage) => {
  const { bots: [ann, bob], referee, id } = await match(stage);
  const page = await stage.open(referee.url);
  const card = page.locator(`[data-testid=lobby-game][data-id="${id}"]`);
  await card.getByText('move 0').waitFor();
  ann.say('play 2');
  await card.getByText('move 1').waitFor();
  assert.equal(await card.locator('.to-move').textContent(), 'Bbob');
  bob.say('resign');
  await page.getByTestId('recent-game').getByText('ann won: bob resigned').waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByTestId('recent-game').click();
  await page.getByTestId('result').waitFor();
  assert.equal(new URL(page.url()).pathname, `/games/${id}`);
  await page.goBack();
  await page.getByTestId('recent-game').waitFor();
});

/** A spectator that connects and never reads. */
function stalled(port, path) {
  const socket = net.connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
    + 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
  return socket;
}

staged('spectators that do not read delay nobody', async (stage) => {
  const ann = stage.pacedBot({ name: 'ann' });
  const referee = await stage.referee(['match', 'amazons', '--size', '10', '--start', 'classic', '--bot', ann.spec, '--bot', 'random name=bob', ...kPatient,
    '--web-stay']);
  const id = await referee.liveGame();
  const idle = Array.from({ length: 20 }, (_, index) => stalled(referee.port, index % 2 ? '/ws/lobby' : `/ws/games/${id}`));
  const spectators = async () => (await referee.get('/api/v1/lobby')).spectators;
  await until('all spectators', async () => (await spectators()) === idle.length);
  const pages = [await stage.open(`${referee.url}/games/${id}`), await stage.open(`${referee.url}/games/${id}`)];
  await until('two more', async () => (await spectators()) === idle.length + 2);
  ann.say(...Array.from({ length: 100 }, () => 'go'));
  const result = await Promise.all(pages.map((page) => page.getByTestId('result').textContent()));
  const { moves } = await referee.get(`/api/v1/games/${id}/record`);
  for (const [index, page] of pages.entries()) {
    assert.match(result[index], /^.(ann|bob) /);
    assert.deepEqual(await listed(page), moves.map(({ notation }) => notation));
  }
  for (const socket of idle) socket.destroy();
});
