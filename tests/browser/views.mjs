// Every view of the page with real content, for tests that check all of them.
import { createGame, kForm, mayChoose } from './visitor.mjs';
import { crowd } from './crowd.mjs';
import { kPatient } from './paced_bot.mjs';
import { write } from './records.mjs';
import { teamViews } from './teams_stage.mjs';
import { until } from './until.mjs';

/** A running tournament whose last game waits, with bots on offer for visitors. */
async function busyReferee(stage) {
  const paced = stage.pacedBot({ name: 'a-bot-with-a-rather-long-name' });
  const referee = await stage.referee(['tournament', 'amazons', '--size', '6', '--start', 'classic', '--bot', 'random name=chance', '--bot', 'defensive name=careful',
    '--bot', paced.spec, '--games', '4', '--event', 'cup', '--store', 'cup.db', '--offer', 'random', ...kPatient, '--web-stay']);
  // Its first games are enough for a table; then one waits.
  paced.say(...Array.from({ length: 4 }, () => 'resign'), ...Array.from({ length: 5 }, () => 'go'));
  await until('some games', async () => (await referee.get('/api/v1/events/cup/standings')).played >= 6);
  return { referee, id: await referee.liveGame() };
}

const kEnglish = { form: kForm.en, amazons: 'Amazons', square: 'Square 6', friend: 'A friend, by link', list: 'Choices as a list' };
const kFrench = { form: kForm.fr, amazons: 'Amazones', square: 'Carré 6', friend: 'Un ami, par un lien', list: 'Les choix en liste' };

/** Yields [name, a page that shows it], each as a new visitor. */
export async function* everyView(stage, options = {}) {
  const words = options.locale?.startsWith('fr') ? kFrench : kEnglish;
  const { referee, id } = await busyReferee(stage);
  const open = (path, allow) => stage.open(referee.url + path, { ...options, allow });
  const [{ id: ended }] = await referee.endedGames();
  const at = async (path, selector, allow) => {
    const page = await open(path, allow);
    await page.locator(selector).first().waitFor();
    return page;
  };
  yield ['lobby', await at('/', '[data-testid=lobby-game]')];
  yield ['wall screen', await at('/tv', '.tv-board .board')];
  const crowded = await crowd(stage, 9);
  const many = await stage.open(crowded.referee.url, options);
  await many.getByTestId('game-line').first().waitFor();
  yield ['lobby with many games', many];
  yield ['live game', await at(`/games/${id}`, '.game [data-testid=board]')];
  yield ['game with territory', await at(`/games/${ended}?ply=1`, '[data-testid=overlay-toggle]').then(async (page) => {
    await page.getByTestId('overlay-toggle').click();
    return page;
  })];
  yield ['standings', await at('/events/cup', '[data-testid=chart]')];
  yield ['a bot', await at('/events/cup/bots/chance', '[data-testid=bot-game]')];
  yield ['a game of a bot', await at(`/games/${ended}?bot=chance`, '[data-testid=bot-neighbours]')];
  yield ['games of an event', await at('/events/cup/games?name=chance', '[data-testid=event-game]')];
  const replay = await at('/replay', '[data-testid=record-file]');
  await replay.getByTestId('record-file').setInputFiles(write('one.txt', await referee.get(`/api/v1/games/${ended}/text`)));
  await replay.locator('.game').waitFor();
  yield ['replay', replay];
  yield ['nothing there', await at('/games/nobody', '[data-testid=problem]', [/status of 404/])];
  yield ['claim of a seat', await at('/seat#0123456789abcdef0123456789abcdef', '[data-testid=claim-form]')];
  const waiting = await at('/play', '[data-testid=play-form]');
  await createGame(waiting, { game: words.amazons, board: words.square, against: words.friend, form: words.form });
  await waiting.getByTestId('invite-link').waitFor();
  yield ['waiting for a friend', waiting];
  const play = await at('/play', '[data-testid=play-form]');
  yield ['asking for a table', play];
  const four = await at('/play', '[data-testid=play-form]');
  await four.getByRole('radio', { name: /^4 / }).check();
  yield ['asking for a table for four', four];
  await createGame(play, { game: 'Quoridor', board: '9 × 9', against: 'random', form: words.form });
  await mayChoose(play);
  await play.getByText(words.list).click();
  await play.getByTestId('ask-hint').click();
  await play.locator('.hint-mark').first().waitFor();
  yield ['seat', play];
  // A visitor who plays already does not get the last bot.
  for (const name of ['resign', 'confirm', 'play-again']) await play.getByTestId(name).click();
  await createGame(play, { game: 'Hex', board: '11 × 11', against: 'random', second: true, form: words.form });
  await mayChoose(play);
  yield ['seat with a move that has a button', play];
  yield* teamViews(stage, options);
}
