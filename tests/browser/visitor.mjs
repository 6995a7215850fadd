// A visitor who plays on the page: creates a game, and chooses among the highlighted options.
import { until } from './until.mjs';

/** What the form of /play is called in each language. */
export const kForm = {
  en: { second: 'second', time: 'The bot’s time', create: 'Create game' },
  fr: { second: 'en second', time: 'Temps du bot', create: 'Créer la partie' },
};

/** Fills in the form of /play; what is not given keeps its default. */
export async function createGame(page, { game, board, against, second = false, name = 'ann', time = '10000', form = kForm.en }) {
  await page.getByRole('radio', { name: game, exact: true }).check();
  await page.getByRole('radio', { name: board, exact: true }).check();
  await page.getByRole('radio', { name: against, exact: true }).check();
  if (second) await page.getByRole('radio', { name: form.second }).check();
  await page.getByTestId('play-name').fill(name);
  await page.getByLabel(form.time).selectOption(time);
  await page.getByRole('button', { name: form.create }).click();
  await page.waitForURL(/\/seat\?table=/);
}

export const seatBoard = (page) => page.locator('.seat-view [data-testid=board]');
export const plyOf = async (page) => Number(await seatBoard(page).getAttribute('data-ply'));
export const cells = (page) => page.locator('.choices .choice');
export const walls = (page) => page.locator('.choices .choice-wall');
const over = (page) => page.getByTestId('play-again').isVisible();

/** Waits until something can be chosen, or the game is over: then false. */
export async function mayChoose(page) {
  let can = false;
  await until('a choice, or the end', async () => {
    can = await cells(page).count() > 0;
    return can || await over(page);
  });
  return can;
}

/** The id of the game that is played at this seat. */
export async function gameAt(referee, name) {
  return until('the game', async () => (await referee.get('/api/v1/lobby')).games.find(({ names }) => names.includes(name))?.id);
}

/** After a choice: waits until the page shows something else than `before`, a result of stageOf(). */
export const changedFrom = (page, before) => until('the board to go on', async () => (await stageOf(page)) !== before);

/** What has been chosen and played so far, as one text. */
export function stageOf(page) {
  return page.evaluate(() => [document.querySelector('.seat-view [data-testid=board]').dataset.ply,
    document.querySelectorAll('.choices .picked').length, document.querySelectorAll('.choices .choice').length > 0,
    document.querySelector('[data-testid=turn-line]').textContent, !document.querySelector('[data-testid=play-again]')].join(' | '));
}
