// The other end of paced_bot.sh: tests say when it moves.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kProgram = fileURLToPath(new URL('paced_bot.sh', import.meta.url));

export class PacedBot {
  constructor({ name = 'paced', title } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'quiver-paced-'));
    const fifo = join(this.folder, 'told');
    execFileSync('mkfifo', [fifo]);
    // Opened for reading too: so it can be opened before the bot opens it, and what is written is buffered.
    this.told = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    /** What --bot takes. The bot has to see the FIFO: for --isolate off. */
    this.spec = `text:${kProgram} name=${name} ${fifo}${title === undefined ? '' : ` '${title}'`}`;
  }

  /** Lines of the text protocol for its next turn, or "go". */
  say(...lines) { writeSync(this.told, lines.map((line) => `${line}\n`).join('')); }
  leave() { closeSync(this.told); }
  clear() { rmSync(this.folder, { recursive: true, force: true }); }
}

/** For matches in which a bot waits as long as the test does. */
export const kPatient = ['--isolate', 'off', '--clock', '10m', '--max-move-time', '10m'];
