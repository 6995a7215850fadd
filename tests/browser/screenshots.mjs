// Makes the pictures of the web page in docs/images: node screenshots.mjs FOLDER, or ./quiver screenshots. They show real games
// of the real program.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exhibition } from './exhibition.mjs';
import { createGame, mayChoose, plyOf } from './visitor.mjs';
import { folder, played } from './records.mjs';
import { closeBrowser, kPhone, Stage } from './stage.mjs';
import { bots, invite, joinBy, ladder, submit, teacher } from './teams_stage.mjs';
import { until } from './until.mjs';

const [, , kFolder = 'docs/images'] = process.argv;
const kEntrants = ['mcts name=Turing --nodes 150', 'alphabeta name=Shannon --nodes 300', 'alphabeta name=Zermelo --nodes 40', 'territory name=Lovelace', 'power name=Hopper',
  'offensive name=Lamarr', 'defensive name=Hamilton', 'blocker name=Noether'];

async function shoot(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await page.screenshot({ path: join(kFolder, `${name}-${colorScheme}.png`) });
  }
  console.log(name);
}

async function liveGames(stage) {
  const { referee, ids } = await exhibition(stage);
  const lobby = await stage.open(referee.url);
  await lobby.getByTestId('recent-game').nth(6).waitFor();
  await shoot(lobby, 'lobby');
  const phone = await stage.open(referee.url, { size: kPhone, deviceScaleFactor: 2 });
  await phone.getByTestId('lobby-game').first().waitFor();
  await shoot(phone, 'phone');
  await wall(stage, referee);
  for (const [name, first] of [['game-amazons', 'Ada'], ['game-quoridor', 'Pascal'], ['game-connect4', 'Red-Baron'], ['game-hex', 'Hein']]) {
    const page = await stage.open(`${referee.url}/games/${ids[first]}`);
    await page.locator('.game [data-testid=board]').waitFor();
    await shoot(page, name);
  }
}

/** The longest game between the first two entrants, at a step that shows who is ahead. */
async function replay(stage, referee) {
  const { games } = await referee.get('/api/v1/events/spring-cup/games?name=Turing&against=Shannon');
  const { id, plies } = games.sort((a, b) => b.plies - a.plies)[0];
  const page = await stage.open(`${referee.url}/games/${id}?ply=${Math.floor(plies * 0.6)}`);
  await page.getByTestId('overlay-toggle').click();
  await page.getByText(/^Nearer: /).waitFor();
  await shoot(page, 'replay');
}

/** The new views, in French too: the wall screen, the lobby of a phone, standings. */
async function wall(stage, referee) {
  const page = await stage.open(`${referee.url}/tv`, { size: { width: 1920, height: 1080 } });
  await page.locator('.tv-board .board').waitFor();
  await shoot(page, 'tv');
  const phone = await stage.open(referee.url, { size: kPhone, deviceScaleFactor: 2, locale: 'fr-FR' });
  await phone.getByTestId('lobby-game').first().waitFor();
  await shoot(phone, 'phone-fr');
}

async function standings(stage, referee) {
  const page = await stage.open(`${referee.url}/events/spring-cup`);
  await page.getByTestId('chart').waitFor();
  await shoot(page, 'standings');
  const french = await stage.open(`${referee.url}/events/spring-cup`, { locale: 'fr-FR' });
  await french.getByTestId('chart').waitFor();
  await shoot(french, 'standings-fr');
}

