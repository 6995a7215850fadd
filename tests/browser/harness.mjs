// Tests of the web page in a real Chromium against the real program. One browser per file; each test has its own referees
// and pages, and cleans up. A failing test prints the output of the browser and of the referees.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowser, Stage } from './stage.mjs';

export { kDesktop, kPhone, modules } from './stage.mjs';

after(closeBrowser);

/** One test, with a stage of its own. */
export function staged(name, body, { timeout = 240000 } = {}) {
  test(name, { timeout }, async () => {
    const stage = new Stage();
    try {
      await body(stage);
      assert.deepEqual(stage.pages.flatMap(({ complaints }) => complaints), [], 'what the browser complained of');
    } catch (error) {
      await stage.report(name);
      await stage.clear().catch((further) => console.error(further));
      throw error;
    }
    await stage.clear();
  });
}
