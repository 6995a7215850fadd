// Screen readers and keyboards: moves are announced, the navigation can be skipped, and the focus follows.
import assert from 'node:assert/strict';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';
import { until } from './until.mjs';

staged('a move is announced, and the result', async (stage) => {
  const [ann, bob] = ['ann', 'bob'].map((name) => stage.pacedBot({ name }));
  const referee = await stage.referee(['match', 'connect4', '--bot', ann.spec, '--bot', bob.spec, ...kPatient, '--web-stay']);
  const page = await stage.open(`${referee.url}/games/${await referee.liveGame()}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const heard = (text) => page.locator('[aria-live=polite]').getByText(text).waitFor();
  ann.say('play 4');
  await heard('ann drops into column 4, on d1');
  bob.say('resign');
  await heard('bob is out: resigned');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await heard('ann drops into column 4, on d1');
});

staged('the skip link, the colours, and the focus after navigating', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random']);
  const page = await stage.open(referee.url);
  await page.getByText('No game is being played').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await until('the focus', () => page.evaluate(() => document.activeElement.id === 'main'));
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  await page.reload();
  await page.locator('html[data-theme=dark]').waitFor();
  await page.getByRole('link', { name: 'Replay' }).click();
  await until('the heading', () => page.evaluate(() => document.activeElement.tagName === 'H1'));
  assert.equal(await page.title(), 'Replay – Quiver');
});
