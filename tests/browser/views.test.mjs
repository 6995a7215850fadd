// Every view, on a phone and a desktop, in light and dark: nothing scrolls sideways, every control is large enough, axe-core
// finds no violations, and the Tab key reaches everything.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { faultsOf, resize, tooWide } from './accessibility.mjs';
import { kDesktop, staged } from './harness.mjs';
import { folder } from './records.mjs';
import { everyView } from './views.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

for (const locale of ['en-GB', 'fr-FR']) staged(`every view is accessible, ${locale}`, async (stage) => {
  const wrong = [];
  for await (const [name, page] of everyView(stage, { locale })) wrong.push(...(await faultsOf(page)).map((text) => `${name}, ${text}`));
  assert.deepEqual(wrong, []);
});

staged('a board uses the space of a desktop and fits into the window', async (stage) => {
  const referee = await stage.referee(['match', 'amazons', '--board', 'donut', '--size', '12', '--bot', 'random', '--bot', 'random name=other', '--web-stay']);
  const [{ id }] = await referee.endedGames();
  const page = await stage.open(`${referee.url}/games/${id}`);
  await page.getByTestId('result').waitFor();
  for (const size of [{ width: 1280, height: 720 }, kDesktop, { width: 1920, height: 1080 }, { width: 3840, height: 2160 }]) {
    await resize(page, size);
    const { y, width, height } = await page.locator('.game [data-testid=board]').boundingBox();
    assert.ok(y + height <= size.height, `at ${size.width} × ${size.height} the board ends at ${y + height}`);
    assert.ok(Math.max(width, height) > size.height * 0.55, `at ${size.width} × ${size.height} the board is only ${width} × ${height}`);
    assert.deepEqual(await tooWide(page), []);
  }
});
