import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { ensure } from '../../shared/base/assert.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { AS_ROOT, runAsOther } from '../../electron/engine/testing/otherUser.ts';
import { LineReader } from '../fixtures/lineReader.ts';

/** Where the address goes, with which one may do all that the tool's user may: nowhere that others can read it. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(ROOT, 'dist/engine/serverMain.js');

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-address-test-'));
  chmodSync(folder, 0o755); // the second user gets as far as the folder of the file
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Says what it was asked to open, and stays, as a browser does. */
const BROWSER = `#!${process.execPath}
require('node:fs').writeFileSync(process.env.OPENED, process.pid + ' ' + process.argv[2]);
setInterval(() => {}, 1000);`;

test('the browser that npm start opens has no token in its command line, nor has anybody', async ({
  page,
}) => {
  const opened = join(folder, 'opened');
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'xdg-open'), BROWSER, { mode: 0o755 });
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const start = spawn(process.execPath, ['build/start.mjs', '--browser'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${programs}:${process.env.PATH}`,
      DISPLAY: ':7',
      HOME: home,
      OPENED: opened,
    },
  });
  const [, url] = await new LineReader(start.stdout).waitFor(/^Sluice is at (\S+)/);
  const token = ensure(/\/([0-9a-f]{64})\//.exec(url)?.[1], 'a token');
  await waitUntil(() => existsSync(opened) && readFileSync(opened, 'utf8').includes('://'), 'the browser');
  const [pid, target] = readFileSync(opened, 'utf8').split(' ');
  try {
    const lines = commandLines();
    expect([...lines.keys()]).toContain(Number(pid));
    expect([...lines.values()].filter((line) => line.includes(token))).toEqual([]);

    const path = fileURLToPath(target);
    expect(path.startsWith(home)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    if (AS_ROOT === '') expect(await runAsOther(READ, [path])).toBe('EACCES');

    await page.goto(target);
    await page.waitForURL(url);
    await expect(page).toHaveTitle(/Sluice/);
    start.kill('SIGTERM');
    await once(start, 'exit');
    expect(readdirSync(home)).toEqual([]);
  } finally {
    process.kill(Number(pid), 'SIGTERM');
    start.kill('SIGTERM');
  }
});

test('stdout that is a file names a private one with the address, which goes with Sluice', async () => {
  const log = join(folder, 'log');
  const output = openSync(log, 'w', 0o644);
  const start = spawn(process.execPath, ['build/start.mjs', '--no-open'], {
    cwd: ROOT,
    stdio: ['ignore', output, 'pipe'],
  });
  const told = (): string | undefined =>
    /^The address of Sluice is in (\S+), which only you may read\.$/m.exec(readFileSync(log, 'utf8'))?.[1];
  await waitUntil(() => told() !== undefined, 'the path of the address');
  expect(readFileSync(log, 'utf8')).not.toMatch(/[0-9a-f]{64}|127\.0\.0\.1/);
  const path = ensure(told(), 'the path');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  const url = ensure(/http:[^"]*/.exec(readFileSync(path, 'utf8'))?.[0], 'the address');
  expect((await fetch(url)).status).toBe(200);
  start.kill('SIGTERM');
  await once(start, 'exit');
  expect(existsSync(dirname(path))).toBe(false);
});

test('stdout that is the journal of the system is not told the address', async () => {
  const asService = 'JOURNAL_STREAM=$(stat -L -c %d:%i /proc/$$/fd/1) exec "$0" "$@"'; // as systemd starts a service
  const server = spawn('sh', ['-c', asService, process.execPath, SERVER], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const output = new LineReader(ensure(server.stdout, 'stdout'));
  await output.waitFor(/^The address of Sluice is in \S+/);
  server.kill('SIGTERM');
  await once(server, 'close');
  expect(output.text).not.toMatch(/[0-9a-f]{64}|127\.0\.0\.1/);
});

test("Electron's process is sent the address, and nothing is printed, for the desktop keeps that", async () => {
  const parentPort = 'data:text/javascript,process.parentPort={postMessage:(m)=>process.send(m)}';
  const server = spawn(process.execPath, ['--import', parentPort, SERVER], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = new LineReader(ensure(server.stdout, 'stdout'));
  const errors = new LineReader(ensure(server.stderr, 'stderr'));
  const [message] = (await once(server, 'message')) as [{ kind: string; url: string }];
  expect((await fetch(message.url)).status).toBe(200);
  server.kill('SIGTERM');
  await once(server, 'close');
  expect([output.text, errors.text]).toEqual(['', '']);
});

/** Prints the text of a file, or why not. */
const READ = `
  try { console.log(require('node:fs').readFileSync(process.argv[1], 'utf8')); }
  catch ({ code }) { console.log(code); }`;

/** Of all processes, as every user may read them. */
function commandLines(): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      lines.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'latin1'));
    } catch {
      // It has ended.
    }
  }
  return lines;
}
