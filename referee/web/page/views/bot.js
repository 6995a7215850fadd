// A bot's page: /events/EVENT/bots/NAME, with the filter of its games and their page in the query. New games appear as they are stored: the
// event's socket says that there are some. data-testid: those of the parts, and chart.
import { h, refill } from '../dom.js';
import { gameTitle } from '../games/index.js';
import { api, botPath, eventPath } from '../live/api.js';
import { filterIn, pageIn, withFilter } from '../live/bot_filter.js';
import { withChange } from '../live/event_table.js';
import { LiveSocket } from '../live/socket.js';
import { inLanguage, text } from '../text/index.js';
import { BotGameList } from './bot_games.js';
import { faultList, scoreTables, timeCharts, versionsTable } from './bot_parts.js';
import { botText } from './bot_text.js';
import { asTable, drawing } from './chart.js';

const words = inLanguage(botText);
// Lines in the chart: the latest versions.
const kLines = 8;
// Results come one after the other; they are fetched together.
const kPause = 400;

/** The ratings of the versions over the games of the event, with their ranges. */
class RatingLines {
  constructor() {
    this.place = h('div.chart-place');
    this.numbers = h('div.wide', { tabindex: 0, role: 'region', 'aria-label': text.ratingsTable });
    this.element = h('section.ratings.with-ranges', { hidden: true }, h('h2', null, words.ratings), this.place, h('details.more', null, h('summary', null, text.asTable), this.numbers));
    this.sized = new ResizeObserver(() => this.draw());
    this.sized.observe(this.place);
  }

  show({ lines }) {
    this.lines = lines.filter(({ points }) => points.length).slice(-kLines).map((line, colour) => ({ ...line, colour }));
    this.element.hidden = !this.lines.length;
    refill(this.numbers, asTable(this.lines));
    this.draw();
  }

  draw() {
    if (!this.lines?.length || !this.place.clientWidth) return;
    refill(this.place, drawing(this.lines, Math.max(300, this.place.clientWidth), { ranges: true }));
  }
}

class BotPage {
  constructor(event, name, { filter, page, readdress }) {
    Object.assign(this, { event, name, filter, page, readdress });
    this.title = h('h1', { tabindex: -1 }, name);
    this.meta = h('p.meta');
    this.places = { versions: h('div.wide', { tabindex: 0, role: 'region', 'aria-label': words.versions }), scores: h('section.scores'), faults: h('section'), times: h('section.times') };
    this.ratings = new RatingLines();
    this.list = new BotGameList({
      changed: (filter) => this.choose(filter), turned: (page) => this.turn(page), path: (page) => this.path(this.filter, page),
    });
    const { versions, scores, faults, times } = this.places;
    this.element = h('div.page.bot-page', null, h('header.page-head', null, this.title, this.meta), h('section.versions', null, h('h2', null, words.versions), versions),
      this.list.element, h('div.about-bot', null, this.ratings.element, scores, faults, times));
    this.pick = (key, value) => (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.choose(withFilter(this.filter, key, value)).then(() => this.list.heading.scrollIntoView({ block: 'nearest' }));
    };
  }

  path(filter, page) { return botPath(this.event, this.name, { ...filter, page: page || undefined }); }

  /** Reads everything, and shows it. */
  async load() {
    const { event, name, filter, page } = this;
    const [report, games] = await Promise.all([api.bot(event, name, filter.version), api.botGames(event, name, { ...filter, page })]);
    const ratings = await api.ratings(event, report.versions.slice(-kLines).map((version) => version.name));
    // Another filter was chosen meanwhile.
    if (filter !== this.filter || page !== this.page) return;
    Object.assign(this, { report, games });
    this.show();
    this.ratings.show(ratings);
  }

  show() {
    const { report, filter, pick, places } = this;
    const { game, kind, total, versions, display, title } = report;
    this.title.textContent = report.name;
    refill(this.meta, [display, title, gameTitle(game), text.kinds[kind] ?? kind].filter(Boolean).join(' · '), ' ', h('a', { href: eventPath(report.event), 'data-key': 'event' }, report.event),
      total.games ? ` · ${text.numGames(total.games)}: ${words.record(total.wins, total.draws, total.losses)}` : '');
    refill(places.versions, versionsTable(report, filter, pick));
    refill(places.scores, scoreTables(report, pick));
    refill(places.faults, faultList(report, pick));
    refill(places.times, timeCharts(report));
    this.list.show(report, filter, this.games);
    this.shown = versions.reduce((sum, { score }) => sum + score.games, 0);
  }

  async choose(filter) {
    const version = this.filter.version;
    Object.assign(this, { filter, page: 0 });
    this.readdress(this.path(filter, 0));
    await this.update({ whole: version !== filter.version });
  }

  async turn(page) {
    this.page = page;
    this.readdress(this.path(this.filter, page), { push: true });
    await this.update({ whole: false });
    this.list.heading.scrollIntoView();
    this.list.heading.focus({ preventScroll: true });
  }

  /** Reads what is different after a choice; the list stays as it was if the referee does not answer. */
  async update({ whole }) {
    if (whole) return this.load().catch(() => {});
    const { filter, page } = this;
    const games = await api.botGames(this.event, this.name, { ...filter, page }).catch(() => null);
    if (!games || filter !== this.filter || page !== this.page) return undefined;
    this.games = games;
    return this.show();
  }

  /** What the event's socket says: whether the bot has played since, or has a new version. */
  hear({ standings, standingsChange }) {
    if (standings) this.table = standings;
    if (standingsChange && this.table) this.table = withChange(this.table, standingsChange);
    const own = new Set(this.report.versions.map(({ name }) => name));
    const played = this.table.rows.filter(({ name }) => own.has(name)).reduce((sum, { games }) => sum + games, 0);
    if (played === this.shown && !standingsChange?.added.length) return;
    this.due ??= setTimeout(() => {
      this.due = null;
      this.load().catch(() => {});
    }, kPause);
  }

  leave() {
    clearTimeout(this.due);
    this.ratings.sized.disconnect();
  }
}

export async function botView({ match: [event, name], query, readdress, failed }) {
  const page = new BotPage(event, name, { filter: filterIn(query), page: pageIn(query), readdress });
  await page.load();
  const live = new LiveSocket(`/ws/events/${encodeURIComponent(event)}`, {
    heard: (message) => page.hear(message),
    retried: async (count) => {
      if (count < 2) return;
      const error = await api.ratings(event, ['.']).then(() => null, (caught) => caught);
      if (error?.status !== 404) return;
      live.close();
      failed(error);
    },
  });
  return {
    title: words.title(page.report.name, event),
    element: page.element,
    leave() {
      live.close();
      page.leave();
    },
  };
}
