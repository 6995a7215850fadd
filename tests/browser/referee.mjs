// The real program as a process, with its page on a free port. Its output is captured.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.mjs';

export const kQuiver = process.env.QUIVER;
// Exit codes after a test's signal; any other is a crash.
const kFineEnds = [0, 128 + 2, 128 + 15];
const kPatience = 20000;

export class Referee {
  /** arguments: those of `quiver`, without --web. */
  constructor(words, { web = '127.0.0.1:0' } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'quiver-browser-'));
    this.said = '';
    this.child = spawn(kQuiver, [...words, '--web', web], { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    this.gone = new Promise((resolve) => { this.child.on('close', (code, signal) => { this.ended = true; resolve({ code, signal }); }); });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.setEncoding('utf8').on('data', (text) => { this.said += text; });
  }

  /** The page's address, without a slash at its end. */
  async open() {
    const found = () => /the page is at (https?:\S+)\//.exec(this.said)?.[1];
    this.url = await until('the referee’s address', () => {
      if (this.ended) throw new Error(`the referee ended too soon:\n${this.said}`);
      return found();
    });
    return this;
  }

  get port() { return Number(new URL(this.url).port); }

  async get(path) {
    const response = await fetch(this.url + path);
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return path.startsWith('/api/') && !path.endsWith('/text') ? JSON.parse(body) : body;
  }

  /** The id of the running game, once there is one. */
  async liveGame() {
    const [game] = await until('a running game', async () => {
      const { games } = await this.get('/api/v1/lobby');
      return games.length && games;
    });
    return game.id;
  }

  /** The latest finished games, once there are `count` of them. */
  async endedGames(count = 1) {
    return until(`${count} finished games`, async () => {
      const { recent } = await this.get('/api/v1/lobby');
      return recent.length >= count && recent;
    });
  }

  /** Ends immediately, as in a power cut. */
  async kill() {
    this.child.kill('SIGKILL');
    await this.gone;
  }

  async stop() {
    if (this.ended) return;
    this.child.kill('SIGINT');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), kPatience);
    const { code, signal } = await this.gone;
    clearTimeout(timer);
    if (signal || !kFineEnds.includes(code)) throw new Error(`the referee ended with ${signal ?? code}:\n${this.said}`);
    if (/AddressSanitizer|runtime error:/.test(this.said)) throw new Error(`a sanitizer complains:\n${this.said}`);
  }

  clear() { rmSync(this.folder, { recursive: true, force: true }); }
}
