// In the form for a game: who sits where in a game for four. One seat is the visitor's; the others are for friends, who each get a link, and
// for bots. data-testid="seat-choice" with data-seat.
import { h, refill } from '../dom.js';
import { inLanguage, text } from '../text/index.js';
import { kLetters } from '../words.js';
import { seatText } from './seat_text.js';

const words = inLanguage(seatText);
const kSeats = 4;

/** Who sits where at first: the visitor, bots as far as they are free, friends. Pure. */
export function firstSeats(bots, freeBots) {
  return Array.from({ length: kSeats }, (_, seat) => (seat === 0 ? 'me' : bots.length && seat <= freeBots ? `bot ${bots[(seat - 1) % bots.length]}` : 'friend'));
}

/** The seats with one chosen anew: exactly one is the visitor's, so whoever it is taken from changes places. Pure. */
export function withSeatChosen(seats, seat, chosen) {
  const mine = seats.indexOf('me');
  const next = [...seats];
  if (chosen === 'me') next[mine] = seats[seat];
  else if (seat === mine) next[(seat + 1) % kSeats] = 'me';
  next[seat] = chosen;
  return next;
}

/** { element, seats() as a TableRequest has them }; bots are names. */
export function fourSeats(bots, freeBots) {
  let seats = firstSeats(bots, freeBots);
  const rows = h('div.seat-choices');
  const note = h('p.meta');
  const options = [['me', words.you], ['friend', text.friend], ...bots.map((bot) => [`bot ${bot}`, bot])];
  function show() {
    refill(rows, seats.map((chosen, seat) => h('label', null, h('span', null, text.seat(kLetters[seat])),
      h('select', { 'data-testid': 'seat-choice', 'data-seat': seat, 'data-key': `seat ${seat}`, onchange: ({ target }) => { seats = withSeatChosen(seats, seat, target.value); show(); } },
        options.map(([value, label]) => h('option', { value, selected: value === chosen }, label))))));
    const wanted = seats.filter((seat) => seat.startsWith('bot ')).length;
    note.textContent = wanted > freeBots ? words.notMoreBots(freeBots) : '';
  }
  show();
  return { element: h('fieldset', null, h('legend', null, words.whoPlays), rows, note), seats: () => seats.map((seat) => (seat.startsWith('bot ') ? seat.slice(4) : seat)) };
}
