// Recorded games of the real program, and its positions.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { kQuiver } from './referee.mjs';

const kRun = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };

/** A folder for the files of one test file, which removes it after its tests. */
export const folder = mkdtempSync(join(tmpdir(), 'quiver-records-'));

export function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Plays a game and returns its record. words: the arguments of `quiver match` after the game's name. */
export function played(game, words) {
  return JSON.parse(execFileSync(kQuiver, ['match', game, ...words, '--seed', '7', '--json'], { ...kRun, cwd: folder }));
}

/** The position after each number of steps, from `quiver board`. board: the options of the board. */
export function positions(game, board, moves) {
  return Array.from({ length: moves.length + 1 }, (_, count) => JSON.parse(execFileSync(
    kQuiver, ['board', game, ...board, '--moves', moves.slice(0, count).join(' '), '--json'], { ...kRun, cwd: folder })));
}

/** Throws unless `quiver verify` accepts the records. */
export function verify(path) { return execFileSync(kQuiver, ['verify', path], kRun); }
export const read = (path) => readFileSync(path, 'utf8');
