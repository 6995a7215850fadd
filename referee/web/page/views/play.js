// The form that creates a game (a table, in the API): which game, which board, who plays. data-testid: play-form, opponent, play-name.
import { h, refill, retext } from '../dom.js';
import { createBoard } from '../games/board.js';
import { emptyBoard } from '../games/board_shapes.js';
import { gameOf, gameTitle, isKnown } from '../games/index.js';
import { api } from '../live/api.js';
import { ownName, rememberName, rememberSeat } from '../live/own_seats.js';

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
  return h('fieldset', { onchange: chosen }, h('legend', null, legend), h('div.tiles', null, options.map(({ value, text, image, note }, index) =>
    h('label.tile', null, h('input', { type: 'radio', name, value, checked: index === 0 }), image ?? null, h('span', null, text), note ? h('span.meta', null, note) : null))));
}

const kTimes = [['200', '0.2 s'], ['1000', '1 s'], ['3000', '3 s'], ['10000', '10 s']];

function opponents(bots, freeBots, game) {
  const offered = freeBots ? bots.filter(({ games }) => games.includes(game)) : [];
  return [...offered.map(({ name }) => ({ value: `bot ${name}`, text: name })), { value: 'friend', text: 'A friend, by link' }];
}

function requestOf(form) {
  const data = new FormData(form);
  const [kind, bot] = data.get('opponent').split(/ (.*)/s);
  const other = kind === 'friend' ? 'friend' : bot;
  return {
    game: data.get('game'), board: gameOf(data.get('game')).boards[Number(data.get('board'))][1],
    seats: data.get('seat') === '0' ? ['me', other] : [other, 'me'],
    name: data.get('name').trim(), botMillis: Number(data.get('time')),
  };
}

export async function playView({ go }) {
  const offers = await api.offers();
  const games = offers.games.filter(isKnown);
  if (!games.length) {
    return { title: 'Play', element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'Play')),
      h('div.empty', null, h('p', null, 'This referee offers no games to visitors.'), h('p', null, h('a', { href: '/' }, 'Watch the running games'), '.'))) };
  }
  const boards = h('div');
  const opponentTiles = h('div');
  const problem = h('p.warning', { role: 'alert' });
  const submit = h('button.primary', { type: 'submit' }, 'Create game');
  const forGame = (game) => {
    refill(boards, tiles('Board', 'board', gameOf(game).boards.map(([text, board], index) => ({ value: index, text, image: picture(game, board) }))));
    refill(opponentTiles, tiles('Against', 'opponent', opponents(offers.bots, offers.freeBots, game)),
      offers.bots.length && !offers.freeBots ? h('p.meta', null, 'All bots are busy with other visitors right now; you can still play a friend.') : null);
  };
  async function ask(event) {
    event.preventDefault();
    problem.textContent = '';
    submit.disabled = true;
    const request = requestOf(form);
    try {
      const { table, token, keys } = await api.table(request);
      rememberName(request.name);
      rememberSeat({ table, token, keys });
      await go(`/seat?table=${encodeURIComponent(table)}`);
    } catch (error) {
      retext(problem, error.message);
    } finally {
      submit.disabled = false;
    }
  }
  const form = h('form.play', { 'data-testid': 'play-form', onsubmit: ask },
    tiles('Game', 'game', games.map((game) => ({ value: game, text: gameTitle(game), image: picture(game, gameOf(game).boards[0][1]) })),
      ({ target }) => forGame(target.value)),
    boards, opponentTiles,
    tiles('You play', 'seat', [{ value: '0', text: 'first' }, { value: '1', text: 'second' }]),
    h('div.fields', null,
      h('label', null, h('span', null, 'The bot’s time per move'), h('select', { name: 'time' }, kTimes.map(([value, text]) => h('option', { value, selected: value === '1000' }, text)))),
      h('label', null, h('span', null, 'Your name'), h('input', { name: 'name', maxlength: 32, autocomplete: 'nickname', value: ownName(), placeholder: 'visitor', 'data-testid': 'play-name' }))),
    problem, h('div.actions', null, submit));
  forGame(games[0]);
  return { title: 'Play', element: h('div.page', null, h('header.page-head', null, h('h1', { tabindex: -1 }, 'Play')), form) };
}
