// The games of a bot: filters, a list with marks, and its pages. Filter and page stand in the address, so that Back and links find them.
// data-testid: bot-game with data-id and data-outcome, bot-filter with data-filter, bot-found, bot-clear.
import { h, refill, retext } from '../dom.js';
import { gamePath } from '../live/api.js';
import { isEmpty } from '../live/bot_filter.js';
import { inLanguage, text } from '../text/index.js';
import { boardText } from './bot_parts.js';
import { botText } from './bot_text.js';
import { whenText } from './game_row.js';

const words = inLanguage(botText);
const kPage = 50;

function gameLine({ game, seat, outcome, fault, version }, name, filter, board) {
  const others = game.seats.filter((_, at) => at !== seat).map((one) => one.name);
  const meta = [board, text.numMoves(game.plies), version === name ? null : words.asVersion(version)];
  return h('li', null, h('a.bot-game', { href: gamePath(game.id, undefined, { bot: name, ...filter }), 'data-testid': 'bot-game', 'data-id': game.id, 'data-outcome': outcome, 'data-key': game.id },
    h('span.mark', { class: `mark ${outcome.toLowerCase()}`, 'aria-hidden': 'true' }, words.marks[outcome]),
    h('span.result', null, h('span.unseen', null, words.outcomes[outcome], ' '), words.versus(text.listed(others))),
    fault ? h('span.fault-mark', null, text.faults[fault] ?? fault) : null,
    h('span.meta', null, meta.filter(Boolean).join(' · ')),
    h('time.meta', { datetime: game.started }, whenText(game.started))));
}

export class BotGameList {
  /** changed(filter) is called when a filter is chosen, turned(page) when another page of the list is; path(page) is its address. */
  constructor({ changed, turned, path }) {
    Object.assign(this, { changed, turned, path });
    this.found = h('span.meta', { 'data-testid': 'bot-found' });
    this.list = h('ol.recent');
    this.none = h('p.empty', { hidden: true }, words.noGames);
    this.pages = h('div');
    this.clear = h('button', { type: 'button', 'data-testid': 'bot-clear', 'data-key': 'clear', hidden: true, onclick: () => changed({}) }, words.clear);
    this.selects = {};
    this.filters = h('div.filters', { role: 'search', 'aria-label': words.filters },
      this.select('result', words.result), this.select('fault', words.fault), this.select('against', words.opponent), this.select('board', words.boardLabel),
      this.select('seat', words.seat), this.select('version', words.version), this.clear);
    this.heading = h('h2', { tabindex: -1 }, words.games);
    this.element = h('section.bot-games', null, h('div.section-head', null, this.heading, this.found), this.filters, this.none, this.list, this.pages);
  }

  select(key, label) {
    const element = h('select', { 'aria-label': label, 'data-testid': 'bot-filter', 'data-filter': key, 'data-key': `filter ${key}`,
      onchange: () => this.changed(this.chosen()) });
    this.selects[key] = element;
    return element;
  }

  chosen() {
    return Object.fromEntries(Object.entries(this.selects).flatMap(([key, { value }]) => (value ? [[key, value]] : [])));
  }

  offer(key, all, options, chosen) {
    const select = this.selects[key];
    const known = options.some(([value]) => value === chosen) || !chosen ? options : [...options, [chosen, chosen]];
    const shown = JSON.stringify([known, chosen]);
    if (select.dataset.shown === shown) return;
    select.dataset.shown = shown;
    select.replaceChildren(h('option', { value: '' }, all), ...known.map(([value, label]) => h('option', { value, selected: value === chosen }, label)));
    select.value = chosen ?? '';
    select.hidden = known.length < 2 && !chosen;
  }

  offerAll({ game, opponents, boards, seats, faults, versions }, filter) {
    this.offer('result', words.anyResult, Object.entries(words.results), filter.result);
    this.offer('fault', words.anyGame, [['any', words.anyFault], ...faults.map(({ reason }) => [reason, text.faults[reason] ?? reason])], filter.fault);
    this.offer('against', words.anyOpponent, opponents.map(({ name }) => [name, name]), filter.against);
    this.offer('board', words.anyBoard, boards.map(({ name }) => [name, boardText(game, name)]), filter.board);
    this.offer('seat', words.anySeat, seats.map(({ name }) => [name, words.seats[name]]), filter.seat);
    this.offer('version', words.allVersions, versions.map(({ name }) => [name, name]), filter.version);
    this.clear.hidden = isEmpty(filter);
  }

  show(report, filter, { total, page, games }) {
    this.offerAll(report, filter);
    const all = report.versions.reduce((sum, { score }) => sum + score.games, 0);
    retext(this.found, isEmpty(filter) ? text.numGames(total) : words.found(total, all));
    this.none.hidden = games.length > 0;
    this.list.start = page * kPage + 1;
    const board = (one) => (report.boards.length > 1 ? boardText(report.game, one.board) : null);
    refill(this.list, games.map((one) => gameLine(one, report.name, filter, board(one))));
    refill(this.pages, this.pageLinks(page, Math.ceil(total / kPage)));
  }

  pageLinks(page, count) {
    if (count < 2) return null;
    const link = (to, label) => (to < 0 || to >= count ? h('span.button.off', { 'aria-hidden': 'true' }, label)
      : h('a.button', { href: this.path(to), 'data-key': label, onclick: (event) => { event.preventDefault(); this.turned(to); } }, label));
    return h('nav.pages', { 'aria-label': text.pagesOfList }, link(page - 1, text.later), h('span', null, text.pageOf(page + 1, count)), link(page + 1, text.earlier));
  }
}
