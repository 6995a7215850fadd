// A visitor's seat: it survives a reload, opens in a second tab, can be given to a friend once, and is given up only on purpose.
import assert from 'node:assert/strict';
import { createGame, cells, changedFrom, gameAt, mayChoose, plyOf, seatBoard, stageOf } from './visitor.mjs';
import { kDesktop, kPhone, staged } from './harness.mjs';
import { until } from './until.mjs';

const daemon = (stage) => stage.referee(['serve', '--offer', 'random', '--quiet']);

async function choose(page, index = 0) {
  await mayChoose(page);
  const before = await stageOf(page);
  await cells(page).nth(index).click();
  await changedFrom(page, before);
}

staged('a reload in the middle of a game keeps the seat, and a second tab shares it', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await choose(page, 3);
  await until('the answer', async () => (await plyOf(page)) >= 2);
  await page.reload();
  await mayChoose(page);
  assert.ok(await plyOf(page) >= 2);
  await page.getByTestId('seat-panel').first().getByText('you').waitFor();

  const second = await stage.open(`${referee.url}/seat`, { visitor: page.context() });
  await mayChoose(second);
  const before = await plyOf(second);
  await choose(second, 2);
  await until('the move in the first tab', async () => (await plyOf(page)) >= before + 2);
  await choose(page, 1);
  await until('the move in the second tab', async () => (await plyOf(second)) >= before + 4 || second.getByTestId('play-again').isVisible());
});

staged('other views link back to the seat until its game is over', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await mayChoose(page);
  assert.ok(await page.getByTestId('way-back').isHidden());
  await page.getByRole('navigation').getByText('Lobby').click();
  await page.getByTestId('way-back').getByRole('link').click();
  await mayChoose(page);
  await page.getByTestId('resign').click();
  await page.getByTestId('confirm').click();
  await page.getByTestId('play-again').waitFor();
  await page.getByRole('navigation').getByText('Lobby').click();
  await page.getByRole('heading', { name: /Now playing/ }).waitFor();
  assert.ok(await page.getByTestId('way-back').isHidden());
});

staged('a browser without a seat gets an explanation', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/seat?table=0123456789ab`);
  await page.getByRole('heading', { name: 'You have no seat here' }).waitFor();
});

staged('a friend joins by a link, which works once', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'A friend, by link' });
  const link = await page.getByTestId('invite-link').inputValue();
  await page.getByRole('heading', { name: 'Waiting for your friend' }).waitFor();

  const friend = await stage.open(link, { size: kPhone });
  await friend.getByLabel('Your name').fill('bob');
  await friend.getByRole('button', { name: 'Take the seat' }).click();
  await seatBoard(friend).waitFor();
  assert.equal(new URL(friend.url()).hash, '');
  await seatBoard(page).waitFor();

  // Each moves in turn, and sees the other's move; the one who waits has nothing to choose.
  await choose(page, 0);
  await mayChoose(friend);
  assert.equal(await plyOf(friend), 1);
  assert.equal(await cells(page).count(), 0);
  await page.getByText('Your opponent is thinking.').waitFor();
  await choose(friend, 1);
  await mayChoose(page);
  assert.equal(await plyOf(page), 2);

  const third = await stage.open(link, { allow: [/status of 4\d\d/] });
  await third.getByRole('button', { name: 'Take the seat' }).click();
  const sentence = third.getByRole('alert').filter({ hasText: /\w/ });
  await sentence.waitFor();
  assert.match(await sentence.textContent(), /key/);
  assert.equal(await seatBoard(third).count(), 0);

  // Spectators can follow the game like any other.
  const spectator = await stage.open(`${referee.url}/games/${await gameAt(referee, 'bob')}`, { size: kDesktop });
  await spectator.locator('[data-testid=board][data-ply="2"]').waitFor();
  assert.equal(await spectator.getByTestId('resign').count(), 0);
});

staged('resigning needs a confirmation', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Quoridor', board: '5 × 5', against: 'random', second: true });
  await mayChoose(page);
  const before = await stageOf(page);
  await page.getByTestId('resign').click();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await stageOf(page), before);
  await page.getByTestId('resign').click();
  await page.getByTestId('confirm').click();
  await page.getByTestId('result').getByText('random won: ann resigned').waitFor();
  await page.getByTestId('play-again').click();
  await page.getByTestId('play-form').waitFor();
  assert.equal(await page.getByTestId('play-name').inputValue(), 'ann');
});

staged('on a touch screen a second tap places a wall', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`, { size: kPhone, hasTouch: true, isMobile: true });
  await createGame(page, { game: 'Quoridor', board: '5 × 5', against: 'random' });
  await mayChoose(page);
  const wall = page.locator('.choices .choice-wall[data-orientation=HORIZONTAL]').first();
  await wall.tap();
  await page.getByTestId('confirm-move').waitFor();
  assert.equal(await plyOf(page), 0);
  await page.getByRole('button', { name: 'Not this one' }).tap();
  await page.getByTestId('confirm-move').waitFor({ state: 'detached' });
  await wall.tap();
  await page.getByTestId('confirm-move').waitFor();
  await wall.tap();
  await until('the wall', async () => (await plyOf(page)) >= 1);
  assert.match(await page.getByTestId('move').first().textContent(), /h$/);
});

