// Connect Four on the page: a plate with round openings, discs behind it, the latest disc and the line that won. A move is a
// column. The interface is described in index.js.
import { s } from '../dom.js';
import { inLanguage } from '../text/index.js';
import { cellName } from './cells.js';
import { ascending, withSeat } from './changes.js';
import { lineOf } from './connect4_line.js';
import { connect4Text } from './connect4_text.js';
import { circle, discs } from './seat_shapes.js';
import { columnLabels, kCell, squareBoard, squares } from './square_grid.js';

const text = inLanguage(connect4Text);
const kRadius = 15.5;

// --- drawing

function ground(place) {
  return [
    s('path.plate', { d: squares(place, place.cells) }),
    s('path.opening', { d: place.cells.map((vertex) => circle(...place.centre(vertex), kRadius)).join('') }),
  ];
}

function dropped(place, { cell, seat }) {
  const disc = s('g.dropped', null, discs(place, [cell], seat, kRadius));
  disc.style.setProperty('--drop', `${-(Math.floor(cell / place.columns) + 1) * kCell}px`);
  return disc;
}

function marks(place, { position, step }) {
  const line = position.over && position.winner !== undefined ? lineOf(position, position.winner) : [];
  const rings = line.map((vertex) => circle(...place.centre(vertex), kRadius + 1)).join('');
  if (step?.cell === undefined) return [rings ? s('path.winning', { d: rings }) : null];
  const [cx, cy] = place.centre(step.cell);
  // In a winning line the latest disc is marked inside, so that the line's rings are complete.
  const latest = line.includes(step.cell) ? s('circle.last-spot', { cx, cy, r: 5 }) : s('circle.last-disc', { cx, cy, r: kRadius + 1 });
  return [rings ? s('path.winning', { d: rings }) : null, latest];
}

function paint(place, scene) {
  const { position, step } = scene;
  const latest = step?.cell;
  return {
    pieces: [
      ...position.seats.map(({ pieces }, seat) => discs(place, pieces.filter((vertex) => vertex !== latest), seat, kRadius)),
      latest === undefined ? null : dropped(place, step),
    ],
    over: marks(place, scene),
  };
}

// --- choosing a move

/** The referee names the cells on which discs would land. */
function options({ legal, position: { rows, columns } }) {
  return legal.cells.map((cell) => {
    const column = cell % columns;
    return {
      cell,
      covers: Array.from({ length: rows }, (_, row) => row * columns + column),
      label: text.column(column + 1),
      move: { connect4: { column } },
    };
  });
}

function paintChoices(place, { seat }, all, press) {
  return all.map((option) => {
    const { cell, move: { connect4: { column } } } = option;
    const [x, y] = place.centre(cell);
    return s('g.choice.column', { 'data-cell': cell, 'data-testid': 'column', 'data-column': column, onclick: (event) => press(option, event) },
      s('rect.hit', { x: place.across(column), y: place.down(0), width: kCell, height: place.rows * kCell }),
      s('circle.ghost', { class: `ghost seat-${seat}`, cx: x, cy: y, r: kRadius }),
      s('circle.dot', { cx: x, cy: y, r: 5 }));
  });
}

export const connect4 = {
  name: 'connect4',
  title: text.title,
  rules: text.rules,
  bots: text.bots,
  strengths: { 'connect4-random': 1, 'connect4-minimax': 3, 'connect4-champion': 5 },
  boards: [['6 × 7', { rows: 6, columns: 7 }], ['7 × 8', { rows: 7, columns: 8 }], ['8 × 9', { rows: 8, columns: 9 }]],

  boardsForFour: [],

  after(position, { seat, cell }) {
    return withSeat(position, seat, { pieces: ascending([...position.seats[seat].pieces, cell]) });
  },
  hasWon: (position, seat) => lineOf(position, seat).length > 0,
  eliminationRemovesPieces: false,

  shapeName: (board) => text.shapes[board] ?? board,
  cellName,
  moveInWords({ move: { connect4: { column } }, cell }, position) {
    return text.drops(column + 1, cell === undefined ? '' : cellName(cell, position));
  },
  countInWords: ({ seats }) => text.discs(seats.reduce((sum, { pieces }) => sum + pieces.length, 0)),
  positionTable: (position, names) => position.seats.map(({ pieces, eliminated }, seat) => [
    text.discsOf(names[seat], eliminated), pieces.map((vertex) => cellName(vertex, position)).join(' ') || text.none]),
  seatNotes: () => [],

  geometry: squareBoard,
  coordinates: (place) => columnLabels(place, (column) => String(column + 1)),
  ground,
  paint,
  canFlip: false, // discs fall down
  seenFromAbove: () => false,
  overlay: null,

  choosing: {
    query: () => ({}),
    prompt: () => text.prompt,
    options,
    keys: {},
    keyHelp: '',
    paint: paintChoices,
  },
};
