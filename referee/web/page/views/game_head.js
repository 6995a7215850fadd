// The parts around a game's board: its heading, a line with its status (data-testid="result" once it is over), and the buttons
// for the game's overlay, turning, links and downloads (data-testid="overlay-toggle", "copy-link").
import { copy, h, refill, retext } from '../dom.js';
import { gameTitle, shapeName } from '../games/index.js';
import { token } from '../games/seat_shapes.js';
import { botPath, gamePath, recordPath, textPath } from '../live/api.js';
import { dateText, text } from '../text/index.js';
import { resultInWords } from '../words.js';

function boardName({ game, board, start: { rows, columns } }) {
  return text.boardOf(shapeName(game, board) || text.board, rows, columns);
}

export function gameHead(view, heading) {
  const names = view.seats.flatMap(({ name }, seat) => [seat ? h('span.versus', null, ` ${text.versus} `) : null, view.event ? h('a', { href: botPath(view.event, name) }, name) : h('span', null, name)]);
  const started = view.started ? h('time', { datetime: view.started }, dateText(new Date(view.started), { dateStyle: 'medium', timeStyle: 'short' })) : null;
  return h('header.game-head', null, h(heading, { tabindex: -1, class: 'players' }, names),
    h('p.meta', null, [gameTitle(view.game), boardName(view), started].filter(Boolean).flatMap((part, index) => (index ? [' · ', part] : [part]))));
}

/** What resultInWords needs of a game. */
export function summaryOf({ seats, status }) {
  return { ...status, seats: seats.map(({ name }, seat) => ({ name, ...status.seats[seat] })) };
}

/** { element, show(viewer, position) } */
export function statusLine() {
  const element = h('p.status-line');
  let before = '';
  function show(viewer, position) {
    const over = viewer.status.phase === 'OVER' && viewer.last;
    const key = JSON.stringify([over, viewer.abandoned, viewer.last, viewer.live, viewer.status.phase, position.toMove, viewer.last || viewer.count, viewer.timeline.length]);
    if (key === before) return;
    before = key;
    element.classList.toggle('result', over);
    if (over) element.dataset.testid = 'result';
    else delete element.dataset.testid;
    refill(element, content(viewer, position, over));
  }
  return { element, show };
}

function content(viewer, position, over) {
  const { status, names, live, last, count, timeline } = viewer;
  if (over) return [status.winner === undefined ? null : token(status.winner), h('strong', null, resultInWords(summaryOf({ ...viewer.view, status })))];
  if (!last) return [live ? h('span.badge', null, text.lookingBack) : null, h('span', null, text.stepOf(count, timeline.length))];
  if (viewer.abandoned) return [h('strong', null, text.gameLost)];
  const badge = live ? h('span.badge.on', null, text.live) : null;
  if (status.phase === 'GATHERING') return [badge, h('span', null, text.waitingForPlayers)];
  if (position.toMove === undefined) return [badge, h('span', null, text.gameIsOver)];
  return [badge, token(position.toMove), h('span', null, h('strong', null, names[position.toMove]), ' ', text.toMoveAfter)];
}

function links(viewer) {
  const { view, live, stored } = viewer;
  if (!stored || live) return [];
  return [
    h('a.button', { href: recordPath(view.id), download: `${view.id}.json` }, text.recordJson),
    h('a.button', { href: textPath(view.id), download: `${view.id}.txt` }, text.recordText),
  ];
}

/** { buttons, note, links, show(viewer), explain(overlay, names) } */
export function toolbar(viewer, help) {
  const { overlay, canFlip } = viewer.game;
  const toggle = overlay ? h('button', {
    type: 'button', 'data-testid': 'overlay-toggle', 'aria-pressed': 'false', title: overlay.title, onclick: () => viewer.toggleOverlay(),
  }, overlay.name) : null;
  const turn = h('button', { type: 'button', title: text.flipTitle, onclick: () => viewer.flip() }, text.flip);
  const link = h('button', {
    type: 'button', 'data-testid': 'copy-link',
    onclick: () => copy(location.origin + gamePath(viewer.view.id, viewer.count), link),
  }, text.copyLink);
  const place = h('p.links');
  const note = h('p.overlay-note', { hidden: true });
  return {
    buttons: [toggle, canFlip ? turn : null,
      h('button', { type: 'button', 'aria-label': text.keys, title: text.keysTitle, onclick: help }, '?')],
    note,
    links: place,
    show(now) {
      toggle?.setAttribute('aria-pressed', String(now.showsOverlay));
      if (place.dataset.live !== String(now.live)) {
        place.dataset.live = String(now.live);
        refill(place, now.stored ? link : null, links(now));
      }
    },
    explain(data, names) {
      note.hidden = !data;
      if (data) retext(note, overlay.note(data, names));
    },
  };
}
