// Amazons on the page: queens, arrows, the latest move as two lines, whose territory each cell is, and a move chosen in three
// stages: a queen, where she goes, where her arrow lands. The interface is described in index.js.
import { s } from '../dom.js';
import { inLanguage } from '../text/index.js';
import { territory } from './amazons_territory.js';
import { amazonsText } from './amazons_text.js';
import { cellName } from './cells.js';
import { ascending, withSeat } from './changes.js';
import { crown, shape } from './seat_shapes.js';
import { columnLabels, kCell, rowLabels, squareBoard, squares, standsInTheNorth } from './square_grid.js';

const text = inLanguage(amazonsText);

// --- drawing

function ground(place) {
  const dark = place.cells.filter((vertex) => (Math.floor(vertex / place.columns) + (vertex % place.columns)) % 2);
  return [
    s('path.cell', { d: squares(place, place.cells) }),
    s('path.cell-other', { d: squares(place, dark) }),
  ];
}

function queens(place, { seats }) {
  return seats.map(({ pieces, eliminated }, seat) => s('g', { class: eliminated ? 'pieces-of out' : 'pieces-of' },
    s('path', { class: `piece seat-${seat}`, d: pieces.map((vertex) => shape(seat, ...place.centre(vertex), 14)).join('') }),
    s('path', {
      class: `on-seat-${seat}`,
      d: pieces.map((vertex) => {
        const [x, y] = place.centre(vertex);
        return crown(x, y + (seat === 2 ? 3.5 : 0), seat === 2 ? 5.5 : 7);
      }).join(''),
    })));
}

function arrows(place, vertices) {
  const marks = vertices.map((vertex) => {
    const [x, y] = place.centre(vertex);
    return `M${x - 6} ${y - 6}l12 12m0 -12l-12 12`;
  }).join('');
  return [s('path.arrow', { d: squares(place, vertices, kCell - 6) }), s('path.arrow-mark', { d: marks })];
}

function line(place, from, to, name) {
  const [x1, y1] = place.centre(from);
  const [x2, y2] = place.centre(to);
  return s(`path.${name}`, { d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 });
}

function latestMove(place, { amazons: { from, to, arrow } }) {
  return {
    under: [s('path.last', { d: squares(place, [from, to]) }), s('path.last-arrow', { d: squares(place, [arrow]) })],
    lines: [line(place, from, to, 'move-path'), line(place, to, arrow, 'arrow-path')],
    origin: s('circle.origin', { cx: place.centre(from)[0], cy: place.centre(from)[1], r: 5 }),
  };
}

function territories(place, { owners }) {
  return [0, 1, 2, 3].map((seat) => {
    const mine = place.cells.filter((vertex) => owners[vertex] === seat);
    if (!mine.length) return null;
    return [
      s('path', { class: `land seat-${seat}`, d: squares(place, mine) }),
      s('path', { class: `land-mark seat-${seat}`, d: mine.map((vertex) => shape(seat, ...place.centre(vertex), 4)).join('') }),
    ];
  });
}

function paint(place, { position, step, overlay }) {
  const latest = step?.move ? latestMove(place, step.move) : null;
  return {
    under: [overlay ? territories(place, overlay) : null, latest?.under],
    pieces: [arrows(place, position.arrows), latest?.origin, latest?.lines, queens(place, position)],
  };
}

// --- choosing a move

/** What a cell chosen at this stage leads to. */
function next(stage, cell) {
  const [from, to, arrow] = [...stage, cell];
  return arrow === undefined ? { stage: [...stage, cell] } : { move: { amazons: { from, to, arrow } } };
}

/** After the first stage another queen can be chosen instead, or none again. */
function options({ stage, legal, first, position }) {
  const option = (cell, rest) => ({ cell, label: cellName(cell, position), ...rest });
  const others = stage.length ? first.cells : [];
  return [...legal.cells.map((cell) => option(cell, next(stage, cell))),
    ...others.map((cell) => option(cell, { instead: true, stage: cell === stage[0] ? [] : [cell] }))];
}

function frame(place, cell, name) {
  const [x, y] = place.corner(cell);
  return s(`rect.${name}`, { x: x + 1.5, y: y + 1.5, width: kCell - 3, height: kCell - 3, rx: 5 });
}

