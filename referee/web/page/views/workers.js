// The workers of a tournament on many machines: who is alive, how fast, whether its results are those of the others; what waits
// in the queue, and how long it will take. Fetched every three seconds while the page is visible.
// data-testid="worker-row" with data-name, "work-event" with data-event, "units".
import { h } from '../dom.js';
import { connectionLost } from '../live/announce.js';
import { api, eventPath } from '../live/api.js';
import { every, part, stopping } from '../live/refresh.js';
import { leftText, plural, probabilityText, unitsInWords } from '../words.js';

// 64-bit numbers come as text.
const count = (number) => Number(number).toLocaleString('en');

function testCell({ test }) {
  if (!test?.differs) return h('td.number', { title: test ? null : 'Too few games' }, probabilityText(test));
  return h('td.number', null, h('span.warning.strong', null, `${probabilityText(test)} differs`));
}

function row(worker) {
  const { name, host, cpu, alive, units, games, gamesAnHour, timeLosses, voids, starved, timeScale, refused } = worker;
  return h('tr', { 'data-testid': 'worker-row', 'data-name': name, class: alive ? null : 'inactive' },
    h('th', { scope: 'row' }, name, h('div.meta', null, `${host}, ${cpu}`), refused ? h('div.warning', null, `Refused: ${refused}`) : null),
    h('td', null, refused ? 'refused' : alive ? 'alive' : 'away'),
    h('td.number', null, count(units)), h('td.number.strong', null, count(games)), h('td.number', null, count(Math.round(gamesAnHour))),
    h('td.number', null, count(timeLosses)), h('td.number', null, count(voids)), h('td.number', null, count(starved)),
    h('td.number', null, timeScale === undefined ? '–' : `× ${timeScale.toFixed(2)}`), testCell(worker));
}

function table(workers) {
  const head = (text, title) => h('th', { scope: 'col', title }, text);
  return h('table.standings.workers', null, h('caption.unseen', null, 'Workers'),
    h('thead', null, h('tr', null, head('Worker'), head('State'), head('In hand', 'Units that it plays'), head('Games'), head('An hour', 'Games an hour'),
      head('Timed out', 'Games that somebody lost on time'), head('Void'), head('Starved', 'Void because a bot did not get its CPU time'),
      head('Clocks', 'What clocks are multiplied by, for the speed of the machine'),
      head('p', 'How likely results that differ so much from the other workers’ are by chance'))),
    h('tbody', null, workers.map(row)));
}

function eventLine({ event, played, planned, secondsLeft }) {
  const left = secondsLeft > 0 ? `, about ${leftText(secondsLeft)} left` : '';
  return h('li', { 'data-testid': 'work-event', 'data-event': event },
    h('a', { href: eventPath(event), 'data-key': `event ${event}` }, event), h('span', null, `: ${count(played)} of ${plural(Number(planned), 'game')}${left}`),
    h('progress', { value: Number(played), max: Math.max(1, Number(planned)), 'aria-label': `Games of ${event}` }));
}

export async function workersView() {
  const places = { units: h('p.meta', { 'data-testid': 'units' }), events: h('ul.work-events'), table: h('div.wide', { tabindex: 0, role: 'region', 'aria-label': 'Workers' }) };
  const show = {
    units: part(places.units, (alive, units) => `${plural(alive, 'worker')} alive; ${unitsInWords(units)}`),
    events: part(places.events, (events) => events.map(eventLine)),
    table: part(places.table, (workers) => (workers.length ? table(workers)
      : h('div.empty', null, h('p', null, 'No worker has come yet. On each machine that is to play:'),
        h('pre', null, h('code', null, 'quiver work --store postgresql://…'))))),
  };
  async function refresh() {
    const { workers, units, events } = await api.workers();
    show.units(workers.filter(({ alive }) => alive).length, units);
    show.events(events);
    // Seconds since the last sign of life change with every answer and are not shown.
    show.table(workers.map(({ seenSeconds, ...shown }) => shown));
  }
  await refresh();
  const stop = every(() => refresh().then(() => connectionLost(false), () => connectionLost(true)));
  return {
    title: 'Workers',
    element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'Workers'), places.units), places.events, places.table),
    leave: stopping(stop),
  };
}
