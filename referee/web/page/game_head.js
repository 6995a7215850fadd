// What stands around a game: its heading, one line that says how it stands (data-testid="result" once that is the result),
// and the buttons for territory, turning, links and downloads (data-testid="territory-toggle", "copy-link").
import { gamePath, recordPath, textPath } from './api.js';
import { copy, h, refill, retext } from './dom.js';
import { token } from './shapes.js';
import { gameName, resultInWords } from './words.js';

function boardName({ board, start: { rows, columns } }) {
  return `${board || 'board'} ${rows} × ${columns}`;
}

export function gameHead(view, heading) {
  const names = view.seats.flatMap(({ name }, seat) => [seat ? h('span.versus', null, ' vs ') : null, h('span', null, name)]);
  const started = view.started ? h('time', { datetime: view.started }, new Date(view.started).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })) : null;
  return h('header.game-head', null, h(heading, { tabindex: -1, class: 'players' }, names),
    h('p.meta', null, [gameName(view.game), boardName(view), started].filter(Boolean).flatMap((part, index) => (index ? [' · ', part] : [part]))));
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
    const key = JSON.stringify([over, viewer.last, viewer.live, viewer.status.phase, position.toMove, viewer.last || viewer.count, viewer.timeline.length]);
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
  if (!last) return [live ? h('span.badge', null, 'Looking back') : null, h('span', null, `Step ${count} of ${timeline.length}`)];
  const badge = live ? h('span.badge.on', null, 'Live') : null;
  if (status.phase === 'GATHERING') return [badge, h('span', null, 'The seats are getting ready.')];
  if (position.toMove === undefined) return [badge, h('span', null, 'The game is over.')];
  return [badge, token(position.toMove), h('span', null, h('strong', null, names[position.toMove]), ' to move')];
}

function links(viewer) {
  const { view, live, stored } = viewer;
  if (!stored || live) return [];
  return [
    h('a.button', { href: recordPath(view.id), download: `${view.id}.json` }, 'Record (JSON)'),
    h('a.button', { href: textPath(view.id), download: `${view.id}.txt` }, 'Record (text)'),
  ];
}

/** { buttons, territory, links, show(viewer), counts(territory, names) } */
export function toolbar(viewer, help) {
  const amazons = viewer.view.game === 'amazons';
  const toggle = h('button', {
    type: 'button', 'data-testid': 'territory-toggle', 'aria-pressed': 'false', title: 'Whose queens are nearer (t)', onclick: () => viewer.toggleTerritory(),
  }, 'Territory');
  const turn = h('button', { type: 'button', title: 'Turn the board round (f)', onclick: () => viewer.flip() }, 'Flip');
  const link = h('button', {
    type: 'button', 'data-testid': 'copy-link',
    onclick: () => copy(location.origin + gamePath(viewer.view.id, viewer.count), link),
  }, 'Copy link to this move');
  const place = h('p.links');
  const note = h('p.territory-note', { hidden: true });
  return {
    buttons: [amazons ? toggle : null, viewer.view.game === 'connect4' ? null : turn,
      h('button', { type: 'button', 'aria-label': 'Keys', title: 'Keys (?)', onclick: help }, '?')],
    territory: note,
    links: place,
    show(now) {
      toggle.setAttribute('aria-pressed', String(now.showsTerritory));
      if (place.dataset.live !== String(now.live)) {
        place.dataset.live = String(now.live);
        refill(place, now.stored ? link : null, links(now));
      }
    },
    counts(land, names) {
      note.hidden = !land;
      if (land) retext(note, `Nearer: ${names.map((name, seat) => `${name} ${land.counts[seat]}`).join(', ')}, nobody ${land.neutral}. A cell counts for whose queens reach it in fewer moves; arrows to come are left aside.`);
    },
  };
}
