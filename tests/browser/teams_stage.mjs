// A ladder that takes submissions, its teacher, and teams who join by links, each in a browser of their own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { teamsText } from '../../referee/web/page/views/teams/teams_text.js';
import { until } from './until.mjs';

const kRoot = fileURLToPath(new URL('../..', import.meta.url));
export const kBossToken = 'boss-token-0123456789';
// To build and check a bot, beside the other tests.
export const kBuilt = 600000;

const folder = mkdtempSync(join(tmpdir(), 'quiver-teams-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function written(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Files to submit: { python, cpp, so, broken }. */
export function bots() {
  const read = (path) => readFileSync(join(kRoot, path), 'utf8');
  const so = join(folder, 'our_player.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', so, join(kRoot, 'tests/e2e/fixtures/course_amazons.c')]);
  return {
    python: written('my_bot.py', read('bots/example/first_bot.py')), cpp: written('my_bot.cpp', read('bots/example/first_bot.cpp')), so,
    broken: written('broken_bot.py', 'import quiver_sdk\n\nthis is no Python <script>alert(1)</script>\n'),
  };
}

/** The words of a visitor's page. */
export const wordsOf = (options = {}) => teamsText[options.locale?.startsWith('fr') ? 'fr' : 'en'];

/** A running ladder with one bundled bot. */
export async function ladder(stage, ...more) {
  const tokens = written('tokens', `boss ${kBossToken} admin\n`);
  const referee = await stage.referee(['ladder', 'amazons', '--size', '6', '--start', 'classic', '--move-time', '1s', '--store', 'ladder.db', '--tokens', tokens,
    '--accept', 'python,so,cpp', '--submit-rate', '100', '--submit-time', '10m', '--listen', '127.0.0.1:0', '--bot', 'random', ...more]);
  await until('the ladder', () => referee.said.includes('runs at '));
  return referee;
}

/** Opens a page that asks for a token, and signs in. */
export async function signIn(stage, referee, token, path, options = {}) {
  const page = await stage.open(referee.url + path, options);
  await page.getByTestId('token').fill(token);
  await page.getByRole('button', { name: wordsOf(options).signIn }).click();
  await page.getByTestId('who').waitFor();
  return page;
}

export const teacher = (stage, referee, options) => signIn(stage, referee, kBossToken, '/admin', options);

/** A link that the teacher makes. */
export async function invite(admin, name, options) {
  const before = await admin.getByTestId('made-link').count() ? await admin.getByTestId('made-link').inputValue() : '';
  await admin.getByTestId('invite-name').fill(name);
  await admin.getByRole('button', { name: wordsOf(options).makeLink }).click();
  return until('the link', async () => {
    const link = await admin.getByTestId('made-link').count() && await admin.getByTestId('made-link').inputValue();
    return link && link !== before && link;
  });
}

/** Follows a link and joins as it suggests; { page, token } with the page at /my. */
export async function joinBy(stage, link, options = {}) {
  const page = await stage.open(link, options);
  await page.getByTestId('join-form').waitFor();
  await page.getByRole('button', { name: wordsOf(options).join, exact: true }).click();
  const token = await page.getByTestId('own-token').inputValue();
  await page.getByRole('link', { name: wordsOf(options).toMyBot }).click();
  await page.getByTestId('who').waitFor();
  return { page, token };
}

/** Submits a file, and waits until it is settled in this state. */
export async function submit(page, path, number, state) {
  await page.getByTestId('choose-files').setInputFiles(path);
  await page.getByTestId('submit').click();
  await page.locator(`[data-testid=submission][data-number="${number}"][data-state=${state}]`).waitFor({ timeout: kBuilt });
  await page.locator(`[data-testid=version][data-number="${number}"][data-state=${state}]`).waitFor();
}

/** Yields [name, a page] for every view of teams. */
export async function* teamViews(stage, options = {}) {
  const words = wordsOf(options);
  const referee = await ladder(stage);
  const asked = await stage.open(`${referee.url}/my`, options);
  await asked.getByTestId('sign-in').waitFor();
  yield ['signing in', asked];
  const admin = await teacher(stage, referee, options);
  const link = await invite(admin, 'Équipe 4', options);
  const invited = await stage.open(await invite(admin, 'Les Dames', options), options);
  await invited.getByTestId('join-form').waitFor();
  yield ['joining', invited];
  await invited.getByRole('button', { name: words.join, exact: true }).click();
  await invited.getByTestId('own-token').waitFor();
  yield ['joined', invited];
  const used = await stage.open(`${referee.url}/join#0123456789abcdef`, options);
  await used.getByRole('heading', { name: words.linkBad }).waitFor();
  yield ['a link that is no good', used];
  await admin.getByTestId('announcement').fill('The cup begins at ten.');
  await admin.getByTestId('announce').click();
  const { page } = await joinBy(stage, link, options);
  await page.getByTestId('notice').waitFor();
  await page.getByTestId('choose-files').setInputFiles(bots().broken);
  await page.getByTestId('submit').waitFor();
  yield ['about to submit', page];
  await submit(page, bots().broken, 1, 'REFUSED');
  yield ['my bot, with a report', page];
  for (const more of ['invitations', 'audit']) await admin.getByTestId(more).locator('summary').click();
  await admin.getByTestId('audit-entry').first().waitFor();
  await admin.locator('[data-testid=team][data-id=equipe-4] [data-testid=team-report]').waitFor();
  yield ['the teacher’s view', admin];
}
