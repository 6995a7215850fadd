// What keeps people from using a view, on a phone and a desktop, in light and dark: it scrolls sideways, a control is too small,
// axe-core finds a violation, or the Tab key does not reach something.
import { readFileSync } from 'node:fs';
import { kDesktop, kPhone, modules } from './stage.mjs';
import { tabbed } from './tabbed.mjs';

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
export function tooWide(page) {
  return page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over <= 0) return [];
    const out = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5).map((element) => element.outerHTML.slice(0, 100));
    return [`${over} px too wide`, ...out.slice(0, 5)];
  });
}

export async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((painted) => { requestAnimationFrame(() => requestAnimationFrame(painted)); }));
}

/** All faults of the view that the page shows, in words. */
export async function faultsOf(page) {
  const wrong = [];
  const note = (what, found) => wrong.push(...found.map((text) => `${what}: ${text}`));
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
  return wrong;
}
