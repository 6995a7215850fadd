// Stepping through finished games: the board shows at each step the position that `quiver board` prints.
import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import { boardOf, drawnBoard } from './drawn_board.mjs';
import { staged } from './harness.mjs';
import { folder, played, positions, read, write } from './records.mjs';
import { until } from './until.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

const kMap = write('holes.txt', ['.0..1..', '..#....', '.......', '...##..', '.......', '....#..', '.1...0.'].join('\n'));
const kQuitter = write('quitter', '#!/bin/sh\nwhile read -r word rest; do case $word in start) echo ready;; turn) echo resign;; esac; done\n');
chmodSync(kQuitter, 0o755);
// It swaps at its first turn, and then takes the first cell that is empty.
const kSwapper = write('swapper', `#!/bin/sh
said='play swap'
while read -r word rest; do case $word in start) echo ready;; turn) echo "$said"; said=legal;; legal) set -- $rest; echo "play $1";; esac; done
`);
chmodSync(kSwapper, 0o755);
const bots = (count, name = 'random') => Array.from({ length: count }, (_, seat) => ['--bot', `${name} name=${name}-${seat}`]).flat();

// [name of the case, game, options of the board, how many bots, their kind, further bots]
const kBoards = [
  ['a donut', 'amazons', ['--board', 'donut', '--size', '6'], 2],
  ['a clover', 'amazons', ['--board', 'clover', '--size', '5'], 2],
  ['Amazons for four', 'amazons', ['--size', '6', '--seats', '4'], 4],
  ['an eight', 'amazons', ['--board', 'eight', '--size', '8'], 2],
  ['a map with holes', 'amazons', ['--board', kMap], 2],
  ['Quoridor', 'quoridor', ['--size', '5'], 2, 'shortest-path'],
  ['Quoridor for four', 'quoridor', ['--size', '5', '--seats', '4'], 4, 'shortest-path'],
  ['Quoridor for four, one of whom resigns', 'quoridor', ['--size', '5', '--seats', '4'], 3, 'shortest-path', ['--bot', `text:${kQuitter}`]],
  ['Connect Four', 'connect4', [], 2],
  ['Hex without the swap rule', 'hex', ['--size', '6', '--swap-rule', 'off'], 2],
  ['Hex with a swap', 'hex', ['--size', '5'], 1, 'random', ['--bot', `text:${kSwapper}`]],
];

const replayed = (page) => page.locator('.replay .game [data-testid=board]');
const shown = (page, ply) => page.locator(`.game [data-testid=board][data-ply="${ply}"]`).waitFor();
const plyOf = async (page) => Number(await page.locator('.game [data-testid=board]').getAttribute('data-ply'));

staged('every position is drawn correctly, on every kind of board', async (stage) => {
  const games = kBoards.map(([, game, board, count, bot, others = []]) => played(game, [...board, ...bots(count, bot), ...others]));
  const referee = await stage.referee(['serve']);
  const page = await stage.open(`${referee.url}/replay`);
  await page.getByTestId('record-file').setInputFiles(write('all.jsonl', `${games.map((game) => JSON.stringify(game)).join('\n')}\n`));
  await page.getByTestId('replay-game').nth(kBoards.length - 1).waitFor();
  assert.equal(await page.getByTestId('replay-game').count(), kBoards.length);
  for (const [index, [name, game, board]] of kBoards.entries()) {
    await page.getByTestId('replay-game').nth(index).click();
    await shown(page, 0);
    const expected = positions(game, board, games[index].moves.map(({ notation }) => notation));
    for (const [ply, position] of expected.entries()) {
      if (ply) await page.keyboard.press('ArrowRight');
      assert.deepEqual(await drawnBoard(page, position), boardOf(position), `${name}, after ${ply} steps`);
    }
    assert.equal(await plyOf(page), games[index].moves.length);
    const winner = games[index].winner === undefined ? 'A draw' : games[index].seats[games[index].winner].name;
    assert.ok((await page.getByTestId('result').textContent()).includes(winner), name);
  }
  assert.equal(await replayed(page).count(), 1);
});

async function storedGame(stage, options) {
  const referee = await stage.referee(['match', 'amazons', '--size', '6', '--start', 'classic', ...bots(2), '--seed', '7', '--web-stay']);
  const [{ id }] = await referee.endedGames();
  const record = await referee.get(`/api/v1/games/${id}/record`);
  return { referee, id, record, total: record.moves.length, page: await stage.open(`${referee.url}/games/${id}`, options) };
}

