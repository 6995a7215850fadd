// Whole games played on the page, choosing only what is highlighted: by mouse, and by keyboard alone.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { cells, changedFrom, gameAt, mayChoose, plyOf, seatBoard, stageOf, walls } from './visitor.mjs';
import { staged } from './harness.mjs';
import { click, clickElsewhere, compareWithRecord, keysTo, sitDown } from './playing.mjs';
import { folder } from './records.mjs';
import { until } from './until.mjs';

after(() => rmSync(folder, { recursive: true, force: true }));

staged('Amazons, by mouse', async (stage) => {
  const { referee, page, id } = await sitDown(stage, { game: 'Amazons', board: 'Square 6' });
  await mayChoose(page);
  // Given a queen is chosen, Escape takes the choice back, and another one can be chosen.
  await click(page, cells(page).first());
  await clickElsewhere(page);
  await page.keyboard.press('Escape');
  await page.getByText('Choose a queen.').waitFor();
  await mayChoose(page);
  for (let turn = 0; await mayChoose(page); ++turn) {
    if (turn === 0) await clickElsewhere(page);
    for (const _ of ['queen', 'target', 'arrow']) {
      await mayChoose(page);
      await click(page, cells(page).nth(turn % await cells(page).count()));
    }
  }
  await compareWithRecord(page, referee, id);
});

staged('Quoridor with walls, by mouse', async (stage) => {
  const { referee, page, id } = await sitDown(stage, { game: 'Quoridor', board: '5 × 5' });
  let placed = 0;
  while (await mayChoose(page)) {
    if (placed === 0) await clickElsewhere(page);
    if (placed < 2 && await plyOf(page) >= 2 && await walls(page).count()) {
      const orientation = ['HORIZONTAL', 'VERTICAL'][placed++];
      await click(page, page.locator(`.choices .choice-wall[data-orientation=${orientation}]`).first());
    } else {
      // North as fast as it goes: the lowest cell is the one nearest to the goal.
      await click(page, cells(page).first());
    }
  }
  assert.equal(placed, 2);
  const { moves } = await compareWithRecord(page, referee, id);
  assert.equal(moves.filter(({ seat, notation }) => seat === 0 && /[hv]$/.test(notation)).length, 2);
});

staged('Connect Four as second, by mouse', async (stage) => {
  const { referee, page, id } = await sitDown(stage, { game: 'Connect Four', board: '6 × 7', second: true });
  for (let turn = 0; await mayChoose(page); ++turn) {
    if (turn === 0) await clickElsewhere(page);
    const columns = page.getByTestId('column');
    await click(page, columns.nth((turn * 3) % await columns.count()));
  }
  const record = await compareWithRecord(page, referee, id);
  assert.deepEqual(record.seats.map(({ name }) => name), ['random', 'ann']);
});

staged('Amazons, by keyboard alone, from the form to the end', async (stage) => {
  const referee = await stage.referee(['serve', '--offer', 'random', '--quiet']);
  const page = await stage.open(`${referee.url}/play`);
  await page.getByRole('radio', { name: 'Amazons' }).focus();
  for (const key of ['Tab', 'Tab', 'ArrowDown', 'ArrowDown', 'Tab', 'Tab', 'Tab', 'End', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('ann');
  await page.keyboard.press('Enter');
  await seatBoard(page).waitFor();
  const id = await gameAt(referee, 'ann');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'application');
  for (let turn = 0; await mayChoose(page); ++turn) {
    for (const _ of ['queen', 'target', 'arrow']) {
      await mayChoose(page);
      const choice = cells(page).nth((turn * 5) % await cells(page).count());
      await keysTo(page, Number(await choice.getAttribute('data-cell')), 6);
      const before = await stageOf(page);
      await page.keyboard.press('Enter');
      await changedFrom(page, before);
    }
  }
  await compareWithRecord(page, referee, id);
});

staged('Quoridor by the list of choices, and a wall by its key', async (stage) => {
  const { page } = await sitDown(stage, { game: 'Quoridor', board: '5 × 5' });
  await mayChoose(page);
  await page.getByText('Choices as a list').click();
  const before = await stageOf(page);
  await page.getByTestId('choice-button').first().click();
  await changedFrom(page, before);
  await until('the next turn', async () => (await plyOf(page)) >= 2);
  await mayChoose(page);
  await page.locator('.board-place').focus();
  const anchor = Number(await walls(page).first().getAttribute('data-anchor'));
  await keysTo(page, anchor, 5);
  const orientation = await walls(page).first().getAttribute('data-orientation');
  await page.keyboard.press(orientation === 'HORIZONTAL' ? 'h' : 'v');
  await page.getByTestId('confirm-move').waitFor();
  const now = await plyOf(page);
  await page.keyboard.press('Enter');
  await until('the wall', async () => (await plyOf(page)) > now);
  assert.match(await page.getByTestId('move').nth(now).textContent(), /[hv]$/);
});
