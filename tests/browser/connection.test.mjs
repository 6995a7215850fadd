// The referee goes away and comes back: everybody is told, and nobody has to load the page again.
import assert from 'node:assert/strict';
import { staged } from './harness.mjs';
import { kPatient } from './paced_bot.mjs';

const kLost = { allow: [/ERR_CONNECTION|WebSocket|ERR_EMPTY_RESPONSE|status of 404/] };
const banner = (page) => page.getByTestId('connection-banner');

staged('a referee that is killed is missed, and found again when it is back', async (stage) => {
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

staged('a game that is gone for good is said to be', async (stage) => {
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
