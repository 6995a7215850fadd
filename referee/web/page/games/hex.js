// Hex on the page: a rhombus of hexagons whose sides have the colours of their owners, stones, the latest one and the chain that
// won. A move is a cell, or the swap, which has a button, a letter, and the stone that it takes. The interface is described in
// index.js.
import { s } from '../dom.js';
import { inLanguage } from '../text/index.js';
import { cellName, columnName } from './cells.js';
import { ascending, withSeat } from './changes.js';
import { mirrored, winningChain } from './hex_chain.js';
import { borders, hexagons, hexGrid } from './hex_grid.js';
import { hexText } from './hex_text.js';
import { circle, discs } from './seat_shapes.js';

const text = inLanguage(hexText);
const kStone = 14.5;
const kSwap = 'swap'; // its notation

// --- drawing

function ground(place) {
  return [...borders(place).map(({ seat, d }) => s('path', { class: `border seat-${seat}`, d })), s('path.cell', { d: hexagons(place, place.cells) })];
}

const ring = (place, vertex, name, r = kStone) => {
  const [cx, cy] = place.centre(vertex);
  return s(`circle.${name}`, { cx, cy, r });
};

/** The cell on which the step put a stone; the step of a swap says so beside its move. */
const stoneOf = (step) => step.cell ?? step.move.hex.cell;

/** From where the stone of a swap was to where it is; nothing if it stays. */
function swapped(place, stone, { hex: { swap } }) {
  const from = mirrored(stone, place.side);
  if (!swap || from === stone) return [];
  const [[x1, y1], [x2, y2]] = [from, stone].map(place.centre);
  return [ring(place, from, 'taken'), s('path.move-path', { d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 })];
}

function won(place, position) {
  const chain = position.over && position.winner !== undefined ? winningChain(position, position.winner) : [];
  return chain.length ? s('path.winning', { d: chain.map((stone) => circle(...place.centre(stone), kStone + 1)).join('') }) : null;
}

function paint(place, { position, step }) {
  const latest = step?.move ? stoneOf(step) : undefined;
  const others = position.seats.map(({ pieces }, seat) => discs(place, pieces.filter((stone) => stone !== latest), seat, kStone));
  if (latest === undefined) return { pieces: others, over: [won(place, position)] };
  return {
    under: [s('path.last', { d: hexagons(place, [latest]) })],
    pieces: [others, swapped(place, latest, step.move), s('g.placed', null, discs(place, [latest], step.seat, kStone))],
    over: [won(place, position)],
  };
}

// --- choosing a move

function stoneOption(cell, position) {
  const label = cellName(cell, position);
  return { cell, label, move: { hex: { cell } }, confirm: { prompt: text.stonePrompt(label), button: text.putStone(label) } };
}

/** Also chosen at the stone that it takes. */
function swapOption(position) {
  const [stone] = position.seats[0].pieces;
  const [from, to] = [stone, mirrored(stone, position.rows)].map((cell) => cellName(cell, position));
  const change = text.becomes(from, to);
  return {
    cell: stone, lands: mirrored(stone, position.rows), label: kSwap, key: 's', button: text.swap, move: { hex: { swap: true } },
    confirm: { prompt: text.swapPrompt(change), button: text.doSwap(change) },
  };
}

function options({ legal, position }) {
  return [...legal.cells.map((cell) => stoneOption(cell, position)), ...(legal.words.includes(kSwap) ? [swapOption(position)] : [])];
}

function paintOption(place, option, { armed, seat }, press) {
  const swap = option.lands !== undefined;
  return s('g', {
    class: `choice${swap ? ' swap' : ''}${option === armed ? ' armed' : ''}`, 'data-cell': option.cell, onclick: (event) => press(option, event),
  }, s('path.hit', { d: hexagons(place, [option.cell]) }), swap ? ring(place, option.cell, 'ring', kStone + 2) : ring(place, option.cell, 'dot', 3),
  ring(place, option.lands ?? option.cell, `ghost.seat-${seat}`));
}

function prompt({ legal }) {
  return legal.words.includes(kSwap) ? text.promptWithSwap : text.prompt;
}

export const hex = {
  name: 'hex',
  title: text.title,
  rules: text.rules,
  bots: text.bots,
  strengths: { 'hex-random': 1, 'hex-resistance': 3, 'hex-mcts': 4 },
  boards: [11, 13, 9, 7, 5].map((size) => [`${size} × ${size}`, { size }]),

  boardsForFour: [],

  after(position, step) {
    const cleared = step.move.hex.swap ? withSeat(position, 0, { pieces: [] }) : position;
    return withSeat(cleared, step.seat, { pieces: ascending([...cleared.seats[step.seat].pieces, stoneOf(step)]) });
  },
  hasWon: (position, seat) => winningChain(position, seat).length > 0,
  eliminationRemovesPieces: false,

  shapeName: () => text.shape, // the record calls it by its sides, a square
  cellName,
  moveInWords: (step, position) => (step.move.hex.swap ? text.swaps : text.puts)(cellName(stoneOf(step), position)),
  countInWords: ({ seats }) => text.stones(seats.reduce((sum, { pieces }) => sum + pieces.length, 0)),
  positionTable: (position, names) => position.seats.map(({ pieces, eliminated }, seat) => [
    text.stonesOf(names[seat], eliminated), pieces.map((vertex) => cellName(vertex, position)).join(' ') || text.none]),
  // In whichever way the board lies.
  seatNotes: ({ rows }, seat) => [seat === 0 ? text.joinsRows(1, rows) : text.joinsColumns('a', columnName(rows - 1))],

  geometry: hexGrid,
  coordinates: ({ labels }) => labels,
  ground,
  paint,
  canFlip: true,
  seenFromAbove: () => false, // nobody’s side is nearer to them
  overlay: null,

  choosing: {
    query: () => ({}),
    prompt,
    options,
    keys: { s: text.noSwap },
    keyHelp: text.keyHelp,
    paint: (place, state, all, press) => all.map((option) => paintOption(place, option, state, press)),
  },
};
