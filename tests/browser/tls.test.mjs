// The page over TLS in a browser: it is redirected there, its WebSockets work, and the cookie of a session is for https alone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { staged } from './harness.mjs';
import { until } from './until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'quiver-tls-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const kToken = 't'.repeat(32);
const [certificate, key, tokens] = ['cert.pem', 'key.pem', 'tokens'].map((name) => join(folder, name));
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=quiver',
  '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
writeFileSync(tokens, `ann ${kToken}\n`);
chmodSync(tokens, 0o600);

staged('from http to https, live, and signed in', async (stage) => {
  const referee = await stage.referee(['ladder', 'connect4', '--store', join(folder, 'l.db'), '--tokens', tokens, '--accept', 'python', '--listen', '127.0.0.1:0',
    '--tls-cert', certificate, '--tls-key', key, '--web-public']);
  assert.match(referee.url, /^https:/);
  const visitor = await stage.visitor({ ignoreHTTPSErrors: true });
  const page = await stage.open(`${referee.url.replace('https:', 'http:')}/my`, { visitor });
  assert.equal(page.url(), `${referee.url}/my`);
  await page.getByTestId('token').fill(kToken);
  await page.getByTestId('sign-in').getByRole('button').click();
  await page.getByTestId('sign-out').waitFor();
  const [cookie] = await visitor.cookies(referee.url);
  assert.deepEqual([cookie.name, cookie.secure, cookie.httpOnly, cookie.sameSite], ['__Host-quiver_session', true, true, 'Strict']);

  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push([socket.url(), JSON.parse(payload)])));
  await page.goto(referee.url);
  const [address, message] = await until('the lobby', () => heard.find(([, { lobby }]) => lobby));
  assert.equal(address, `${referee.url.replace('https:', 'wss:')}/ws/lobby`);
  assert.equal(message.lobby.running, 'ladder');
});
