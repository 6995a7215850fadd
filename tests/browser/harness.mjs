// Tests of the web page in a real Chromium against the real program. One browser a file; each test has referees and pages
// of its own, and leaves nothing behind. When one fails it tells what the browser and the referees had to say.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser, Stage } from './stage.mjs';

export { kDesktop, kPhone, modules } from './stage.mjs';

after(closeBrowser);

/** One test, with a stage of its own. */
export function staged(name, body) {
  test(name, { timeout: 240000 }, async () => {
    const stage = new Stage();
    try {
      await body(stage);
      assert.deepEqual(stage.pages.flatMap(({ complaints }) => complaints), [], 'what the browser complained of');
    } catch (error) {
      await stage.tellAll(name);
      await stage.clear().catch((further) => console.error(further));
      throw error;
    }
    await stage.clear();
  });
}
