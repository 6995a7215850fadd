// Opens a record file from disk: the referee parses it, in any of its formats, and the games are shown here.
import { errorText, h, inEnglish, refill, retext, still } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { api } from '../live/api.js';
import { text } from '../text/index.js';
import { resultInWords } from '../words.js';
import { summaryOf } from './game_head.js';
import { Viewer } from './viewer.js';

const kLargest = 4 * 1024 * 1024;

export async function replayView() {
  const problem = h('p.warning', { role: 'alert' });
  const list = h('div.replay-list');
  const stage = h('div.replay-stage');
  let viewer = null;

  function open(view) {
    viewer?.leave();
    viewer = new Viewer(view, { stored: false, ply: 0, heading: 'h2' });
    refill(stage, view.doubt ? h('p.warning', { role: 'alert', 'data-testid': 'doubt' }, text.contradicts, ' ', inEnglish(`${view.doubt}.`)) : null, viewer.element);
    drop.classList.add('loaded');
    stage.scrollIntoView({ block: 'start', behavior: still() ? 'auto' : 'smooth' });
  }
  function offer({ games, total }) {
    const count = total > games.length ? text.firstOf(games.length, total) : text.numGames(games.length);
    refill(list, games.length < 2 ? null : [h('h2', null, count), h('ol.recent', null, games.map((view) => h('li', null,
      h('button.game-row', { type: 'button', 'data-testid': 'replay-game', onclick: () => open(view) },
        h('span.result', null, resultInWords(summaryOf(view))), h('span.meta', null, `${gameTitle(view.game)}, ${text.numSteps(view.steps.length)}`)))))]);
  }
  async function read(file) {
    problem.textContent = '';
    if (!file) return;
    if (file.size > kLargest) {
      retext(problem, text.tooLarge(file.name));
      return;
    }
    try {
      const found = await api.replay(await file.text());
      offer(found);
      open(found.games[0]);
      refill(problem, found.fault ? [inEnglish(`${found.fault}.`), ' ', text.othersShown] : null);
    } catch (error) {
      refill(problem, errorText(error));
    }
  }

  const input = h('input', { type: 'file', id: 'record-file', 'data-testid': 'record-file', onchange: () => read(input.files[0]) });
  const drop = h('div.drop', {
    ondragover: (event) => { event.preventDefault(); drop.classList.add('over'); },
    ondragleave: () => drop.classList.remove('over'),
    ondrop: (event) => {
      event.preventDefault();
      drop.classList.remove('over');
      read(event.dataTransfer.files[0]);
    },
  }, h('label', { for: 'record-file' }, text.chooseFile), input,
  h('p.meta', null, text.fileFormats));
  return {
    title: text.replay,
    element: h('div.page.replay', null, h('header.page-head', null, h('h1', { tabindex: -1 }, text.replayTitle)), drop, problem, list, stage),
    leave: () => viewer?.leave(),
  };
}