staged('keys, buttons, slider and list of moves step through a game', async (stage) => {
  const { page, total } = await storedGame(stage);
  await shown(page, total);
  const press = async (key, ply) => {
    await page.keyboard.press(key);
    assert.equal(await plyOf(page), ply, key);
    assert.equal(await page.getByTestId('step-number').textContent(), `${ply} / ${total}`);
  };
  await press('ArrowRight', total);
  await press('ArrowLeft', total - 1);
  await press('Home', 0);
  await press('ArrowLeft', 0);
  await press('ArrowRight', 1);
  await press('End', total);
  const slider = page.getByTestId('slider');
  await slider.focus();
  await press('ArrowLeft', total - 1);
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  const middle = await plyOf(page);
  assert.ok(Math.abs(middle - total / 2) <= 2, `the middle of the slider is step ${middle} of ${total}`);
  await page.getByTestId('move').nth(3).click();
  assert.equal(await plyOf(page), 4);
  assert.equal(await page.locator('[data-testid=move][aria-current=step]').getAttribute('data-step'), '3');
  await page.getByRole('button', { name: 'One step back' }).click();
  assert.equal(await plyOf(page), 3);
  await page.getByRole('button', { name: 'To the start' }).click();
  assert.equal(await plyOf(page), 0);
});

staged('a game plays automatically at the chosen speed, and can be paused', async (stage) => {
  const { page, total } = await storedGame(stage);
  await shown(page, total);
  await page.getByLabel('Speed').selectOption('2');
  await page.locator('h1').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await until('some steps', async () => (await plyOf(page)) >= 2);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play (space)' }).waitFor();
  const paused = await plyOf(page);
  assert.ok(paused >= 2 && paused < total, `stopped at ${paused} of ${total}`);
  await page.getByTestId('move').nth(total - 3).click();
  await page.getByLabel('Speed').selectOption('played');
  await page.getByRole('button', { name: 'Play (space)' }).click();
  await page.getByTestId('result').waitFor();
  await page.getByRole('button', { name: 'Play (space)' }).waitFor();
});

staged('a link leads to a step, and the downloaded record is the API’s', async (stage) => {
  const { page, referee, id, record, total } = await storedGame(stage, { permissions: ['clipboard-read', 'clipboard-write'] });
  await shown(page, total);
  await page.getByTestId('move').nth(4).click();
  await page.getByTestId('copy-link').click();
  await page.getByText('Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${referee.url}/games/${id}?ply=5`);
  const other = await stage.open(link);
  await shown(other, 5);
  assert.equal(await other.locator('[data-testid=move][aria-current=step]').textContent(), record.moves[4].notation);

  const download = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    return { name: file.suggestedFilename(), text: read(await file.path()) };
  };
  const json = await download('Record (JSON)');
  assert.deepEqual(JSON.parse(json.text), record);
  assert.equal(json.name, `${id}.jsonl`);
  assert.equal((await download('Record (text)')).text, await referee.get(`/api/v1/games/${id}/text`));
});

staged('text records are read too, and a file that is no record gets an error', async (stage) => {
  const { page, referee, id, total } = await storedGame(stage, { allow: [/status of 400/] });
  const text = write('game.txt', await referee.get(`/api/v1/games/${id}/text`));
  await page.getByRole('link', { name: 'Replay' }).click();
  const input = page.getByTestId('record-file');
  await input.setInputFiles(text);
  await shown(page, 0);
  assert.equal(await page.getByTestId('step-number').textContent(), `0 / ${total}`);
  for (const [content, sentence] of [
    ['{"id": "x", "game"', /./],
    [read(text).replace(/^1\. (\S+)/m, '1. a1-a1/a1'), /a1-a1\/a1/],
    ['what is this', /./],
  ]) {
    await input.setInputFiles(write('broken.txt', content));
    const problem = page.getByRole('alert').filter({ hasText: sentence });
    await problem.waitFor();
    assert.ok((await problem.textContent()).length > 10);
    await input.setInputFiles(text);
    await page.waitForFunction(() => !document.querySelector('.replay [role=alert]').textContent);
  }
});

staged('territory, turning and the help on keys', async (stage) => {
  const { page, total } = await storedGame(stage);
  await shown(page, total);
  await page.keyboard.press('Home');
  await page.keyboard.press('t');
  await page.getByText(/^Nearer: random-0 \d+, random-1 \d+, nobody \d+/).waitFor();
  assert.equal(await page.getByTestId('overlay-toggle').getAttribute('aria-pressed'), 'true');
  const corner = () => page.locator('.game path.piece.seat-0').getAttribute('d');
  const before = await corner();
  await page.keyboard.press('f');
  assert.notEqual(await corner(), before);
  await page.keyboard.press('f');
  assert.equal(await corner(), before);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
});
