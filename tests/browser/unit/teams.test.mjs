// What the teams' pages compute by themselves: the archive of several files, short names, what may be sent.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chosen, faultOf, packed } from '../../../referee/web/page/live/chosen_files.js';
import { fitsTar, tarOf } from '../../../referee/web/page/live/tar.js';
import { shortName } from '../../../referee/web/page/views/teams/short_name.js';

const file = (content) => new Blob([content]);

test('tar unpacks what was packed, with programs marked as such', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quiver-tar-'));
  try {
    const long = `${'deep/'.repeat(25)}${'x'.repeat(90)}.py`;
    const files = [['bot/bot.py', '#!/usr/bin/python3\nprint(1)\n'], ['bot/é ü.txt', 'words'], ['bot/empty', ''], ['bot/exact', 'x'.repeat(512)],
      ['bot/large', 'y'.repeat(100000)], ['bot/prog', '\x7fELF rest'], [long, 'z']];
    const archive = await tarOf(files.map(([path, content]) => ({ path, file: file(content) })));
    assert.equal(archive.size % 512, 0);
    writeFileSync(join(folder, 'a.tar'), Buffer.from(await archive.arrayBuffer()));
    execFileSync('tar', ['--extract', '--file', 'a.tar'], { cwd: folder });
    for (const [path, content] of files) assert.equal(readFileSync(join(folder, path), 'utf8'), content, path);
    const runs = (path) => (statSync(join(folder, path)).mode & 0o100) !== 0;
    assert.deepEqual(['bot/bot.py', 'bot/prog', 'bot/é ü.txt', 'bot/empty'].map(runs), [true, true, false, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('paths that no header has room for are known before', () => {
  assert.ok(fitsTar('x'.repeat(100)));
  assert.ok(!fitsTar('x'.repeat(101)));
  assert.ok(fitsTar(`${'d'.repeat(155)}/${'x'.repeat(100)}`));
  assert.ok(!fitsTar(`${'d'.repeat(156)}/${'x'.repeat(100)}`));
  assert.ok(!fitsTar('é'.repeat(51)));
});

const given = (path, size = 1) => ({ path, file: { size, name: path.split('/').at(-1) } });

test('what cannot be sent is said before it is', () => {
  assert.equal(faultOf([], 100), 'none');
  assert.equal(faultOf([given('a', 100)], 100), null);
  assert.equal(faultOf([given('a', 60), given('b', 41)], 100), 'large');
  assert.equal(faultOf(Array.from({ length: 2001 }, (_, index) => given(`${index}`)), 1e9), 'many');
  assert.equal(faultOf([given('a'), given('x'.repeat(101))], 100), 'path');
  assert.equal(faultOf([given('x'.repeat(101))], 100), null, 'one file is sent as it is');
});

test('one file is sent as it is, a folder under its name, several files as an archive', async () => {
  const [one, two] = [file('1'), file('2')];
  assert.deepEqual(await packed([{ path: 'my_bot.py', file: one }]), { name: 'my_bot.py', blob: one });
  assert.equal((await packed([{ path: 'team/a.py', file: one }, { path: 'team/b.py', file: two }])).name, 'team.tar');
  assert.equal((await packed([{ path: 'a.py', file: one }, { path: 'b.py', file: two }])).name, 'bot.tar');
  assert.equal((await packed([{ path: 'x/a.py', file: one }, { path: 'y/b.py', file: two }])).name, 'bot.tar');
});

test('hidden files of a chosen folder are left out', () => {
  const of = (path) => ({ name: path.split('/').at(-1), webkitRelativePath: path, size: 1 });
  const paths = ['bot/a.py', 'bot/.git/config', 'bot/.DS_Store', 'bot/__pycache__/a.pyc', 'bot/lib/b.py'];
  assert.deepEqual(chosen(paths.map(of)).map(({ path }) => path), ['bot/a.py', 'bot/lib/b.py']);
  assert.deepEqual(chosen([{ name: '.bot', webkitRelativePath: '', size: 1 }]).map(({ path }) => path), ['.bot'], 'a file that was chosen itself is meant');
});

test('short names for tables', () => {
  assert.equal(shortName('Équipe 4'), 'equipe-4');
  assert.equal(shortName('  Les Dames & Cie  '), 'les-dames-cie');
  assert.equal(shortName('..x'), 'x');
  assert.equal(shortName('日本'), '');
  assert.equal(shortName('a'.repeat(40)).length, 32);
});
