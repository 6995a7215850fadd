// The referee goes away and comes back: the page says so, and nobody has to reload it.
import assert from 'node:assert/strict';
import { createGame, cells, mayChoose } from './visitor.mjs';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';

const kLost = { allow: [/ERR_CONNECTION|WebSocket|ERR_EMPTY_RESPONSE|status of 404/] };
const banner = (page) => page.getByTestId('connection-banner');

staged('the page reports a killed referee, and reconnects when it is back', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random']);
  const page = await stage.open(referee.url, kLost);
  await page.getByText('No game is being played right now').waitFor();
  assert.equal(await banner(page).isVisible(), false);
  await referee.kill();
  await banner(page).getByText('Connection lost, trying again').waitFor();

  const ann = stage.pacedBot({ name: 'ann' });
  const again = await stage.referee(['match', 'connect4', '--bot', ann.spec, '--bot', 'random', ...kPatient], { web: `127.0.0.1:${referee.port}` });
  await banner(page).waitFor({ state: 'hidden' });
  await page.locator(`[data-testid=lobby-game][data-id="${await again.liveGame()}"]`).waitFor();
  ann.say('play 1');
  await page.getByTestId('lobby-game').getByText('move 2').waitFor();
});

staged('the page reports a game that no longer exists', async (stage) => {
  const ann = stage.pacedBot({ name: 'ann' });
  const referee = await stage.referee(['match', 'connect4', '--bot', ann.spec, '--bot', 'random', ...kPatient]);
  const page = await stage.open(`${referee.url}/games/${await referee.liveGame()}`, kLost);
  ann.say('play 1');
  await page.locator('.game [data-testid=board][data-ply="2"]').waitFor();
  await referee.kill();
  await banner(page).getByText('Connection lost').waitFor();
  await stage.referee(['serve'], { web: `127.0.0.1:${referee.port}` });
  await page.getByTestId('problem').getByText('there is no game called').waitFor();
  assert.equal(await banner(page).isVisible(), false);
  await page.getByRole('link', { name: 'To the lobby' }).click();
  await page.getByText('No game is being played right now').waitFor();
});

staged('a visitor without a referee gets a sentence and a way to try again', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random']);
  const page = await stage.open(`${referee.url}/replay`, kLost);
  const play = page.getByRole('link', { name: 'Play', exact: true });
  await play.waitFor();
  await referee.kill();
  await play.click();
  await page.getByTestId('problem').getByText('The referee does not answer').waitFor();
  await stage.referee(['serve', '--offer', 'random'], { web: `127.0.0.1:${referee.port}` });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('play-form').waitFor();
});

const notice = (page) => page.getByTestId('seat-notice');
const clocks = (page) => page.getByTestId('clock').allTextContents();

/** The game at this seat has stopped, and the page says what can be done. */
async function isAbandoned(page) {
  await notice(page).getByText('The referee no longer knows this seat').waitFor();
  assert.equal(await banner(page).isVisible(), false);
  assert.equal(await page.getByTestId('turn-line').isVisible(), false, 'it is nobody’s turn');
  assert.equal(await page.locator('.seat-panel.turn').count(), 0);
  assert.equal(await page.locator('.clock.running').count(), 0);
  assert.equal(await cells(page).count(), 0, 'nothing can be chosen');
  assert.equal(await page.getByTestId('resign').count(), 0);
  assert.equal(await page.getByText('Record (JSON)').count(), 0, 'there is no record of it');
  assert.doesNotMatch(await page.title(), /Your turn/);
  const before = await clocks(page);
  await page.waitForTimeout(1500);
  assert.deepEqual(await clocks(page), before, 'no clock runs');
}

staged('after a restart of the referee a visitor learns that the game is gone, and plays another one', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/play`, kLost);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await mayChoose(page);
  await page.getByText('Your turn.').first().waitFor();

  await referee.kill();
  await banner(page).getByText('Connection lost').waitFor();
  await cells(page).nth(3).click();
  await notice(page).getByText('Your move was not sent. You are offline').waitFor();
  await page.getByTestId('resign').click();
  await page.getByTestId('confirm').click();
  await notice(page).getByText('You have not resigned. You are offline').waitFor();

  await stage.referee(['serve', '--offer', 'random', '--quiet'], { web: `127.0.0.1:${referee.port}` });
  await isAbandoned(page);
  if (process.env.QUIVER_LOOK) await page.screenshot({ path: `${process.env.QUIVER_LOOK}/lost.png`, fullPage: true });
  await page.getByTestId('play-again').click();
  await page.getByTestId('play-form').waitFor();
  assert.ok(await page.getByTestId('way-back').isHidden(), 'there is nothing to go back to');
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await mayChoose(page);
});

staged('a choice that needs several clicks reports at the first one that the referee is gone', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/play`, kLost);
  await createGame(page, { game: 'Amazons', board: 'Square 6', against: 'random' });
  await mayChoose(page);
  await referee.kill();
  await banner(page).getByText('Connection lost').waitFor();
  await cells(page).first().click();
  await notice(page).getByText('You are offline').waitFor();
  await stage.referee(['serve', '--offer', 'random', '--quiet'], { web: `127.0.0.1:${referee.port}` });
  await isAbandoned(page);
});

staged('after a restart of the referee a visitor who waits for a friend learns it', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/play`, kLost);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'A friend, by link' });
  await page.getByTestId('invite-link').waitFor();
  await referee.kill();
  await stage.referee(['serve', '--offer', 'random', '--quiet'], { web: `127.0.0.1:${referee.port}` });
  await page.getByRole('heading', { name: 'This game is lost' }).waitFor();
  assert.equal(await page.getByTestId('invite-link').count(), 0, 'a link that leads nowhere');
  await page.getByTestId('play-again').waitFor();
});
