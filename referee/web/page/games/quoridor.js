// Quoridor on the page: cells with grooves between them, walls in the grooves, pawns, and the sides that the seats head for.
// A move is a cell for the pawn or a wall. The interface is described in index.js.
import { s } from '../dom.js';
import { inLanguage } from '../text/index.js';
import { kLetters } from '../words.js';
import { cellName } from './cells.js';
import { withSeat } from './changes.js';
import { quoridorText } from './quoridor_text.js';
import { shape } from './seat_shapes.js';
import { columnLabels, kCell, rowLabels, squareBoard, squares, standsInTheNorth } from './square_grid.js';

const text = inLanguage(quoridorText);
const kGroove = 7;
const kOrientations = { HORIZONTAL_WALL: 'HORIZONTAL', VERTICAL_WALL: 'VERTICAL' };

/** The side a seat heads for: "north", "east", "south" or "west". */
function goalSide(seat, seats) {
  return (seats === 2 ? ['north', 'south'] : ['north', 'east', 'south', 'west'])[seat];
}

function isOnSide(side, vertex, { rows, columns }) {
  const row = Math.floor(vertex / columns);
  const column = vertex % columns;
  return { north: row === 0, south: row === rows - 1, east: column === columns - 1, west: column === 0 }[side];
}

/** "e3h": the cell that names it, and whether it lies flat or stands upright. */
function wallName({ anchor, orientation }, position) {
  return cellName(anchor, position) + (orientation === 'HORIZONTAL' ? 'h' : 'v');
}

// --- drawing

function ground(place) {
  return [s('path.groove', { d: squares(place, place.cells) }), s('path.cell', { d: squares(place, place.cells, kCell - kGroove) })];
}

/** The rectangle of a wall in the grooves. */
export function wallBox(place, { anchor, orientation }) {
  // Its middle lies between the anchor and the cell north-east of it, in either orientation.
  const [[x1, y1], [x2, y2]] = [anchor, anchor - place.columns + 1].map(place.centre);
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
  const long = 2 * kCell - kGroove;
  const [width, height] = orientation === 'HORIZONTAL' ? [long, kGroove] : [kGroove, long];
  return { x: middle[0] - width / 2, y: middle[1] - height / 2, width, height, middle };
}

function wallRect(place, wall, attributes) {
  const { x, y, width, height } = wallBox(place, wall);
  return s('rect', { x, y, width, height, rx: 2.5, ...attributes });
}

/** The cells of a seat's goal, each marked at the board's edge with the seat's shape. */
function goals(place, { seats }) {
  const shift = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] };
  return seats.map((_, seat) => {
    const side = goalSide(seat, seats.length);
    const [dx, dy] = shift[side].map((at) => at * (place.flipped ? -1 : 1) * 10.5);
    const marks = place.cells.filter((vertex) => isOnSide(side, vertex, place)).map((vertex) => {
      const [x, y] = place.centre(vertex);
      return shape(seat, x + dx, y + dy, 2.8);
    });
    return s('path', { class: `goal seat-${seat}`, d: marks.join('') });
  });
}

function pawns(place, { seats }) {
  return seats.flatMap(({ pieces }, seat) => pieces.map((vertex) => {
    const [x, y] = place.centre(vertex);
    return s('g', { class: 'pawn' },
      s('path', { class: `piece seat-${seat}`, d: shape(seat, x, y, 11.5) }),
      s('text', { class: `letter on-seat-${seat}`, x, y: y + (seat === 2 ? 7 : 4.5) }, kLetters[seat]));
  }));
}

function latestMove(place, { step, before }) {
  const move = step?.move?.quoridor;
  if (!move) return {};
  if (move.kind !== 'PAWN') {
    const wall = { anchor: move.cell, orientation: kOrientations[move.kind] };
    return { over: [wallRect(place, wall, { class: 'wall last-wall' })] };
  }
  const [from] = before?.seats[step.seat].pieces ?? [];
  const under = [s('path.last', { d: squares(place, [move.cell], kCell - kGroove) })];
  if (from === undefined) return { under };
  under.push(s('path.last', { d: squares(place, [from], kCell - kGroove) }));
  const [[x1, y1], [x2, y2]] = [from, move.cell].map(place.centre);
  return { under, line: s('path.move-path', { d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: 1 }) };
}

function paint(place, scene) {
  const { under, over, line } = latestMove(place, scene);
  return {
    under: [under, goals(place, scene.position)],
    pieces: [line, scene.position.walls.map((wall) => wallRect(place, wall, { class: 'wall' })), pawns(place, scene.position)],
    over,
  };
}

// --- choosing a move

function wallOption(wall, position) {
  const label = wallName(wall, position);
  return {
    wall,
    label,
    key: wall.orientation === 'HORIZONTAL' ? 'h' : 'v',
    keyCell: wall.anchor,
    move: { quoridor: { kind: `${wall.orientation}_WALL`, cell: wall.anchor } },
    confirm: { prompt: text.wallPrompt(label), button: text.placeWall(label) },
  };
}