staged('a move is taken back, and the game goes on from there', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'random' });
  await mayChoose(page);
  assert.ok(await page.getByTestId('take-back').isDisabled(), 'nothing was moved yet');
  await choose(page, 0);
  await until('the second turn', async () => (await plyOf(page)) === 2 && await mayChoose(page));
  const kept = await page.getByTestId('move').allTextContents();
  await choose(page, 3);
  await until('the third turn', async () => (await plyOf(page)) === 4 && await mayChoose(page));
  await page.getByTestId('take-back').click();
  await until('the position before', async () => (await plyOf(page)) === 2 && await mayChoose(page));
  assert.deepEqual(await page.getByTestId('move').allTextContents(), kept);
  assert.equal(await page.locator('.move.given').count(), 0, 'these moves were played');
  await page.reload();
  await until('the same seat', async () => (await plyOf(page)) === 2 && await mayChoose(page));
  await choose(page, 2);
  await until('the game goes on', async () => (await plyOf(page)) === 4);
  // Only the game that goes on can be seen.
  const { games, recent } = await referee.get('/api/v1/lobby');
  assert.deepEqual([games.length, recent.length], [1, 0]);
});

staged('a hint is marked on the board, and goes with the move', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`, { size: kPhone });
  await createGame(page, { game: 'Quoridor', board: '5 × 5', against: 'random' });
  await mayChoose(page);
  await page.getByTestId('ask-hint').click();
  await page.getByTestId('hint-line').getByText(/^Hint of random: (steps to|places a)/).waitFor();
  assert.ok(await page.locator('.hint-mark').count() >= 1);
  assert.equal((await referee.get('/api/v1/lobby')).games.length, 1, 'nobody sees the match behind it');
  await cells(page).first().click();
  await until('the next turn', async () => (await plyOf(page)) === 2 && await mayChoose(page));
  assert.equal(await page.locator('.hint-mark').count(), 0);
  assert.ok(await page.getByTestId('hint-line').isHidden());
});

staged('people who play each other get no hints and take nothing back', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await createGame(page, { game: 'Connect Four', board: '6 × 7', against: 'A friend, by link' });
  const friend = await stage.open(await page.getByTestId('invite-link').inputValue());
  await friend.getByRole('button', { name: 'Take the seat' }).click();
  await mayChoose(page);
  assert.equal(await page.getByTestId('take-back').count() + await page.getByTestId('ask-hint').count(), 0);
});

staged('four at one table: two friends, a bot and the visitor', async (stage) => {
  const referee = await daemon(stage);
  const page = await stage.open(`${referee.url}/play`);
  await page.getByRole('radio', { name: 'Quoridor', exact: true }).check();
  await page.getByRole('radio', { name: '4 players' }).check();
  await page.getByRole('radio', { name: '7 × 7', exact: true }).check();
  const seat = (number) => page.locator(`[data-testid=seat-choice][data-seat="${number}"]`);
  await seat(1).selectOption('me');
  await seat(0).selectOption('friend');
  await seat(2).selectOption('friend');
  await seat(3).selectOption('bot random');
  assert.deepEqual(await page.getByTestId('seat-choice').evaluateAll((all) => all.map(({ value }) => value)), ['friend', 'me', 'friend', 'bot random']);
  await page.getByRole('button', { name: 'Create game' }).click();
  const links = page.getByTestId('invite-link');
  await until('two links', async () => (await links.count()) === 2);
  const friends = [];
  for (const at of [0, 1]) {
    const friend = await stage.open(await links.nth(at).inputValue(), { size: kPhone });
    await friend.getByRole('button', { name: 'Take the seat' }).click();
    friends.push(friend);
  }
  for (const [ply, one] of [friends[0], page, friends[1]].entries()) {
    await until('its turn', async () => (await plyOf(one)) === ply && await mayChoose(one));
    await cells(one).first().click();
  }
  await until('the bot’s move', async () => (await plyOf(page)) === 4);
  assert.equal(await page.getByTestId('seat-panel').count(), 4);
});
