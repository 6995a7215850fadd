// A term on the page: a teacher makes links, four teams join, submit bots of four kinds, read the reports, mend what is broken, challenge
// each other, roll back and withdraw; the teacher announces, disqualifies and reinstates. On a desktop in English, on a phone in French.
import assert from 'node:assert/strict';
import { kPhone, staged } from './harness.mjs';
import { bots, invite, joinBy, kBuilt, ladder, signIn, submit, teacher, wordsOf } from './teams_stage.mjs';
import { until } from './until.mjs';

const version = (page, number) => page.locator(`[data-testid=version][data-number="${number}"]`);
const plays = (page, number) => page.locator(`[data-testid=version][data-number="${number}"] .badge.on`).waitFor();
const confirm = (page) => page.getByTestId('confirm').click();

/** Submits a broken bot, reads why, and submits a good one; rolls back and forth, and withdraws. */
async function mend(page, { broken, python }, words) {
  await submit(page, broken, 1, 'REFUSED');
  const report = await page.getByTestId('report').textContent();
  assert.match(report, /broken_bot\.py/);
  assert.equal(await page.locator('main script, main img').count(), 0);
  await page.getByText(words.stateSentences.REFUSED).waitFor();
  await submit(page, python, 2, 'ADMITTED');
  await plays(page, 2);
  await submit(page, python, 3, 'ADMITTED');
  await plays(page, 3);
  await version(page, 2).getByTestId('activate').click();
  await confirm(page);
  await plays(page, 2);
  await version(page, 1).getByTestId('show-report').click();
  await page.locator('[data-testid=submission][data-number="1"]').waitFor();
  await page.getByTestId('withdraw').click();
  await page.getByRole('button', { name: words.keep }).click();
  assert.equal(await page.getByText(words.withdrawn).count(), 0);
  await page.getByTestId('withdraw').click();
  await confirm(page);
  await page.getByText(words.withdrawn).waitFor();
  await version(page, 3).getByTestId('activate').click();
  await confirm(page);
  await plays(page, 3);
}

/** Challenges another entrant in the standings, and follows the games until they are over. */
async function challenge(page, referee, opponent) {
  await page.goto(`${referee.url}/events/${(await referee.get('/api/v1/lobby')).event}`);
  await page.locator(`[data-testid=standings-row][data-name="${opponent}"] [data-testid=challenge]`).click();
  await page.getByTestId('challenge-start').click();
  const games = page.getByTestId('challenge-game');
  await games.nth(1).waitFor();
  await until('the games to be over', async () => (await games.evaluateAll((all) => all.map(({ dataset }) => dataset.state))).every((state) => state === 'OVER'), kBuilt);
  const [{ id }] = await games.evaluateAll((all) => all.map(({ dataset }) => ({ id: dataset.id })));
  await page.keyboard.press('Escape');
  await page.goto(`${referee.url}/games/${id}`);
  await page.getByTestId('result').waitFor();
}

const kTerms = [['a desktop in English', {}], ['a phone in French', { size: kPhone, locale: 'fr-FR' }]];

