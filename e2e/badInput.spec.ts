import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startApp } from './fixtures/app.ts';
import { reportOf, runCli, startRecording, type CliResult } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { isAlive } from './fixtures/processState.ts';
import { startTarget, type Target } from './fixtures/targets.ts';

/** Everything that can be wrong gets a sentence, a code, and leaves the target alone. */
const [jdk] = JDKS;
const NOBODY = 65534;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-bad-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const record = (pid: number | string, root = 'Recursion::root', ...more: string[]): Promise<CliResult> =>
  runCli(['record', String(pid), '--root', root, '--output', join(folder, 'never.sluice'), ...more]);

function expectSentence(result: CliResult, words: RegExp): void {
  expect(result.stderr).toMatch(words);
  expect(result.stderr).not.toMatch(/^\s+at .*:\d+/m); // no stack traces
  expect(result.stderr).not.toMatch(/BugError|undefined|\[object/);
  expect(result.code).toBeGreaterThan(0);
  expect(result.stdout.trim()).toBe('');
}

async function withTarget(name: string, work: (program: Target) => Promise<void>): Promise<void> {
  const program = await startTarget(jdk, name);
  try {
    await work(program);
  } finally {
    await program.stop();
  }
}

/** The target still works, in the same process. */
async function expectUnharmed(program: Target): Promise<void> {
  await program.send('run');
  expect(isAlive(program.pid)).toBe(true);
  expect(program.errors.text).not.toMatch(/Full thread dump|sluice\./);
}

test('a pid that does not exist', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expectSentence(
    await record(Number(child.pid)),
    new RegExp(`no process ${child.pid}|${child.pid} does not exist`),
  );
});

test('a pid that is no number', async () => {
  expectSentence(await record('4711x'), /4711x/);
});

test('a process that is no JVM is not signalled', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  try {
    expectSentence(await record(Number(child.pid)), /not a (JVM|Java)|no JVM/i);
    expect(isAlive(Number(child.pid))).toBe(true); // SIGQUIT would have ended it
  } finally {
    child.kill('SIGKILL');
  }
});

test("another user's JVM", async () => {
  test.skip(process.getuid?.() !== 0, 'only root can run the command line as another user');
  const script = fileURLToPath(new URL('../dist/cli/sluice.js', import.meta.url));
  test.skip(!mayBeReadByAll(script), 'this checkout is not readable for another user');
  await withTarget('Recursion', async (program) => {
    const args = [
      script,
      'record',
      String(program.pid),
      '--root',
      'Recursion::root',
      '--output',
      '/var/tmp/never.sluice', // where everybody may write
    ];
    const cli = spawn(process.execPath, args, {
      uid: NOBODY,
      gid: NOBODY,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    cli.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(cli, 'close')) as [number];
    expectSentence({ code, stdout: '', stderr }, /belongs to user/);
    await expectUnharmed(program);
  });
});

test('a JVM that ends during the attach', async () => {
  await withTarget('Recursion', async (program) => {
    const recording = record(program.pid);
    await program.stop();
    expectSentence(await recording, /ended|gone|does not exist|no process|closed/i);
  });
});

test('a JVM that ends during the recording: what was recorded is kept', async () => {
  await withTarget('Recursion', async (program) => {
    const file = join(folder, 'ended.sluice');
    const recording = await startRecording(program.pid, 'Recursion::root', file);
    await program.send('run');
    program.process.stdin?.end(); // it exits by itself
    await recording.ended;
    const { roots } = await reportOf(file);
    expect(roots).toMatchObject([{ method: 'Recursion.root', calls: 1 }]);
  });
});

test('a pattern that matches nothing', async () => {
  await withTarget('Recursion', async (program) => {
    expectSentence(await record(program.pid, 'Recursion::rooot'), /Recursion::rooot/);
    expectSentence(await record(program.pid, 'no.such.Klass::run'), /no\.such\.Klass::run: no such class/);
    expectSentence(await record(program.pid, 'Polymorphism::root'), /Polymorphism exists, but is not loaded/);
    expectSentence(await record(program.pid, 'Recursion::root('), /Recursion::root\(/);
    await expectUnharmed(program);
  });
});

test('a root that cannot be rewritten is named with the reason', async () => {
  await withTarget('BigMethod', async (program) => {
    expectSentence(await record(program.pid, 'BigMethod::almostFull'), /almostFull.*bytes/s);
    await expectUnharmed(program);
  });
});

test('a snapshot that is none', async () => {
  const file = join(folder, 'garbage.sluice');
  writeFileSync(file, Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) & 255)));
  expectSentence(await runCli(['report', file, '--format', 'json']), /garbage\.sluice/);
  expectSentence(await runCli(['report', join(folder, 'absent.sluice')]), /absent\.sluice/);
});

test('unknown commands and options, and a root that is missing', async () => {
  expectSentence(await runCli(['recrod']), /recrod/);
  expectSentence(await runCli(['record', '--wrong']), /--wrong/);
  expectSentence(await runCli(['record', '1', '--output', join(folder, 'never.sluice')]), /root/);
});

test('garbage on the port of the page, a wrong token and a foreign host are turned away', async () => {
  const app = await startApp();
  try {
    const { port, origin } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {}); // reset is a fine answer
    socket.resume(); // an answer that nobody reads would keep the socket open
    socket.write(Buffer.from(Array.from({ length: 65536 }, (_, i) => (i * 31) & 255)));
    await once(socket, 'close');
    expect((await fetch(`${origin}/`)).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${origin}/${'0'.repeat(32)}/`)).status).toBeGreaterThanOrEqual(400);
    expect(
      await statusWithHost(Number(port), new URL(app.url).pathname, 'example.org'),
    ).toBeGreaterThanOrEqual(400);
    expect((await fetch(app.url)).status).toBe(200);
  } finally {
    await app.stop();
  }
});

test('nothing of Sluice is left in the temporary folder of a session', () => {
  const left = readdirSync(tmpdir()).filter((name) => /^\.attach_pid|^sluice-session/.test(name));
  expect(left).toEqual([]);
});

/** The status line of a request with a forged Host header, as a rebound DNS name would send it. */
async function statusWithHost(port: number, path: string, host: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 400); // closed without an answer: turned away
}

function mayBeReadByAll(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    for (let path = dirname(file); path !== dirname(path); path = dirname(path)) {
      if ((statSync(path).mode & 0o001) === 0) return false;
    }
    return (statSync(file).mode & 0o004) !== 0;
  } catch {
    return false;
  }
}
