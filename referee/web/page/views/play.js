// The form that creates a game (a table, in the API): which game, which board, who plays. data-testid: play-form, opponent, play-name.
import { errorText, h, refill, retext, s } from '../dom.js';
import { createBoard } from '../games/board.js';
import { emptyBoard } from '../games/board_shapes.js';
import { gameOf, gameTitle, isKnown } from '../games/index.js';
import { api } from '../live/api.js';
import { ownName, rememberName, rememberSeat, rememberTable } from '../live/own_seats.js';
import { inLanguage, text } from '../text/index.js';
import { secondsText } from '../words.js';
import { fourSeats } from './four_seats.js';
import { seatText } from './seat_text.js';

const words = inLanguage(seatText);

function picture(game, board) {
  const position = emptyBoard(game, board);
  const drawn = createBoard(position, { small: true });
  drawn.draw({ position, label: '' });
  drawn.element.removeAttribute('aria-label');
  drawn.element.setAttribute('role', 'presentation');
  drawn.element.removeAttribute('data-testid');
  return drawn.element;
}

function tiles(legend, name, options, chosen) {
  return h('fieldset', { onchange: chosen }, h('legend', null, legend), h('div.tiles', null, options.map(({ value, words, image, note }, index) =>
    h('label.tile', null, h('input', { type: 'radio', name, value, checked: index === 0, 'aria-label': note ? words : null, 'aria-describedby': note ? `${name}-${index}` : null }), image ?? null, h('span', null, words),
      note ? h('span.note', { id: `${name}-${index}` }, note) : null))));
}

/** How strong a bot is, as a row of dots, and how it plays. */
function botNote(game, program) {
  const { bots, strengths } = gameOf(game);
  const strength = strengths[program] ?? (program ? 1 : undefined);
  const dots = strength && s('svg.strength', { viewBox: '0 0 50 10', role: 'img', 'aria-label': text.strength(strength) },
    [1, 2, 3, 4, 5].map((dot) => s('circle', { cx: dot * 10 - 5, cy: 5, r: 3.5, class: dot <= strength ? 'full' : null })));
  return [dots, h('span', null, bots[program] ?? (program ? text.anyBot : text.otherBot))];
}

const kTimes = [200, 1000, 3000, 10000];

function opponents(bots, freeBots, game) {
  const offered = freeBots ? bots.filter(({ games }) => games.includes(game)) : [];
  const program = ({ games, programs }) => programs[games.indexOf(game)];
  return [...offered.map((bot) => ({ value: `bot ${bot.name}`, words: bot.name, note: botNote(game, program(bot)) })), { value: 'friend', words: text.friend }];
}

/** The seats of a game for two. */
function twoSeats(data) {
  const [kind, bot] = data.get('opponent').split(/ (.*)/s);
  const other = kind === 'friend' ? 'friend' : bot;
  return data.get('seat') === '0' ? ['me', other] : [other, 'me'];
}

const boardsOf = (game, players) => (players === 4 ? gameOf(game).boardsForFour : gameOf(game).boards);

function requestOf(form, players, four) {
  const data = new FormData(form);
  return {
    game: data.get('game'), board: boardsOf(data.get('game'), players)[Number(data.get('board'))][1],
    seats: players === 4 ? four.seats() : twoSeats(data),
    name: data.get('name').trim(), botMillis: Number(data.get('time')),
  };
}

export async function playView({ go }) {
  const offers = await api.offers();
  const games = offers.games.filter(isKnown);
  if (!games.length) {
    return { title: text.play, element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, text.play)),
      h('div.empty', null, h('p', null, text.noOffers), h('p', null, h('a', { href: '/' }, text.watchGames), '.'))) };
  }
  let [players, four] = [2, null];
  const boards = h('div');
  const numbers = h('div');
  const seats = h('div');
  const opponentTiles = h('div');
  const rules = h('section.rules', null, h('h2', null, text.rules), h('p'));
  const problem = h('p.warning', { role: 'alert' });
  const submit = h('button.primary', { type: 'submit' }, text.create);
  const forGame = (game) => {
    players = 2;
    retext(rules.lastChild, gameOf(game).rules);
    refill(numbers, gameOf(game).boardsForFour.length ? tiles(words.players, 'players', [2, 4].map((value) => ({ value, words: words.numPlayers(value) })),
      ({ target }) => { players = Number(target.value); forPlayers(game); }) : null);
    forPlayers(game);
  };
  const forPlayers = (game) => {
    const playing = offers.bots.filter((bot) => bot.games.includes(game));
    refill(boards, tiles(text.boardLegend, 'board', boardsOf(game, players).map(([label, board], index) => ({ value: index, words: label, image: picture(game, board) }))));
    four = players === 4 ? fourSeats(playing.map(({ name }) => name), offers.freeBots) : null;
    refill(opponentTiles, four ? four.element : tiles(text.opponent, 'opponent', opponents(offers.bots, offers.freeBots, game)),
      offers.bots.length && !offers.freeBots ? h('p.meta', null, text.allBusy) : null);
    refill(seats, four ? null : tiles(text.youPlay, 'seat', [{ value: '0', words: text.first }, { value: '1', words: text.second }]));
  };
  async function ask(event) {
    event.preventDefault();
    problem.textContent = '';
    submit.disabled = true;
    const request = requestOf(form, players, four);
    try {
      const { table, token, keys } = await api.table(request);
      rememberTable(table, request);
      rememberName(request.name);
      rememberSeat({ table, token, keys });
      await go(`/seat?table=${encodeURIComponent(table)}`);
    } catch (error) {
      refill(problem, errorText(error));
    } finally {
      submit.disabled = false;
    }
  }
  const form = h('form.play', { 'data-testid': 'play-form', onsubmit: ask },
    tiles(text.game, 'game', games.map((game) => ({ value: game, words: gameTitle(game), image: picture(game, gameOf(game).boards[0][1]) })),
      ({ target }) => forGame(target.value)),
    rules, numbers, boards, opponentTiles, seats,
    h('div.fields', null,
      h('label', null, h('span', null, text.botTime), h('select', { name: 'time' }, kTimes.map((value) => h('option', { value, selected: value === 1000 }, secondsText(value))))),
      h('label', null, h('span', null, text.yourName), h('input', { name: 'name', maxlength: 32, autocomplete: 'nickname', value: ownName(), placeholder: text.visitor, 'data-testid': 'play-name' }))),
    problem, h('div.actions', null, submit));
  forGame(games[0]);
  return { title: text.play, element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, text.play)), form) };
}
