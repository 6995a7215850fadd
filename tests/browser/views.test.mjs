// Every view, on a phone and a desktop, in light and dark: nothing scrolls sideways, every control is large enough, axe-core
// finds no violations, and the Tab key reaches everything.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import { kDesktop, kPhone, modules, staged } from './harness.mjs';
import { folder } from './records.mjs';
import { tabbed } from './tabbed.mjs';
import { everyView } from './views.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

// In CSS pixels: with a mouse, and for fingers on a phone.
const kSmallest = 24;
const kFinger = 40;
const kAxe = readFileSync(modules.resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.2 AA and of best practices, with where they are. */
async function violations(page) {
  await page.evaluate(kAxe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'], preload: false }));
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 150)} ${failureSummary}`).join(' | ')}`);
}

/** Controls that are too small, except links inside a text. Cells of a board are as large as the window lets them be. */
function tooSmall(page, least) {
  return page.evaluate(([least, cell]) => {
    const targets = document.querySelectorAll('button, select, summary, input:not([type=radio]), a.button, nav a, .tile, .card, .game-row, .game-line, .choices .choice .hit');
    return [...targets].filter((target) => target.checkVisibility({ visibilityProperty: true })).flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      return Math.min(width, height) < (target.matches('.hit') ? cell : least) - 0.01 ? [`${target.outerHTML.slice(0, 120)}: ${width.toFixed(1)} × ${height.toFixed(1)}`] : [];
    });
  }, [least, kSmallest]);
}

/** What is wider than the window. */
function tooWide(page) {
  return page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over <= 0) return [];
    const out = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5).map((element) => element.outerHTML.slice(0, 100));
    return [`${over} px too wide`, ...out.slice(0, 5)];
  });
}

async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((painted) => { requestAnimationFrame(() => requestAnimationFrame(painted)); }));
}

for (const locale of ['en-GB', 'fr-FR']) staged(`every view is accessible, ${locale}`, async (stage) => {
  const wrong = [];
  for await (const [name, page] of everyView(stage, { locale })) {
    const note = (what, found) => wrong.push(...found.map((text) => `${name}, ${what}: ${text}`));
    const { ringless, unreached } = await tabbed(page);
    note('has the focus and no ring', ringless);
    note('not reached by Tab', unreached);
    for (const [what, size] of [['desk', kDesktop], ['phone', kPhone]]) {
      await resize(page, size);
      note(`${what}, sideways`, await tooWide(page));
      note(`${what}, too small`, await tooSmall(page, what === 'phone' ? kFinger : kSmallest));
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        note(`${what}, ${colorScheme}`, await violations(page));
      }
    }
    await resize(page, kDesktop);
  }
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
