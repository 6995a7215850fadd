// A game's page for those who may read what a bot printed: the lines of the shown move beside the board, all lines, search; and
// for everybody the time of the moves as bars, and how the bots were run.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { faultsOf, resize, tooWide } from './accessibility.mjs';
import { kDesktop, kPhone, staged } from './harness.mjs';
import { until } from './until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'quiver-logs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const kToken = 't'.repeat(32);
const tokens = join(folder, 'tokens');
writeFileSync(tokens, `teacher ${kToken} admin\nann ${'a'.repeat(32)}\n`);
chmodSync(tokens, 0o600);

function bot(name) {
  const path = join(folder, `${name}.py`);
  writeFileSync(path, `
import random
from quiver import Bot, run_bot


class Talker(Bot):
    def start(self, match):
        self.random = random.Random(match.seed)

    def choose(self, position, deadline):
        print("${name} thinks about move", position.ply + 1)
        print("<b>bold</b> \\x1b[31mred\\x1b[0m", "x" * (300 if position.ply == 2 else 3))
        return position.random_move(self.random)


run_bot(Talker())
`);
  return ['--bot', `${path} name=${name}`];
}

/** A ladder of two bots that has played its only game, and the game's id. */
async function played(stage) {
  const referee = await stage.referee(['ladder', 'connect4', '--rows', '4', '--cols', '4', '--move-time', '5m', '--rest', '0s', '--games', '1', '--web-stay', '--quiet',
    '--store', join(mkdtempSync(join(folder, 'store-')), 'l.db'), '--tokens', tokens, '--accept', 'python', '--listen', '127.0.0.1:0', ...bot('ann'), ...bot('bob')]);
  const [{ id }] = await referee.endedGames();
  return { referee, id };
}

async function signIn(page, referee) {
  await page.goto(`${referee.url}/my`);
  await page.getByTestId('token').fill(kToken);
  await page.getByTestId('sign-in').getByRole('button').click();
  await page.getByTestId('sign-out').waitFor();
}

const lines = (page) => page.getByTestId('log-line').locator('code').allTextContents();

staged('the lines of the move that is shown, all lines, and a search', async (stage) => {
  const { referee, id } = await played(stage);
  const page = await stage.open(`${referee.url}/games/${id}`);
  await page.getByTestId('times').waitFor();
  assert.equal(await page.getByTestId('bot-log').count(), 0, 'nobody has signed in');
  await signIn(page, referee);
  await page.goto(`${referee.url}/games/${id}?ply=3`);
  const log = page.getByTestId('bot-log');
  await log.waitFor();
  const view = await referee.get(`/api/v1/games/${id}`);
  const names = view.seats.map(({ name }) => name);

  assert.deepEqual(await lines(page), [`${names[0]} thinks about move 3`, `<b>bold</b> \\x1b[31mred\\x1b[0m ${'x'.repeat(300)}`]);
  assert.equal(await page.getByTestId('log-count').textContent(), 'Before move 3');
  await page.keyboard.press('ArrowRight');
  await until('the other’s move, before which this one printed nothing', async () => (await lines(page)).length === 0);
  assert.equal(await page.getByTestId('log-count').textContent(), 'Nothing was printed before move 4.');
  await log.getByLabel('Whose lines').selectOption({ index: 1 });
  await until('its lines', async () => (await lines(page))[0] === `${names[1]} thinks about move 4`);

  await log.getByRole('button', { name: 'All lines' }).click();
  const mine = view.steps.filter(({ seat }) => seat === 1);
  assert.equal((await lines(page)).length, 2 * mine.length);
  assert.deepEqual(await page.locator('.log-line.shown').evaluateAll((all) => all.map(({ dataset }) => dataset.ply)), ['3', '3']);
  await page.getByTestId('log-search').fill('MOVE 2');
  await until('the line that is searched', async () => (await lines(page)).join() === `${names[1]} thinks about move 2`);
  await page.getByTestId('log-line').getByRole('button').click();
  await until('its move on the board', async () => (await page.getByTestId('step-number').textContent()) === `2 / ${view.steps.length}`);
  await page.getByTestId('log-search').fill('no such words');
  await until('nothing', async () => (await lines(page)).length === 0);
});

