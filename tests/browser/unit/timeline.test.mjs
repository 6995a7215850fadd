// The page's positions are those of the real program, move by move.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Timeline } from '../../../referee/web/page/live/timeline.js';

const folder = new URL('fixtures/', import.meta.url);
const fixture = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** What can be seen of a position: where things are, not in which order they came. */
function seen({ hash, ...position }) {
  const walls = position.walls.map(({ anchor, orientation }) => `${anchor} ${orientation}`).sort();
  return { ...position, walls, arrows: [...position.arrows].sort((a, b) => a - b) };
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  test(`${name}: every position is the referee's`, () => {
    const { start, steps, positions } = fixture(name);
    const timeline = new Timeline(start, steps);
    positions.forEach((position, count) => assert.deepEqual(seen(timeline.at(count)), seen(position), `after ${count}`));
  });

  test(`${name}: it is the same in whatever order they are asked for`, () => {
    const { start, steps, positions } = fixture(name);
    const timeline = new Timeline(start, steps);
    for (let count = positions.length - 1; count >= 0; --count) {
      assert.deepEqual(seen(timeline.at(count)), seen(positions[count]), `after ${count}`);
    }
  });
}

test('a timeline far longer than what it caches gives the same positions forwards and backwards', () => {
  const start = { ...fixture('connect4_line.json').start, rows: 15, columns: 15 };
  const cells = Array.from({ length: 200 }, (_, index) => 224 - index);
  const steps = cells.map((cell, number) => ({ number, seat: number % 2, move: { connect4: { column: cell % 15 } }, cell, outs: [], toMove: (number + 1) % 2, ply: number + 1 }));
  const timeline = new Timeline(start, steps);
  for (const count of [200, 31, 32, 33, 199, 0, 64, 63]) {
    const { seats, ply } = timeline.at(count);
    assert.equal(ply, count);
    assert.equal(seats[0].pieces.length + seats[1].pieces.length, count);
  }
});

test('known steps are ignored, and a gap is noticed', () => {
  const { start, steps } = fixture('quoridor_goal.json');
  const timeline = new Timeline(start, steps.slice(0, 3));
  assert.equal(timeline.extend(steps.slice(1, 5)), true);
  assert.equal(timeline.length, 5);
  assert.equal(timeline.extend(steps.slice(6)), false);
  assert.equal(timeline.length, 5);
});

test('who is eliminated is known at each step', () => {
  const { start, steps } = fixture('amazons_four.json');
  const timeline = new Timeline(start, steps);
  assert.deepEqual([...timeline.outs(4).keys()], []);
  assert.deepEqual([...timeline.outs(5).keys()], [1]);
  assert.deepEqual([...timeline.outs(steps.length).keys()], [1, 0, 3]);
});