function paintOption(place, option, { stage }, press) {
  const [x, y] = place.corner(option.cell);
  const mark = stage.length ? s('circle.dot', { cx: x + kCell / 2, cy: y + kCell / 2, r: 6 }) : frame(place, option.cell, 'ring');
  return s('g.choice', { 'data-cell': option.cell, onclick: (event) => press(option, event) },
    s('rect.hit', { x, y, width: kCell, height: kCell }), mark);
}

function paintInstead(place, option, press) {
  const [x, y] = place.corner(option.cell);
  return s('rect.again', { 'data-cell': option.cell, x, y, width: kCell, height: kCell, onclick: (event) => press(option, event) });
}

/** The queen that was chosen, and where she goes. */
function paintStage(place, { stage: [from, to], seat }) {
  if (from === undefined) return [];
  if (to === undefined) return [frame(place, from, 'picked')];
  return [frame(place, from, 'left'), s('g.ghost-queen', null,
    s('path', { class: `seat-${seat}`, d: shape(seat, ...place.centre(to), 14) }),
    s('path', { class: `on-seat-${seat}`, d: crown(...place.centre(to), 6.5) })), frame(place, to, 'picked')];
}

function paintChoices(place, state, all, press) {
  return [paintStage(place, state),
    all.filter(({ instead }) => instead).map((option) => paintInstead(place, option, press)),
    all.filter(({ instead }) => !instead).map((option) => paintOption(place, option, state, press))];
}

export const amazons = {
  name: 'amazons',
  title: text.title,
  rules: text.rules,
  bots: text.bots,
  strengths: { 'amazons-random': 1, 'amazons-blocker': 2, 'amazons-defensive': 2, 'amazons-offensive': 2, 'amazons-power': 3, 'amazons-territory': 3, 'amazons-alphabeta': 4, 'amazons-mcts': 4, 'amazons-champion': 5 },
  boards: [
    [text.boards.square(10), { shape: 'square', size: 10, start: 'classic' }],
    [text.boards.square(8), { shape: 'square', size: 8, start: 'classic' }],
    [text.boards.square(6), { shape: 'square', size: 6, start: 'classic' }],
    [text.boards.donut(12), { shape: 'donut', size: 12 }],
    [text.boards.clover(10), { shape: 'clover', size: 10 }],
    [text.boards.eight(12), { shape: 'eight', size: 12 }],
  ],

  boardsForFour: [[text.boards.square(10), { shape: 'square', size: 10, seats: 4 }], [text.boards.square(8), { shape: 'square', size: 8, seats: 4 }], [text.boards.donut(12), { shape: 'donut', size: 12, seats: 4 }]],

  after(position, { seat, move: { amazons: { from, to, arrow } } }) {
    const pieces = ascending(position.seats[seat].pieces.map((piece) => (piece === from ? to : piece)));
    return { ...withSeat(position, seat, { pieces }), arrows: [...position.arrows, arrow] };
  },
  hasWon: () => false, // the last seat standing wins
  eliminationRemovesPieces: false,

  shapeName: (board) => text.shapes[board] ?? board,
  cellName,
  moveInWords({ move: { amazons: { from, to, arrow } } }, position) {
    return text.move(cellName(from, position), cellName(to, position), cellName(arrow, position));
  },
  countInWords: ({ arrows: all }) => text.arrows(all.length),
  positionTable(position, names) {
    const cells = (list) => list.map((vertex) => cellName(vertex, position)).join(' ') || text.none;
    return [...position.seats.map(({ pieces, eliminated }, seat) => [text.queensOf(names[seat], eliminated), cells(pieces)]),
      [text.arrowsHead, cells(position.arrows)]];
  },
  seatNotes: () => [],

  geometry: squareBoard,
  coordinates: (place) => [...columnLabels(place), ...rowLabels(place)],
  ground,
  paint,
  canFlip: true,
  seenFromAbove: standsInTheNorth,
  overlay: {
    name: text.territory,
    key: 't',
    title: text.territoryTitle,
    help: text.territoryHelp,
    of: territory,
    note: ({ counts, neutral }, names) => text.territoryNote(names.map((name, seat) => `${name} ${counts[seat]}`).join(', '), neutral),
    seatNote: ({ counts }, seat) => text.nearer(counts[seat]),
  },

  choosing: {
    query: ([from, to]) => ({ from, to }),
    prompt: ({ stage }) => text.prompts[stage.length],
    options,
    keys: {},
    keyHelp: '',
    paint: paintChoices,
  },
};
