// Hostile names, titles and remarks are shown as text, whatever they contain, and break nothing.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { harmless } from '../../referee/web/page/harmless.js';
import { kPhone, staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { folder, played, write } from './records.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

const kImage = '<img src=x onerror="document.title=\'taken\'">';
const kScript = '"><script>document.title=\'taken\'</script>&amp;${document.title=\'taken\'}';
const kTurned = 'abc\u202Edef\u2066ghi\u200F';
const kLong = 'W'.repeat(500);
const kNames = [[kImage, kScript], [kTurned, kLong], ['__proto__', 'constructor'], ['  ', '\u0000\u0007\u001b[31m']];

async function unharmed(page) {
  assert.equal(await page.evaluate(() => document.querySelectorAll('main img, main script, main iframe, main [onerror]').length), 0);
  assert.doesNotMatch(await page.title(), /^taken/);
  const shown = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
  assert.equal(harmless(shown), shown, 'nothing reorders or hides text');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
}

function hostileRecords() {
  const record = played('connect4', ['--bot', 'random', '--bot', 'random name=other']);
  return kNames.map((names) => {
    const copy = structuredClone(record);
    copy.seats.forEach((seat, index) => Object.assign(seat, { name: names[index], title: names[1 - index] }));
    copy.moves.forEach((move) => { move.info = { score: 1e308, depth: 4294967295, text: `${names[0]} ${kImage}` }; });
    copy.sentence = kScript;
    return copy;
  });
}

for (const [what, size] of [['a desk', undefined], ['a phone', kPhone]]) {
  staged(`hostile names in a record are text, on ${what}`, async (stage) => {
    const referee = await stage.referee(['serve', '--quiet']);
    const page = await stage.open(`${referee.url}/replay`, { size });
    const games = hostileRecords();
    await page.getByTestId('record-file').setInputFiles(write('hostile.jsonl', `${games.map((game) => JSON.stringify(game)).join('\n')}\n`));
    await page.getByTestId('replay-game').nth(kNames.length - 1).waitFor();
    await unharmed(page);
    for (const [index, game] of games.entries()) {
      await page.getByTestId('replay-game').nth(index).click();
      await page.keyboard.press('ArrowRight');
      await page.locator('.game [data-testid=board][data-ply="1"]').waitFor();
      await unharmed(page);
      if (index === 0) {
        const shown = await page.getByTestId('seat-panel').locator('h2').allTextContents();
        assert.deepEqual(shown, kNames[0]);
        await page.locator('.said').getByText(`${kImage} ${kImage}`).waitFor();
      }
      if (index === 1) {
        const shown = await page.getByTestId('seat-panel').locator('h2').allTextContents();
        assert.equal(shown[0], 'abc\\u{202e}def\\u{2066}ghi\\u{200f}');
      }
      await page.keyboard.press('End');
      assert.equal(await page.getByTestId('move').count(), game.moves.length);
      await unharmed(page);
    }
  });
}

staged('what a bot says while it plays is text, in the lobby and at the board', async (stage) => {
  const ann = stage.pacedBot({ name: 'ann', title: '<img src=x onerror=alert(1)>' });
  const referee = await stage.referee(['match', 'connect4', '--bot', ann.spec, '--bot', 'random', ...kPatient, '--web-stay']);
  const id = await referee.liveGame();
  const lobby = await stage.open(referee.url);
  const page = await stage.open(`${referee.url}/games/${id}`);
  await page.getByTestId('seat-panel').first().getByText('<img src=x onerror=alert(1)>').waitFor();
  const said = `${kImage} \u202Eabc <b>bold</b> ${'x'.repeat(150)}`;
  ann.say(`info score 1 depth 2 ${said}`, 'play 1');
  await page.locator('.game [data-testid=board][data-ply="2"]').waitFor();
  await page.getByTestId('move').first().click();
  await page.locator('.said').getByText(kImage).waitFor();
  assert.equal(await page.locator('.said b').count(), 0);
  await unharmed(page);
  ann.say('play <img src=x onerror=alert(2)>');
  await lobby.getByTestId('recent-game').waitFor();
  await unharmed(lobby);
  await page.getByTestId('move').nth(2).waitFor();
  await page.keyboard.press('End');
  await page.getByTestId('result').waitFor();
  await page.getByText('<img src=x onerror=alert(2)>').first().waitFor();
  await unharmed(page);
});

staged('a hostile visitor’s name is refused, and a hostile address leads nowhere', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  // No event of that name: the stream of its standings is refused like everything else.
  const page = await stage.open(`${referee.url}/play`, { allow: [/status of 40[04]/, /Unexpected response code: 404/] });
  await page.getByRole('radio', { name: 'Connect Four' }).check();
  await page.getByTestId('play-name').fill('<i>"ann\'</i>');
  await page.getByRole('button', { name: 'Create game' }).click();
  await page.getByRole('alert').filter({ hasText: '<i>' }).waitFor();
  await unharmed(page);
  for (const path of ['/games/%3Cimg%20src=x%20onerror=alert(1)%3E', '/events/%22%3E%3Cscript%3E', '/events/x/games?name=%3Cb%3E']) {
    await page.goto(referee.url + path);
    await page.getByTestId('problem').or(page.getByRole('heading')).first().waitFor();
    await unharmed(page);
  }
});
