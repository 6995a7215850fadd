// The page in French: every view is, but for what players and the referee say; the switch is remembered; dates and numbers follow.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { kTables } from '../../referee/web/page/text/index.js';
import { kGames } from '../../referee/web/page/games/index.js';
import { staged } from './harness.mjs';
import { folder } from './records.mjs';
import { everyView } from './views.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

/** All words of a page that are not marked as English, with those of attributes that people see or hear. */
function words(page) {
  return page.evaluate(() => {
    // What the teacher announces is in the teacher's language.
    const skipped = '[lang=en], #language, #notice, code, pre, kbd, .title, svg.board, [data-testid=move], noscript, script, style';
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement.closest(skipped)) found.push(node.data);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-roledescription]')) {
      if (element.closest(skipped)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-roledescription']) found.push(element.getAttribute(name) ?? '');
    }
    return found.map((text) => text.trim()).filter((text) => /\p{L}{3}/u.test(text));
  });
}

const leaves = (value) => (typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : []);
/** Sentences that only the English page has. */
const kEnglish = new Set(leaves(kTables.en).filter((text) => !leaves(kTables.fr).includes(text)));

staged('every view is in French', async (stage) => {
  const english = [];
  const seen = new Set();
  for await (const [name, page] of everyView(stage, { locale: 'fr-FR' })) {
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    for (const text of await words(page)) {
      const said = text.replace(/\w+(-\w+)+/g, ''); // without names, which have words in them
      if (kEnglish.has(text) || /\b(the|of|games?|moves?|your|and|with|is|not)\b/i.test(said)) english.push(`${name}: ${text}`);
      seen.add(text);
    }
  }
  assert.ok(seen.size > 100, `${seen.size} texts`);
  assert.deepEqual(english, []);
  assert.ok(kGames.length === 4 && [...seen].some((text) => text.includes('Classement')));
});

staged('the switch changes the language, and is remembered', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(referee.url, { locale: 'de-DE' });
  await page.getByText('No game is being played right now').waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.locator('html[lang=fr]').waitFor();
  await page.getByText('Aucune partie n’est en cours').waitFor();
  await page.reload();
  await page.getByText('Aucune partie n’est en cours').waitFor();
  assert.equal(await page.title(), 'Salon – Quiver');
  await page.getByRole('button', { name: 'English' }).click();
  await page.locator('html[lang=en]').waitFor();
});

staged('the referee’s own sentences are marked as English on a French page', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/games/nobody`, { locale: 'fr-FR', allow: [/status of 404/] });
  await page.getByRole('heading', { name: 'Introuvable' }).waitFor();
  assert.match(await page.locator('[data-testid=problem] [lang=en]').textContent(), /there is no game called/);
});
