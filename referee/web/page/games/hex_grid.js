// The geometry of Hex: a rhombus of hexagons that stand on a corner. Rows begin further right the higher they are; in a narrow
// window the board is turned by 60 degrees, so that its short diagonal lies flat. Pure.
//
// Directions are counted counter-clockwise from east, as on an upright board: so turning it only adds to the numbers.
import { columnName } from './cells.js';

const kWide = 40; // from one flat side of a hexagon to the other, and so from centre to centre
const kRadius = kWide / Math.sqrt(3);
const kBand = 8; // the coloured border around the board

/** East, north, north-west, west, south and south-east, as [rows, columns]. */
const kSteps = [[0, 1], [-1, 0], [-1, -1], [0, -1], [1, 0], [1, 1]];
const [kEast, kSouth] = [0, 4];
/** In twelfths of a turn: where the labels of columns and of rows are, seen from the last cell and from the first. */
const [kBelow, kBeside] = [9, 6];

/**
 * The four sides: whose they are, their cells, and the part of a cell there that faces outwards, in twelfths of a turn. In the
 * obtuse corners two sides share an edge of the cell, and each gets half of it.
 */
const kSides = [
  { seat: 0, cell: (index) => index, outwards: [1, 5], inCorner: [1, 4] },
  { seat: 1, cell: (index, side) => index * side, outwards: [3, 7], inCorner: [4, 7] },
  { seat: 0, cell: (index, side) => (side - 1) * side + index, outwards: [7, 11], inCorner: [7, 10] },
  { seat: 1, cell: (index, side) => index * side + side - 1, outwards: [9, 13], inCorner: [10, 13] },
];

const wrap = (number, count) => ((number % count) + count) % count;
const round = (value) => Math.round(value * 100) / 100;

/** The neighbouring cell in a direction; undefined where the board ends. */
export function neighbour(vertex, direction, side) {
  const [down, right] = kSteps[wrap(direction, 6)];
  const [row, column] = [Math.floor(vertex / side) + down, (vertex % side) + right];
  return row < 0 || row >= side || column < 0 || column >= side ? undefined : row * side + column;
}

export function neighbours(vertex, side) {
  return kSteps.map((_, direction) => neighbour(vertex, direction, side)).filter((cell) => cell !== undefined);
}

/** A point of the outline of a hexagon around the origin, by twelfths of a turn: corners are odd, middles of sides even. */
function outlinePoint(twelfth, radius) {
  const distance = wrap(twelfth, 2) ? radius : (radius * Math.sqrt(3)) / 2;
  return [distance * Math.cos((twelfth * Math.PI) / 6), -distance * Math.sin((twelfth * Math.PI) / 6)];
}

const polygon = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
const shifted = ([x, y]) => ([dx, dy]) => [x + dx, y + dy];

/** Where the arrow keys point, as directions on the screen: up is to the right of upwards. */
const screenDirection = (down, right) => (right ? (right > 0 ? 0 : 3) : down < 0 ? 1 : 4);

/** Centres of cells and of labels relative to the first cell, for a board that is turned by so many sixths. */
function layout(side, turn, margin) {
  // Twice as far as the middle of the edge between two neighbours.
  const [[ex, ey], [sx, sy]] = [kEast, kSouth].map((direction) => outlinePoint(2 * (direction + turn), 2 * kRadius));
  const centre = (vertex) => [(vertex % side) * ex + Math.floor(vertex / side) * sx, (vertex % side) * ey + Math.floor(vertex / side) * sy];
  const beyond = (vertex, twelfth) => shifted(centre(vertex))(outlinePoint(twelfth + 2 * turn, kRadius + kBand + margin * 0.5));
  const labels = Array.from({ length: side }, (_, index) => [
    { at: beyond((side - 1) * side + index, kBelow), text: columnName(index) },
    { at: beyond(index * side, kBeside), text: String(side - index) },
  ]).flat();
  return { centre, labels };
}

/** [left, top, right, bottom] of the cells with their border, and of the labels. */
function extent(side, { centre, labels }, margin) {
  const corners = [0, side - 1, side * (side - 1), side * side - 1].map(centre);
  const drawn = corners.flatMap((at) => Array.from({ length: 12 }, (_, twelfth) => shifted(at)(outlinePoint(twelfth, kRadius + kBand + 1))));
  const written = margin ? labels.flatMap(({ at: [x, y] }) => [[x - margin / 3, y - margin / 3], [x + margin / 3, y + margin / 3]]) : [];
  const [xs, ys] = [0, 1].map((axis) => [...drawn, ...written].map((point) => point[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A place (games/index.js) with its sides and labels. */
export function hexGrid({ rows: side }, { flipped = false, small = false, narrow = false } = {}) {
  const turn = (narrow ? 1 : 0) + (flipped ? 3 : 0);
  const margin = small ? 0 : Math.max(16, (side * kWide) / 16);
  const plan = layout(side, turn, margin);
  const [left, top, right, bottom] = extent(side, plan, margin);
  const onto = shifted([-left, -top]);
  const centre = (vertex) => onto(plan.centre(vertex));
  return {
    side, turn, margin, flipped, centre,
    width: right - left,
    height: bottom - top,
    cells: Array.from({ length: side * side }, (_, vertex) => vertex),
    middle: Math.floor(side / 2) * side + Math.floor(side / 2),
    labels: plan.labels.map(({ at, text }) => ({ x: onto(at)[0], y: onto(at)[1], text })),
    outline: (vertex) => hexagon(centre(vertex), kRadius - 2.5),
    step: (vertex, down, across, diagonal = false) => neighbour(vertex, screenDirection(down, across) + (diagonal ? 1 : 0) - turn, side),
  };
}

function hexagon(at, radius) {
  return polygon([1, 3, 5, 7, 9, 11].map((twelfth) => shifted(at)(outlinePoint(twelfth, radius))));
}

/** Hexagons on these cells, as one path. */
export function hexagons(place, vertices, radius = kRadius) {
  return vertices.map((vertex) => hexagon(place.centre(vertex), radius)).join('');
}

/** The part of a cell's border from one twelfth to another, seen from the cell's centre. */
function sector(place, vertex, from, to) {
  const at = place.centre(vertex);
  const rim = Array.from({ length: to - from + 1 }, (_, index) => outlinePoint(from + index + 2 * place.turn, kRadius + kBand));
  return polygon([at, ...rim.map(shifted(at))]);
}

/** The border of the board, to be drawn under its cells: for each side { seat, d }. */
export function borders(place) {
  const { side } = place;
  return kSides.map(({ seat, cell, outwards, inCorner }) => {
    const along = Array.from({ length: side }, (_, index) => cell(index, side));
    const isObtuse = (vertex) => vertex === 0 || vertex === side * side - 1;
    return { seat, d: along.map((vertex) => sector(place, vertex, ...(isObtuse(vertex) ? inCorner : outwards))).join('') };
  });
}