/** A visitor and a friend repeat a game of two strong bots, up to the visitor's turn. */
async function seat(stage, referee) {
  const record = played('quoridor', ['--bot', 'minimax', '--bot', 'minimax name=other', '--move-time', '200ms']);
  const response = await fetch(`${referee.url}/api/v1/replay`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify(record) });
  const { games: [{ steps }] } = await response.json();
  const visitor = await stage.open(`${referee.url}/play`);
  await visitor.getByTestId('play-form').waitFor();
  for (const page of ['events', 'play']) await visitor.locator(`nav [data-page=${page}]`).waitFor();
  await shoot(visitor, 'play');
  await createGame(visitor, { game: 'Quoridor', board: '9 × 9', against: 'A friend, by link', name: 'Emmy' });
  const friend = await stage.open(await visitor.getByTestId('invite-link').inputValue());
  await friend.getByLabel('Your name').fill('David');
  await friend.getByRole('button', { name: 'Take the seat' }).click();
  const pages = [visitor, friend];
  for (const { seat: mover, move: { quoridor: { kind, cell } }, number } of steps.slice(0, 22)) {
    const page = pages[mover];
    await mayChoose(page);
    const wall = `.choice-wall[data-anchor="${cell}"][data-orientation=${kind.replace('_WALL', '')}]`;
    await page.locator(kind === 'PAWN' ? `.choice[data-cell="${cell}"]` : wall).click();
    await Promise.all(pages.map((each) => until('the move', async () => (await plyOf(each)) > number)));
  }
  await mayChoose(visitor);
  await visitor.locator('.choices .choice').first().hover();
  await shoot(visitor, 'seat');
}

/** What teams and their teacher see, on a desktop and, in French, on a phone. */
async function teams(stage) {
  const referee = await ladder(stage);
  const given = bots();
  const admin = await teacher(stage, referee);
  const { page } = await joinBy(stage, await invite(admin, 'Équipe 4'));
  const links = [await invite(admin, 'Les Dames'), await invite(admin, 'Les Fous')];
  const french = { size: kPhone, deviceScaleFactor: 2, locale: 'fr-FR' };
  const joining = await stage.open(links[1], french);
  await joining.getByTestId('join-form').waitFor();
  await shoot(joining, 'join-phone-fr');
  const { page: phone } = await joinBy(stage, links[0], french);
  await submit(page, given.broken, 1, 'REFUSED');
  await shoot(page, 'my-bot-refused');
  await submit(page, given.python, 2, 'ADMITTED');
  await page.getByTestId('choose-files').setInputFiles(given.cpp);
  await shoot(page, 'my-bot');
  await submit(phone, given.so, 1, 'ADMITTED');
  await shoot(phone, 'my-bot-phone-fr');
  await admin.getByTestId('announcement').fill('The cup begins on Friday at ten.');
  await admin.getByTestId('announce').click();
  await admin.getByTestId('notice').waitFor();
  await invite(admin, 'Les Tours');
  for (const more of ['invitations', 'audit']) await admin.getByTestId(more).locator('summary').click();
  await admin.getByTestId('audit-entry').first().waitFor();
  await shoot(admin, 'admin');
  await page.goto(`${referee.url}/events/${(await referee.get('/api/v1/lobby')).event}`);
  await page.locator('[data-testid=standings-row][data-name="les-dames"] [data-testid=challenge]').click();
  await page.getByTestId('challenge-start').click();
  await page.getByTestId('challenge-game').nth(1).waitFor();
  await shoot(page, 'challenge');
}

const stage = new Stage();
stage.folder = mkdtempSync(join(tmpdir(), 'quiver-pictures-'));
mkdirSync(kFolder, { recursive: true });
try {
  await teams(stage);
  await liveGames(stage);
  const referee = await stage.referee(['tournament', 'amazons', '--size', '8', '--start', 'classic', ...kEntrants.flatMap((entrant) => ['--bot', entrant]), '--games', '6',
    '--concurrency', '2', '--event', 'spring-cup', '--store', 'cup.db', '--clock', '1m', '--seed', '1', '--web-stay', '--quiet', '--offer', 'mcts', 'alphabeta', 'minimax',
    'shortest-path', 'random']);
  await seat(stage, referee);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/spring-cup/standings')).complete, 600000);
  await standings(stage, referee);
  await replay(stage, referee);
} catch (error) {
  await stage.report('screenshots');
  throw error;
} finally {
  await stage.clear();
  await closeBrowser();
  for (const place of [folder, stage.folder]) rmSync(place, { recursive: true, force: true });
}
