// The workers of a tournament on many machines: who is alive, how fast, whether its results are those of the others; what waits
// in the queue, and how long it will take. Fetched every three seconds while the page is visible.
// data-testid="worker-row" with data-name, "work-event" with data-event, "units".
import { h, inEnglish } from '../dom.js';
import { connectionLost } from '../live/announce.js';
import { api, eventPath } from '../live/api.js';
import { every, part, stopping } from '../live/refresh.js';
import { inLanguage, text } from '../text/index.js';
import { workersText } from './workers_text.js';

const words = inLanguage(workersText);
// 64-bit numbers come as text.
const count = (number) => text.number(Number(number));

/** How long something will take, as precisely as an estimate can be: "4 s", "12 min", "3 h 20 min", "5 days". */
export function leftText(seconds) {
  if (seconds < 60) return words.seconds(Math.max(1, Math.round(seconds)));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return words.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours(hours, minutes % 60) : words.days(Math.round(hours / 24));
}

/** The p-value of a worker's test; a dash if it has too few games. */
export function probabilityText(test) {
  if (!test) return '–';
  return test.p < 0.001 ? `< ${text.decimal(0.001, 3)}` : text.decimal(test.p, 3);
}

function testCell({ test }) {
  if (!test?.differs) return h('td.number', { title: test ? null : words.tooFew }, probabilityText(test));
  return h('td.number', null, h('span.warning.strong', null, `${probabilityText(test)} ${words.differs}`));
}

function row(worker) {
  const { name, host, cpu, alive, units, games, gamesAnHour, timeLosses, voids, starved, timeScale, refused } = worker;
  return h('tr', { 'data-testid': 'worker-row', 'data-name': name, class: alive ? null : 'inactive' },
    h('th', { scope: 'row' }, name, h('div.meta', null, `${host}, ${cpu}`), refused ? h('div.warning', null, words.refusedBecause, ' ', inEnglish(refused)) : null),
    h('td', null, refused ? words.refused : alive ? words.alive : words.away),
    h('td.number', null, count(units)), h('td.number.strong', null, count(games)), h('td.number', null, count(Math.round(gamesAnHour))),
    h('td.number', null, count(timeLosses)), h('td.number', null, count(voids)), h('td.number', null, count(starved)),
    h('td.number', null, timeScale === undefined ? '–' : `× ${text.decimal(timeScale, 2)}`), testCell(worker));
}

function table(workers) {
  return h('table.standings.workers', null, h('caption.unseen', null, words.title),
    h('thead', null, h('tr', null, Object.entries(words.heads).map(([key, head]) => h('th', { scope: 'col', title: words.titles[key] }, head)))),
    h('tbody', null, workers.map(row)));
}

function eventLine({ event, played, planned, secondsLeft }) {
  const left = secondsLeft > 0 ? `, ${words.left(leftText(secondsLeft))}` : '';
  return h('li', { 'data-testid': 'work-event', 'data-event': event },
    h('a', { href: eventPath(event), 'data-key': `event ${event}` }, event), h('span', null, `: ${text.playedOf(Number(played), Number(planned))}${left}`),
    h('progress', { value: Number(played), max: Math.max(1, Number(planned)), 'aria-label': words.gamesOf(event) }));
}

export async function workersView() {
  const places = { units: h('p.meta', { 'data-testid': 'units' }), events: h('ul.work-events'), table: h('div.wide', { tabindex: 0, role: 'region', 'aria-label': words.title }) };
  const show = {
    units: part(places.units, (alive, { open, leased, submitted }) => `${words.numAlive(alive)}; ${words.units(Number(open), Number(leased), Number(submitted))}`),
    events: part(places.events, (events) => events.map(eventLine)),
    table: part(places.table, (workers) => (workers.length ? table(workers)
      : h('div.empty', null, h('p', null, words.nobody), h('pre', null, h('code', null, 'quiver work --store postgresql://…'))))),
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
    title: words.title,
    element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, words.title), places.units), places.events, places.table),
    leave: stopping(stop),
  };
}
