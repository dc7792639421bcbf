import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensure } from '../../shared/base/assert.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { sessionTraces } from '../engine/testing/sessionTraces.ts';
import { buildCli, running, type CliProcess } from './testing/cliProcess.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';

/** The command line as a process, against real JVMs with the real agent (build/java.mjs makes it before the tests). */
const SHOP = `
public class Shop {
  static int sold;
  static volatile boolean stop;
  public static void main(String[] args) throws Exception {
    if (args.length > 0) { for (int i = 0; i < 3; i++) order(i); System.err.println("sold " + sold); System.exit(7); }
    System.out.println("ready");
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == 'o') { order(sold); System.out.println("ordered"); }
      if (c == 'x') System.exit(0);
    }
  }
  static void order(int n) { pick(n); pick(n + 1); pack(); }
  static void pick(int n) { sold += n & 1; }
  static void pack() { sold++; wrap(); }
  static void wrap() { sold++; }
}`;

let classes = '';
let script = '';
let folder = '';
const started: TestJvm[] = [];

beforeAll(async () => {
  classes = compileJava('Shop', SHOP);
  script = await buildCli('cli');
});
afterAll(() => {
  removeFolder(classes);
  rmSync(script, { force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterEach(async () => {
  for (const jvm of started.splice(0)) await jvm.stop();
  rmSync(folder, { recursive: true, force: true });
});

function cli(...args: string[]): CliProcess {
  return running(spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function shop(java = ensure(TEST_JDKS.at(-1), 'a JDK'), ...options: string[]): Promise<TestJvm> {
  const jvm = await startJvm({ java, arguments: [...options, '-cp', classes, 'Shop'] });
  started.push(jvm);
  return jvm;
}

async function order(jvm: TestJvm, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const before = jvm.output().split('ordered').length;
    jvm.process.stdin?.write('o');
    await waitUntil(() => jvm.output().split('ordered').length > before, 'an order');
  }
}

async function longerThan(ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  await waitUntil(() => performance.now() > untilMs, 'time to pass');
}

const readSnapshot = (file: string): Snapshot => decodeSnapshot(new Uint8Array(readFileSync(file)));

/** class::method -> calls, over all threads. */
function callsIn(file: string): Record<string, number> {
  const { threads, methods } = readSnapshot(file);
  const names = new Map(methods.map(({ id, className, name }) => [id as number, `${className}::${name}`]));
  const calls: Record<string, number> = {};
  for (const { table } of threads) {
    for (let node = 1; node < table.length; node++) {
      const name = names.get(table.method[node]) ?? '?';
      calls[name] = (calls[name] ?? 0) + table.calls[node];
    }
  }
  return calls;
}

const SUBGRAPH = (orders: number) => ({
  'Shop::order': orders,
  'Shop::pick': 2 * orders,
  'Shop::pack': orders,
  'Shop::wrap': orders,
});

describe.each(TEST_JDKS.map((java) => ({ name: `JDK ${java.feature}`, java })))('on $name', ({ java }) => {
  it.each(['lazy', 'eager', 'everything'])('records exact counts until Ctrl-C, scheme %s', async (scheme) => {
    const jvm = await shop(java);
    const file = join(folder, 'shop.sluice');
    const root = scheme === 'everything' ? 'Shop' : 'Shop::order';
    const run = cli('record', String(jvm.pid), '--root', root, '--scheme', scheme, '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await order(jvm, 5);
    run.process.kill('SIGINT');
    expect(await run.ended, run.err).toBe(0);
    expect(run.out).toBe('');
    expect(callsIn(file)).toEqual(SUBGRAPH(5));
    expect(readSnapshot(file)).toMatchObject({
      complete: true,
      droppedEvents: 0,
      roots: [root],
      scheme,
      target: { pid: jvm.pid, mainClass: 'Shop' },
    });
    await order(jvm, 1); // it lives on
    expect(jvm.output()).not.toContain('Full thread dump');
  });

  it('launches: output, exit code and the first instruction are the program’s own', async () => {
    const file = join(folder, 'launched.sluice');
    const java17 = join(java.home, 'bin/java');
    const run = cli(
      'launch',
      '--root',
      'Shop::order',
      '-o',
      file,
      '--',
      java17,
      '-cp',
      classes,
      'Shop',
      'now',
    );
    expect(await run.ended, run.err).toBe(7);
    expect(run.err).toContain('sold 9');
    expect(callsIn(file)).toEqual(SUBGRAPH(3));
  });
});

describe('record', () => {
  it('ends by itself after its duration, chosen by a part of the main class', async () => {
    const jvm = await shop();
    const file = join(folder, 'timed.sluice');
    const run = cli('record', 'Shop', '--root', 'Shop::order', '-d', '700ms', '--clock', 'none', '-o', file);
    await waitUntil(
      () => run.err.includes('\nrecording for 0.7 s') || run.process.exitCode !== null,
      'the recording',
    );
    await order(jvm, 2);
    expect(await run.ended, run.err).toBe(0);
    expect(callsIn(file)).toEqual(SUBGRAPH(2));
  });

  it('begins its duration with the first root call', async () => {
    const jvm = await shop();
    const file = join(folder, 'late.sluice');
    const run = cli('record', 'Shop', '--root', 'Shop::order', '-d', '300ms', '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await longerThan(300);
    await order(jvm, 1);
    expect(await run.ended, run.err).toBe(0);
    expect(callsIn(file)).toEqual(SUBGRAPH(1));
  });

  it('ends when no root is called for as long as it waits, and says so', async () => {
    const jvm = await shop();
    const file = join(folder, 'unmet.sluice');
    const times = ['-d', '10m', '--wait', '200ms'];
    const run = cli('record', String(jvm.pid), '--root', 'Shop::order', ...times, '-o', file);
    expect(await run.ended, run.err).toBe(0);
    expect(run.err).toMatch(/warning: no root was called within 200.ms: it ends \(--wait/);
    expect(run.err).toContain('so it is empty');
    expect(callsIn(file)).toEqual({});
  });

  it.each([
    ['it waits for its first root call', ['-d', '10m'], /\nrecording for 600 s/],
    ['it is prepared', ['--sampled-times', '60s'], /attached to/],
  ])(
    'that is given up while %s saves nothing, and leaves the program as it was',
    async (_, options, begun) => {
      const jvm = await shop();
      const file = join(folder, 'none.sluice');
      const run = cli('record', String(jvm.pid), '--root', 'Shop::order', ...options, '-o', file);
      await waitUntil(() => begun.test(run.err) || run.process.exitCode !== null, 'what is given up');
      await longerThan(300);
      run.process.kill('SIGINT');
      expect(await run.ended, run.err).toBe(130);
      expect(run.err).toMatch(/given up .*: nothing is saved/);
      expect(existsSync(file)).toBe(false);
      await order(jvm, 1);
      expect(jvm.output()).not.toContain('Full thread dump');
    },
  );

  it('leaves out what happened in its warm-up', { tags: 'slow' }, async () => {
    const jvm = await shop();
    const file = join(folder, 'warm.sluice');
    const run = cli('record', 'Shop', '--root', 'Shop::order', '--warmup', '4s', '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await order(jvm, 4);
    expect(run.err).not.toContain('reset');
    await waitUntil(
      () => run.err.includes('the results begin here') || run.process.exitCode !== null,
      'reset',
    );
    await order(jvm, 2);
    run.process.kill('SIGINT');
    expect(await run.ended, run.err).toBe(0);
    expect(callsIn(file)).toEqual(SUBGRAPH(2));
  });

  it('has its whole duration behind its warm-up', async () => {
    const jvm = await shop();
    const file = join(folder, 'whole.sluice');
    const times = ['--warmup', '300ms', '-d', '700ms'];
    const run = cli('record', 'Shop', '--root', 'Shop::order', ...times, '-o', file);
    await waitUntil(() => run.err.includes('\nreset') || run.process.exitCode !== null, 'the reset');
    await order(jvm, 1);
    expect(await run.ended, run.err).toBe(0);
    expect(readSnapshot(file).durationMs).toBeGreaterThanOrEqual(700);
  });

  it('says when it ended before its warm-up did', { tags: 'slow' }, async () => {
    const jvm = await shop();
    const file = join(folder, 'cold.sluice');
    const run = cli('record', 'Shop', '--root', 'Shop::order', '--warmup', '10m', '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await order(jvm, 2);
    jvm.process.stdin?.write('x');
    expect(await run.ended, run.err).toBe(0);
    expect(run.err).toContain('all of the recording is warm-up');
    expect(callsIn(file)).toEqual(SUBGRAPH(2));
  });

  it('keeps what was recorded when the target ends', async () => {
    const jvm = await shop();
    const file = join(folder, 'ended.sluice');
    const run = cli('record', String(jvm.pid), '--root', 'Shop::order', '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await order(jvm, 2);
    jvm.process.stdin?.write('x');
    expect(await run.ended, run.err).toBe(0);
    expect(run.err).toContain('the session ended');
    expect(callsIn(file)).toEqual(SUBGRAPH(2));
  });

  it.each([
    ['the terminal is closed', ['SIGHUP']],
    ['timeout(1) tells it twice', ['SIGTERM', 'SIGTERM']],
  ] as const)('keeps what was recorded when %s', async (_, signals) => {
    const jvm = await shop();
    const file = join(folder, 'kept.sluice');
    const run = cli('record', String(jvm.pid), '--root', 'Shop::order', '-o', file);
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    await order(jvm, 2);
    for (const signal of signals) run.process.kill(signal);
    expect(await run.ended, run.err).toBe(0);
    expect(callsIn(file)).toEqual(SUBGRAPH(2));
  });

  it('ends with 4 when the target ends before anything was recorded', async () => {
    const jvm = await shop();
    const run = cli('record', String(jvm.pid), '--root', 'Shop::order', '-o', join(folder, 'none.sluice'));
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    jvm.process.stdin?.write('x');
    expect(await run.ended, run.err).toBe(4);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['Shop::ordr', /Shop::ordr/],
    ['no.such.Shop::order', /no\.such\.Shop/],
    ['Shop::order(', /Shop::order\(/],
  ])('tells at once that root %s is not there', async (root, sentence) => {
    const jvm = await shop();
    const run = cli('record', String(jvm.pid), '--root', root, '-o', join(folder, 'x.sluice'));
    expect(await run.ended).toBe(2);
    expect(run.err).toMatch(sentence);
    expect(run.err).not.toMatch(/\bat .*\.ts|\.mjs:/);
    await order(jvm, 1);
  });

  it('says that another Sluice is at work', async () => {
    const jvm = await shop();
    const first = cli('record', String(jvm.pid), '--root', 'Shop::order', '-o', join(folder, 'first.sluice'));
    await waitUntil(
      () => first.err.includes('\nrecording') || first.process.exitCode !== null,
      'the recording',
    );
    const second = cli(
      'record',
      String(jvm.pid),
      '--root',
      'Shop::order',
      '-o',
      join(folder, 'second.sluice'),
    );
    expect(await second.ended).toBe(3);
    expect(second.err).toContain(`profiled already, by the Sluice with pid ${first.process.pid}`);
    await order(jvm, 1);
    first.process.kill('SIGTERM');
    expect(await first.ended, first.err).toBe(0);
    expect(callsIn(join(folder, 'first.sluice'))).toEqual(SUBGRAPH(1));
  });

  it('leaves the target unharmed when it is killed, and the target can be recorded again', async () => {
    const jvm = await shop();
    const killed = cli(
      'record',
      String(jvm.pid),
      '--root',
      'Shop::order',
      '-o',
      join(folder, 'killed.sluice'),
    );
    await waitUntil(
      () => killed.err.includes('\nrecording') || killed.process.exitCode !== null,
      'the recording',
    );
    await order(jvm, 1);
    killed.process.kill('SIGKILL');
    await killed.ended;
    await order(jvm, 2);
    const file = join(folder, 'again.sluice');
    await waitUntil(async () => {
      const again = cli(
        'record',
        String(jvm.pid),
        '--root',
        'Shop::order',
        '-d',
        '300ms',
        '--wait',
        '300ms',
        '-o',
        file,
      );
      return (await again.ended) === 0;
    }, 'a second recording');
  });

  it('leaves nothing in the directories for temporary files', async () => {
    const jvm = await shop();
    const run = cli('record', String(jvm.pid), '--root', 'Shop::order', '-o', join(folder, 'x.sluice'));
    await waitUntil(() => run.err.includes('\nrecording') || run.process.exitCode !== null, 'the recording');
    expect(sessionTraces([Number(run.process.pid), jvm.pid])).toEqual([]);
    run.process.kill('SIGINT');
    await run.ended;
  });
});

describe('launch', () => {
  it('ends with the exit code of a program that never gets there', async () => {
    const java = join(ensure(TEST_JDKS[0], 'a JDK').home, 'bin/java');
    const run = cli(
      'launch',
      '--root',
      'Shop::order',
      '-o',
      join(folder, 'x.sluice'),
      '--',
      java,
      '-nonsense',
    );
    expect(await run.ended).toBe(1);
    expect(run.err).toContain('ended with exit code 1, before the profiler was in it');
    expect(run.err).toContain('what it says itself tells more');
  });

  it('takes the other launchers of the JDK', { tags: 'slow' }, async () => {
    const { home } = ensure(TEST_JDKS[0], 'a JDK');
    writeFileSync(join(folder, 'Empty.java'), 'class Empty { }');
    const file = join(folder, 'x.sluice');
    const root = 'com.sun.tools.javac.main.JavaCompiler::compile';
    const options = ['--scheme', 'lazy', '--include-core', '--only', 'com.sun.tools.javac.main.**'];
    const command = [join(home, 'bin/javac'), '-d', folder, join(folder, 'Empty.java')];
    const run = cli('launch', '--root', root, ...options, '-o', file, '--', ...command);
    expect(await run.ended, run.err).toBe(0);
    expect(readdirSync(folder)).toContain('Empty.class');
    expect(callsIn(file)).toMatchObject({ [root]: 1 });
  });

  it('says of a command that starts no java how it would get the profiler', async () => {
    const run = cli('launch', '--root', 'Shop::order', '-o', join(folder, 'x.sluice'), '--', 'true');
    expect(await run.ended).toBe(4);
    expect(run.err).toMatch(
      /ended with exit code 0, .*\n *A command that is no launcher .* JDK_JAVA_OPTIONS/,
    );
  });

  it('leaves the options of its program alone, without -- too', async () => {
    const java = join(ensure(TEST_JDKS[0], 'a JDK').home, 'bin/java');
    const file = join(folder, 'launched.sluice');
    const run = cli('launch', '--root', 'Shop::order', '-o', file, java, '-cp', classes, 'Shop', '-o');
    expect(await run.ended, run.err).toBe(7);
    expect(callsIn(file)).toEqual(SUBGRAPH(3));
  });

  it('goes through a script', async () => {
    const java = join(ensure(TEST_JDKS[0], 'a JDK').home, 'bin/java');
    const shell = join(folder, 'run.sh');
    writeFileSync(shell, `#!/bin/sh\n"${java}" -cp "${classes}" Shop now\nexit $(($? + 1))\n`, {
      mode: 0o755,
    });
    const file = join(folder, 'x.sluice');
    const run = cli('launch', '--root', 'Shop::order', '-o', file, '--', shell);
    expect(await run.ended, run.err).toBe(8);
    expect(callsIn(file)).toEqual(SUBGRAPH(3));
  });

  it('says that a command does not exist', async () => {
    const run = cli('launch', '--root', 'Shop::order', '-o', join(folder, 'x.sluice'), '--', '/no/such/java');
    expect(await run.ended).toBe(2);
    expect(run.err).toContain('The command /no/such/java could not be started: there is no such program');
  });

  it('says that no class with the root was ever loaded, and what was not saved', async () => {
    const java = join(ensure(TEST_JDKS[0], 'a JDK').home, 'bin/java');
    const file = join(folder, 'x.sluice');
    const run = cli('launch', '--root', 'Shop::ordr', '-o', file, '--', java, '-cp', classes, 'Shop', 'now');
    expect(await run.ended).toBe(4);
    expect(run.err).toMatch(/x\.sluice was not written: no class with a root method was loaded/);
  });
});

describe('usage', () => {
  it('tells its version on stdout', async () => {
    const run = cli('--version');
    expect(await run.ended).toBe(0);
    expect(run.out).toMatch(/^sluice \d+\.\d+\.\d+ \(protocol \d+, recordings \d+\)\n$/);
  });

  it('shows no defaults that are nothing', async () => {
    const run = cli('record', '--help');
    expect(await run.ended).toBe(0);
    expect(run.out).toMatch(/default: "lazy"/);
    expect(run.out).not.toMatch(/default: (\[\]|false)/);
  });

  it('lists as JSON on stdout', async () => {
    const jvm = await shop();
    const run = cli('list', '--format', 'json');
    expect(await run.ended).toBe(0);
    const list = JSON.parse(run.out) as { pid: number; mainClass: string; attachable: boolean }[];
    expect(list.find(({ pid }) => pid === jvm.pid)).toMatchObject({ mainClass: 'Shop', attachable: true });
  });
});

describe('stdout', () => {
  /** Two recordings that differ. */
  const recordings = (): string[] =>
    ['0>A 45<A', '0>A 10>B 30<B 45<A'].map((calls, index) => {
      const file = join(folder, `${index}.sluice`);
      writeFileSync(file, encodeSnapshot(exampleSnapshot(`main: ${calls}`)));
      return file;
    });

  it('may be closed by its reader, and the exit code tells of the gate all the same', async () => {
    const run = cli('diff', ...recordings(), '--fail-on', 'calls>0%');
    run.process.stdout?.destroy();
    expect(await run.ended, run.err).toBe(5);
    expect(run.err).toMatch(/^FAILED calls>0%/);
  });

  it.runIf(process.platform === 'linux')('may be full: that is told in a sentence', async () => {
    const full = openSync('/dev/full', 'w');
    const [file] = recordings();
    const run = running(
      spawn(process.execPath, [script, 'report', file], { stdio: ['ignore', full, 'pipe'] }),
    );
    expect(await run.ended).toBe(1);
    closeSync(full);
    expect(run.err).toMatch(/^sluice: stdout could not be written: the disk is full\./);
  });
});