staged('another team is shown nothing, and a page without a session asks for nothing', async (stage) => {
  const { referee, id } = await played(stage);
  const page = await stage.open(`${referee.url}/games/${id}`);
  const asked = [];
  page.on('request', (request) => { if (request.url().endsWith('/logs')) asked.push(request.url()); });
  await page.reload();
  await page.getByTestId('times').waitFor();
  assert.deepEqual(asked, []);
  assert.equal((await fetch(`${referee.url}/api/v1/games/${id}/logs`)).status, 401);
});

staged('the time of the moves as bars and as a table, and how the bots were run', async (stage) => {
  const { referee, id } = await played(stage);
  const view = await referee.get(`/api/v1/games/${id}`);
  // A bot that answers at once may have done so before its turn was counted.
  assert.ok(view.steps.every(({ cpuMillis }) => cpuMillis >= 0) && view.steps.some(({ cpuMillis }) => cpuMillis > 0));
  const page = await stage.open(`${referee.url}/games/${id}?ply=1`);
  const times = page.getByTestId('times');
  await times.waitFor();
  assert.match(await times.locator('.said').textContent(), /^(ann|bob)took .*CPU /);
  const bars = page.getByTestId('time-bars');
  const count = (part, seat) => bars.locator(`.bar-${part}.seat-${seat}`).evaluate((path) => path.getAttribute('d').split('M').length - 1);
  for (const seat of [0, 1]) {
    const steps = view.steps.filter((step) => step.seat === seat);
    assert.equal(await count('wall', seat), steps.length);
    assert.equal(await count('cpu', seat), steps.filter(({ cpuMillis }) => cpuMillis > 0).length);
  }
  const { width } = await bars.boundingBox();
  await bars.click({ position: { x: (width / view.steps.length) * 4.5, y: 20 } });
  await until('the fifth move', async () => (await page.getByTestId('step-number').textContent()).startsWith('5 /'));
  await times.getByText('Times as a table').click();
  await until('the table', async () => (await times.locator('tbody tr').count()) === view.steps.length);
  const how = page.getByTestId('how-run');
  await how.locator('summary').click();
  const { isolation, limits } = view.status.seats[0];
  assert.match(await how.textContent(), { full: /isolated: files/, filtered: /calls filtered/, none: /not isolated/ }[isolation]);
  assert.match(await how.textContent(), new RegExp(`limits by ${limits}.*CPU .* on its own turns`));
});

for (const locale of ['en-GB', 'fr-FR']) staged(`it is accessible, on a phone and a desktop, ${locale}`, async (stage) => {
  const { referee, id } = await played(stage);
  const visitor = await stage.visitor({ locale });
  const page = await stage.open(`${referee.url}/my`, { visitor });
  await signIn(page, referee);
  await page.goto(`${referee.url}/games/${id}?ply=3`);
  const log = page.getByTestId('bot-log');
  await log.waitFor();
  const board = page.getByTestId('board');
  await resize(page, { width: 1920, height: 1080 });
  const [beside, place] = [await log.boundingBox(), await board.boundingBox()];
  assert.ok(beside.x >= place.x + place.width && beside.y < place.y + place.height, 'beside the board');
  await log.getByRole('button', { name: { 'en-GB': 'All lines', 'fr-FR': 'Toutes les lignes' }[locale] }).click();
  const shots = process.env.QUIVER_LOG_SHOTS;
  for (const [name, size] of [['wide', { width: 1920, height: 1080 }], ['desk', kDesktop], ['phone', kPhone]]) {
    await resize(page, size);
    assert.deepEqual(await tooWide(page), []);
    if (shots) await page.screenshot({ path: join(shots, `log-${name}-${locale}.png`), fullPage: true });
  }
  await resize(page, kDesktop);
  assert.deepEqual(await faultsOf(page), []);
});