for (const [what, options] of kTerms) staged(`a term, on ${what}`, async (stage) => {
  const words = wordsOf(options);
  const given = bots();
  const referee = await ladder(stage);
  const admin = await teacher(stage, referee, options);
  const links = [];
  for (const name of ['Équipe 1', 'Les Dames', 'so & co', '<b>x</b>']) links.push(await invite(admin, name, options));
  assert.equal(new Set(links).size, 4);
  const teams = [];
  for (const link of links) teams.push(await joinBy(stage, link, options));
  const [python, cpp, so, broken] = teams.map(({ page }) => page);
  // Three submit at once; they are built one after the other.
  await Promise.all([submit(python, given.python, 1, 'ADMITTED'), submit(cpp, given.cpp, 1, 'ADMITTED'), submit(so, given.so, 1, 'ADMITTED'), mend(broken, given, words)]);
  for (const page of [python, cpp, so]) await plays(page, 1);
  await challenge(python, referee, 'les-dames');
  // The teacher sees them all.
  for (const id of ['equipe-1', 'les-dames', 'so-co']) {
    const row = admin.locator(`[data-testid=team][data-id="${id}"][data-state=TEAM_ACTIVE]`);
    await row.waitFor();
    await row.locator('[data-state=ADMITTED]').waitFor();
  }
  assert.equal(await admin.locator('main b, main script').count(), 0, 'names are text');
  await admin.locator('[data-testid=team][data-id="so-co"] [data-testid=team-report]').click();
  await admin.locator('dialog [data-testid=report]').waitFor();
  await admin.keyboard.press('Escape');
  // A word to all.
  const sentence = 'Demain à dix heures & <i>pas avant</i>';
  await admin.getByTestId('announcement').fill(sentence);
  await admin.getByTestId('announce').click();
  for (const page of [cpp, so, admin]) await page.getByTestId('notice').filter({ hasText: sentence }).waitFor();
  // Out, and in again.
  await admin.locator('[data-testid=team][data-id="so-co"] [data-testid=disqualify]').click();
  await admin.getByTestId('reason').fill('copied <script>');
  await confirm(admin);
  await so.getByText(words.disqualified('copied <script>')).waitFor();
  await so.getByTestId('drop').waitFor({ state: 'hidden' });
  await admin.locator('[data-testid=team][data-id="so-co"] [data-testid=reinstate]').click();
  await confirm(admin);
  await so.getByTestId('drop').waitFor();
  await admin.getByTestId('audit').locator('summary').click();
  await admin.locator('[data-testid=audit-entry]').filter({ hasText: 'copied <script>' }).waitFor();
  // Signed out here, and in again with the token.
  const { page, token } = teams[1];
  await page.getByTestId('sign-out').click();
  await page.getByTestId('sign-in').waitFor();
  const again = await signIn(stage, referee, token, '/my', options);
  await plays(again, 1);
}, { timeout: 2 * kBuilt });

staged('a link works once, a wrong token is told, and a session that ends asks for the token again', async (stage) => {
  const referee = await ladder(stage);
  const words = wordsOf();
  const refused = { allow: [/status of 40[13]/, /Unexpected response code: 401/] };
  const admin = await teacher(stage, referee);
  const link = await invite(admin, 'Once');
  const { page, token } = await joinBy(stage, link, refused);
  assert.equal(new URL(page.url()).hash, '');
  const late = await stage.open(link);
  await late.getByRole('heading', { name: words.linkBad }).waitFor();
  const other = await stage.open(`${referee.url}/my`, refused);
  await other.getByTestId('token').fill('no such token');
  await other.getByRole('button', { name: words.signIn }).click();
  await other.getByRole('alert').filter({ hasText: 'token' }).waitFor();
  await other.getByTestId('token').fill(token);
  await other.keyboard.press('Enter');
  await other.getByTestId('who').waitFor();
  // The same team signs out in another tab of this browser: this tab asks for the token.
  const tab = await stage.open(`${referee.url}/my`, { visitor: page.context(), ...refused });
  await tab.getByTestId('sign-out').click();
  await page.getByTestId('sign-in').waitFor();
  await page.getByText(words.sessionEnded).waitFor();
  await other.getByTestId('who').waitFor();
});

staged('several files and a folder are sent as one archive; what is too large is not sent', async (stage) => {
  const referee = await ladder(stage, '--max-size', '64K');
  const words = wordsOf();
  const admin = await teacher(stage, referee);
  const { page } = await joinBy(stage, await invite(admin, 'Packers'));
  const file = (name, size) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, '#') });
  await page.getByTestId('choose-files').setInputFiles([file('large.py', 70000)]);
  await page.getByRole('alert').filter({ hasText: words.faults.large }).waitFor();
  assert.ok(await page.getByTestId('submit').isHidden());
  await page.getByTestId('choose-files').setInputFiles([file('a.py', 10), file('b.py', 20)]);
  await page.getByTestId('chosen').getByText('2 files: a.py, b.py').waitFor();
  await page.getByTestId('submit').click();
  await version(page, 1).getByText('bot.tar').waitFor();
  // Dropped with the mouse, as a browser makes it of a file.
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['print(1)'], 'dropped.py'));
    return transfer;
  });
  await page.getByTestId('drop').dispatchEvent('drop', { dataTransfer: data });
  await page.getByTestId('chosen').getByText('dropped.py').waitFor();
});
