// A PostgreSQL server of its own for a test (tests/postgres/server.py), and the workers that use it.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kQuiver } from './referee.mjs';

const kServer = fileURLToPath(new URL('../postgres/server.py', import.meta.url));

function server(what, folder) {
  execFileSync('/usr/bin/python3', ['-B', kServer, what, folder], { stdio: 'ignore' });
}

export class Database {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'quiver-browser-pg-'));
    chmodSync(this.folder, 0o755);
    this.place = join(this.folder, 'pg');
    this.workers = [];
    server('start', this.place);
    this.store = `postgresql://quiver@/postgres?host=${this.place}`;
  }

  sql(text) {
    return execFileSync('psql', ['-h', this.place, '-U', 'quiver', '-d', 'postgres', '-AtqX', '-v', 'ON_ERROR_STOP=1', '-c', text], { encoding: 'utf8' }).trim();
  }

  /** Starts `quiver work`. */
  worker(name) {
    const child = spawn(kQuiver, ['work', '--store', this.store, '--name', name, '--cache', join(this.folder, 'cache'), '--quiet'], { stdio: 'ignore' });
    this.workers.push({ child, gone: new Promise((resolve) => { child.on('close', resolve); }) });
  }

  async stop() {
    for (const { child } of this.workers) child.kill('SIGTERM');
    await Promise.all(this.workers.map(({ gone }) => gone));
    server('stop', this.place);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
