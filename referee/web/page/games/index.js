// The games that the page knows, and what each of their modules must have. To add a game: write its module beside this file
// and add it to kGames; tests/browser/unit/registry.test.mjs names what is missing. No other file of the page names a game.
//
// A module exports one object. Positions, steps and moves are the referee's JSON (proto/quiver/v1: Position, Step, Move); they
// are never changed. Everything but `geometry`, `ground`, `paint` and `choosing.paint` is pure data or computes it.
//
//   name                         as in the program: "amazons". Its styles are in games/NAME.css, imported by games/styles.css.
//   title                        for people: "Amazons"
//   rules                        how it is played, in a few sentences
//   bots                         bundled program → a sentence on how it plays
//   strengths                    bundled program → 1 (random) to 5 (champion), by their games in docs/play/bots.md
//   boards                       what visitors can ask for: [[label, BoardChoice], …], the usual one first
//   boardsForFour                the same for four players; empty if it is a game for two
//
// The rules, as far as the page needs them: it knows what a step changes, not what is legal.
//   after(position, step)        the position with the step's move made; turn, ply and eliminations are set elsewhere
//   hasWon(position, seat)       whether the game that has just ended was won by this seat's last move
//   eliminationRemovesPieces     whether the pieces of an eliminated seat leave the board
//
// Words.
//   shapeName(board)             the shape of a board as people call it, from the record's word for it: "square"
//   cellName(vertex, position)   "d7"
//   moveInWords(step, position)  what the seat did, after its name: "drops into column 4, on d1"
//   countInWords(position)       what lies on the board: "12 arrows"
//   positionTable(position, names)  rows of [what, where] that describe the whole position
//   seatNotes(position, seat)    short notes beside a seat's name: ["9 walls left"]
//
// Drawing. kCell (square_grid.js) is the usual size of a cell; a board of other cells brings a geometry of its own.
//   geometry(position, { flipped, small, narrow })  a place: { width, height, margin, flipped, cells, middle, centre(vertex),
//                                outline(vertex) → path data, step(vertex, down, right, diagonal) → the cell that an arrow
//                                key leads to, as the board is seen, or undefined at its edge; diagonal: in the direction
//                                that follows counter-clockwise } and what the module itself needs. In a narrow window
//                                a board that is wider than high can lie another way
//   coordinates(place)           labels around the board: [{ x, y, text }]; they are as large as half the margin
//   ground(place, position)      SVG elements that never change: the cells
//   paint(place, scene)          { under, pieces, over }: lists of SVG elements, nested and with nulls as is convenient. A scene is
//                                { position, before, step, overlay }: the step led from `before` to `position`
//   canFlip                      whether the board may be turned round
//   seenFromAbove(position, seat)  whether the seat's player sees the board turned round at first
//   overlay                      null, or something to show over the board on demand: { name, key, title, help, of(position) →
//                                data for scene.overlay, note(data, names) → a sentence, seatNote(data, seat) → a short note }
//
// Choosing a move, in one stage or several. `stage` lists the cells chosen so far; a state is { stage, legal, first, position,
// seat, armed }: `legal` is the referee's answer to /choices for this stage, `first` that for the first one, `armed` the option
// that waits for a confirmation.
//   choosing.query(stage)        the parameters of /choices
//   choosing.prompt(state)       what to do now: "Choose a queen."
//   choosing.options(state)      what can be chosen: [{ label, cell, covers, key, keyCell, button, move or stage, confirm, instead }].
//                                An option ends in a `move`, or leads to the next `stage`. `cell` is where the keyboard's cursor
//                                chooses it, or any cell that it `covers`; `key` is a letter that chooses it while the cursor is
//                                on `keyCell`, or anywhere; `button` is the text of a button beside the board. With confirm { prompt, button } a tap or a key only shows it first.
//                                `instead` marks what takes an earlier choice back.
//   choosing.keys                letter → the sentence for a cell where it chooses nothing
//   choosing.keyHelp             what the letters do, for the board's description; '' if there are none
//   choosing.paint(place, state, options, press)  SVG elements, topmost last; on a click they call press(option, event)
import { amazons } from './amazons.js';
import { connect4 } from './connect4.js';
import { hex } from './hex.js';
import { quoridor } from './quoridor.js';

export const kGames = [amazons, quoridor, connect4, hex];

const kByName = new Map(kGames.map((game) => [game.name, game]));

/** The module of a game, by its name in the program. */
export function gameOf(name) {
  const game = kByName.get(name);
  if (!game) throw new Error(`The page has no module for the game ${name}.`);
  return game;
}

export function isKnown(name) {
  return kByName.has(name);
}

/** The shape of a game's board for people, from the record's word for it. */
export function shapeName(game, board) {
  return kByName.get(game)?.shapeName(board) ?? board;
}

/** A game's name for people; one that the page does not know keeps its own. */
export function gameTitle(name) {
  return kByName.get(name)?.title ?? name;
}
