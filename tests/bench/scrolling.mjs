// How smoothly the standings of 300 entrants scroll in the browser: ./quiver bench scrolling
//
// A tournament of 300 bots is played first. Then the table and the page are scrolled by some pixels in each frame, up and
// down, and the time between frames is measured as the page's own scripts see it. Exits with 1 if the goal is missed.
import { closeBrowser, Stage } from '../browser/stage.mjs';
import { until } from '../browser/until.mjs';

const kEntrants = 300;
const kSeconds = 5;
const kGoal = 60; // frames a second
const kLate = 25; // ms: a frame that was skipped

async function measure(page, where) {
  return page.evaluate(async ({ where: selector, seconds }) => {
    const box = selector ? document.querySelector(selector) : document.scrollingElement;
    const nextFrame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    const frames = [];
    let step = 40;
    let before = await nextFrame();
    for (const end = before + seconds * 1000; before < end;) {
      box.scrollTop += step;
      if (box.scrollTop <= 0 || box.scrollTop + box.clientHeight >= box.scrollHeight - 1) step = -step;
      const now = await nextFrame();
      frames.push(now - before);
      before = now;
    }
    return frames;
  }, { where, seconds: kSeconds });
}

function report(what, frames) {
  const sorted = [...frames].sort((a, b) => a - b);
  const rate = (1000 * frames.length) / frames.reduce((sum, one) => sum + one, 0);
  const late = frames.filter((one) => one > kLate).length;
  const met = Math.round(rate) >= kGoal;
  console.log(`${what.padEnd(40)} ${rate.toFixed(1).padStart(6)} frames/s, median ${sorted[frames.length >> 1].toFixed(1)} ms, longest ${sorted.at(-1).toFixed(1)} ms, ` +
    `${late} of ${frames.length} late; asked: ${kGoal}${met ? '' : '   MISSED'}`);
  return met;
}

const stage = new Stage();
try {
  const bots = Array.from({ length: kEntrants }, (_, k) => ['--bot', `random name=entrant-with-a-name-${k}`]).flat();
  const referee = await stage.referee(['tournament', 'connect4', ...bots, '--format', 'gauntlet', '--games', '2', '--event', 'cup', '--store', 'cup.db', '--isolate', 'off',
    '--web-stay', '--quiet']);
  await until('the end of the tournament', async () => (await referee.get('/api/v1/events/cup/standings')).complete, 300_000);
  const page = await stage.open(`${referee.url}/events/cup`, { reducedMotion: 'no-preference' });
  await until('all rows', async () => (await page.getByTestId('standings-row').count()) === kEntrants);
  const met = [report('the table of 300 entrants', await measure(page, '.wide.table')), report('the page around it', await measure(page, ''))];
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  await stage.clear();
  await closeBrowser();
}