function options({ legal, position }) {
  return [...legal.cells.map((cell) => ({ cell, label: cellName(cell, position), move: { quoridor: { kind: 'PAWN', cell } } })),
    ...legal.walls.map((wall) => wallOption(wall, position))];
}

function paintCell(place, option, press) {
  const [x, y] = place.corner(option.cell);
  return s('g.choice', { 'data-cell': option.cell, onclick: (event) => press(option, event) },
    s('rect.hit', { x, y, width: kCell, height: kCell }), s('circle.dot', { cx: x + kCell / 2, cy: y + kCell / 2, r: 6 }));
}

/** The groove at the anchor's own edge stands for the wall: so no two of these overlap, not even those of crossing walls. */
function paintWall(place, option, armed, press) {
  const { anchor, orientation } = option.wall;
  const { middle } = wallBox(place, option.wall);
  const centre = place.centre(anchor);
  const flat = orientation === 'HORIZONTAL';
  const [x, y] = flat ? [centre[0], middle[1]] : [middle[0], centre[1]];
  const [width, height] = flat ? [kCell - kGroove, 2 * kGroove] : [2 * kGroove, kCell - kGroove];
  return [s('rect', {
    class: option === armed ? 'choice-wall armed' : 'choice-wall', 'data-anchor': anchor, 'data-orientation': orientation,
    x: x - width / 2, y: y - height / 2, width, height, onclick: (event) => press(option, event),
  }), wallRect(place, option.wall, { class: 'wall ghost' })];
}

function paintChoices(place, { armed }, all, press) {
  return [all.filter(({ wall }) => wall).map((option) => paintWall(place, option, armed, press)),
    all.filter(({ wall }) => !wall).map((option) => paintCell(place, option, press))];
}

function prompt({ legal, position, seat }) {
  const { wallsLeft } = position.seats[seat];
  return wallsLeft && legal.walls.length ? text.promptWithWalls : text.prompt;
}

export const quoridor = {
  name: 'quoridor',
  title: text.title,
  rules: text.rules,
  bots: text.bots,
  strengths: { 'quoridor-random': 1, 'quoridor-mirror': 2, 'quoridor-shortest-path': 3, 'quoridor-minimax': 4, 'quoridor-champion': 5 },
  boards: [['9 × 9', { size: 9 }], ['7 × 7', { size: 7 }], ['5 × 5', { size: 5 }]],

  boardsForFour: [['9 × 9', { size: 9, seats: 4 }], ['7 × 7', { size: 7, seats: 4 }]],

  after(position, { seat, move: { quoridor: { kind, cell } } }) {
    if (kind === 'PAWN') return withSeat(position, seat, { pieces: [cell] });
    const { wallsLeft } = position.seats[seat];
    return { ...withSeat(position, seat, { wallsLeft: wallsLeft - 1 }), walls: [...position.walls, { anchor: cell, orientation: kOrientations[kind] }] };
  },
  hasWon(position, seat) {
    const [pawn] = position.seats[seat].pieces;
    return pawn !== undefined && isOnSide(goalSide(seat, position.seats.length), pawn, position);
  },
  eliminationRemovesPieces: true,

  shapeName: (board) => text.shapes[board] ?? board,
  cellName,
  moveInWords({ move: { quoridor: { kind, cell } } }, position) {
    if (kind === 'PAWN') return text.steps(cellName(cell, position));
    return (kind === 'HORIZONTAL_WALL' ? text.horizontal : text.vertical)(cellName(cell, position));
  },
  countInWords: ({ walls }) => text.walls(walls.length),
  positionTable: (position, names) => [
    ...position.seats.map(({ pieces, eliminated }, seat) => [
      text.pawnOf(names[seat], eliminated), pieces.map((vertex) => cellName(vertex, position)).join(' ') || text.none]),
    [text.wallsHead, position.walls.map((wall) => wallName(wall, position)).join(' ') || text.none],
    ...position.seats.map(({ wallsLeft }, seat) => [text.wallsLeftTo(names[seat]), String(wallsLeft)]),
  ],
  seatNotes: ({ seats }, seat) => (seats[seat].wallsLeft === undefined ? [] : [text.wallsLeft(seats[seat].wallsLeft)]),

  geometry: squareBoard,
  coordinates: (place) => [...columnLabels(place), ...rowLabels(place)],
  ground,
  paint,
  canFlip: true,
  seenFromAbove: standsInTheNorth,
  overlay: null,

  choosing: {
    query: () => ({}),
    prompt,
    options,
    keys: { h: text.noHorizontal, v: text.noVertical },
    keyHelp: text.keyHelp,
    paint: paintChoices,
  },
};
