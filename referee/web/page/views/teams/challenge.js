// Challenging another entrant: a dialog that asks how many games and on which board, and then shows the links of these games with what
// becomes of them. data-testid: challenge-form, challenge-games, challenge-board, challenge-start, challenge-game.
import { h, refill, retext } from '../../dom.js';
import { api, gamePath } from '../../live/api.js';
import { LiveSocket } from '../../live/socket.js';
import { text } from '../../text/index.js';
import { openDialog } from '../dialogs.js';
import { attempt, problemPlace } from './forms.js';
import { words } from './words.js';

const kCounts = [2, 4, 6, 10];

function gameLine({ id, names, state, sentence, winner }, number) {
  const result = winner === undefined ? sentence : names[winner];
  return h('li', null, h('a.game-row', { href: gamePath(id), target: '_blank', rel: 'noopener', 'data-testid': 'challenge-game', 'data-id': id, 'data-state': state, 'data-key': id },
    h('span.result', null, `${words.gameNumber(number + 1)}${names.length ? `: ${text.nameVersus(names)}` : ''}`),
    h('span.meta', null, words.gameStates[state] ?? state, state === 'OVER' && winner !== undefined ? ` · ${text.winner}: ${result}` : null)));
}

/** Follows the games of a challenge; returns what stops it. */
function follow(place, challenge) {
  const show = ({ games }) => refill(place, h('ol.recent', null, games.map(gameLine)));
  show(challenge);
  const [{ id }] = challenge.games;
  const live = new LiveSocket('/ws/me', { heard: ({ challenge: now }) => { if (now?.games[0]?.id === id) show(now); } });
  return () => live.close();
}

/** Asks about a challenge of `name`; `boards` are those of the event, by name, if it has several. */
export function challengeDialog(name, boards) {
  const problem = problemPlace();
  const title = h('h2', { id: 'challenge-title' }, text.challenge(name));
  const games = h('select', { 'data-testid': 'challenge-games' }, kCounts.map((count) => h('option', { value: count }, text.numGames(count))));
  const board = h('select', { 'data-testid': 'challenge-board' }, boards.map((one) => h('option', { value: one }, one)));
  const list = h('div', { role: 'status' });
  const button = h('button.primary', { type: 'submit', 'data-testid': 'challenge-start' }, words.start);
  const close = h('button', { type: 'button', onclick: () => dialog.close() }, text.cancel);
  let stop = () => {};
  const fields = h('div.fields', null, h('label', null, h('span', null, words.numGames), games), boards.length > 1 ? h('label', null, h('span', null, words.boardLabel), board) : null);
  const send = async (event) => {
    event.preventDefault();
    await attempt(button, problem, async () => {
      const challenge = await api.challenge({ opponent: name, games: Number(games.value), board: boards.length > 1 ? board.value : '' });
      retext(title, words.challengeGames(name));
      fields.hidden = true;
      button.hidden = true;
      retext(close, text.close);
      stop = follow(list, challenge);
      close.focus();
    });
  };
  const dialog = h('dialog', { 'aria-labelledby': 'challenge-title' },
    h('form.challenge-form', { 'data-testid': 'challenge-form', onsubmit: send }, title, h('p.meta', null, words.challengeNote), fields, list, problem, h('div.actions', null, close, button)));
  dialog.addEventListener('close', () => stop());
  openDialog(dialog);
  games.focus();
}
