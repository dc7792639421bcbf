// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensure } from '../../shared/base/assert.ts';
import { Engine } from '../engine/engine.ts';
import { EngineServer } from '../engine/server/server.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  waitUntil,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { Relay } from '../engine/testing/relay.ts';
import { main } from './main.ts';
import { sluice } from './testing/commandLine.ts';

/** Each line of its input is one order; `x` ends it. */
const SHOP = `
public class Shop {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == 'o') { order(3); System.out.println("ordered"); }
      if (c == 'x') System.exit(0);
    }
  }
  static int order(int n) { return pick(n) + pick(n) + pack(n); }
  static int pick(int n) { return n == 0 ? 0 : 1 + pick(n - 1); }
  static int pack(int n) { return n; }
}`;
const ORDERS = 5;

let classes = '';
let folder = '';
let engine: Engine;
let server: EngineServer;
let addressFile = '';
const jvms: TestJvm[] = [];
beforeAll(async () => {
  classes = compileJava('Shop', SHOP);
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  engine = new Engine();
  server = await EngineServer.start({ engine, port: 0, pageFiles: new Map() });
  addressFile = join(folder, 'address.html');
  writeFileSync(addressFile, `<a href="${server.url}">Sluice</a>`);
});
afterAll(async () => {
  for (const jvm of jvms) await jvm.stop();
  await server.close();
  await engine.close();
  removeFolder(classes);
  rmSync(folder, { recursive: true, force: true });
});

async function shop(): Promise<TestJvm> {
  const java = ensure(TEST_JDKS.at(-1), 'a JDK');
  const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Shop'] });
  jvms.push(jvm);
  return jvm;
}

const reportOf = async (file: string, view: string): Promise<unknown> =>
  JSON.parse((await sluice('report', file, '--view', view, '--format', 'json')).out);

/** The same without what each run takes anew: times, and all that is about the run as such. */
function callsIn(report: unknown): unknown {
  return JSON.parse(
    JSON.stringify(report, (key, value: unknown) =>
      /Ns$|Ms$|At$|^(recording|notes|file|overhead|timeline|calibration|pid)$/.test(key) ? undefined : value,
    ),
  );
}

/** What ends a recording: its command, or the end of its program. */
type End = 'stop' | 'exit';

/** A program of its own is recorded by one command line while it takes ORDERS orders. */
async function recorded(name: string, end: End, ...engineOptions: readonly string[]): Promise<string> {
  const file = join(folder, `${name}.sluice`);
  const jvm = await shop();
  const told: string[] = [];
  let type = (_: string): void => {};
  const ended = main(
    [...engineOptions, 'record', String(jvm.pid), '--root', 'Shop::order', '--clock', 'none', '-o', file],
    {
      data: async () => true,
      talk: (line) => void told.push(line),
      progress: () => {},
      readLines: (onLine) => {
        type = onLine;
        return () => {};
      },
    },
  );
  await waitUntil(() => told.some((line) => line.startsWith('recording')), 'the recording');
  for (let i = 1; i <= ORDERS; i++) {
    jvm.process.stdin?.write('o');
    await waitUntil(() => jvm.output().split('ordered').length > i, 'an order');
  }
  if (end === 'stop') type('stop');
  else jvm.process.stdin?.write('x');
  expect(await ended, told.join('\n')).toBe(0);
  return file;
}

it.each<End>(['stop', 'exit'])(
  'a recording by a served engine is that of one in process, ended by %s',
  async (end) => {
    const here = await recorded(`here-${end}`, end);
    const served = await recorded(`served-${end}`, end, '--engine', addressFile);
    for (const view of ['tree', 'hot', 'threads']) {
      const calls = callsIn(await reportOf(served, view));
      expect(calls).toEqual(callsIn(await reportOf(here, view)));
      expect(JSON.stringify(calls)).toContain('"calls":'); // so that the comparison is of something
    }
  },
);

it('the command line asks a served engine what it asks its own', async () => {
  const jvm = await shop();
  for (const args of [
    ['list', '--format', 'json'],
    ['classes', String(jvm.pid), 'Shop', '--format', 'json'],
    ['methods', String(jvm.pid), 'Shop', '--format', 'json'],
    ['preview', String(jvm.pid), '--root', 'Shop::order'],
    ['source', String(jvm.pid), 'Shop::pack', '--bytecode'],
  ]) {
    const served = await sluice('--engine', server.url, ...args);
    expect(served.code, served.err).toBe(0);
    expect(served.out).toMatch(/Shop|pack/);
    if (args[0] !== 'list') expect(served.out).toBe((await sluice(...args)).out); // uptimes pass
  }
});

it('questions without an agent go to a served engine too', async () => {
  const jvm = await shop();
  const pid = String(jvm.pid);
  const served = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await sluice('--engine', server.url, ...args);
    expect(code, err).toBe(0);
    return out;
  };
  const findings = (text: string): unknown => (JSON.parse(text) as { target: unknown }).target;
  const doctor = ['doctor', pid, '--format', 'json'];
  expect(findings(await served(...doctor))).toEqual(findings((await sluice(...doctor)).out));
  expect(await served('threads', pid, '--view', 'stacks')).toContain('Shop.main');
  expect(await served('heap', pid, '--filter', 'Shop', '--format', 'json')).toContain('"Shop"');
  const dump = join(folder, 'served.hprof');
  await served('heap', pid, '--output', dump);
  expect((await sluice('heap', dump, '--class', 'java.lang.Thread', '--view', 'biggest')).out).toContain(
    'Thread',
  );
  const samples = join(folder, 'samples.sluice');
  await served('sample', pid, '--duration', '500ms', '--output', samples);
  expect((await sluice('report', samples, '--view', 'hot')).code).toBe(0);
  const [line] = (
    await served('watch', pid, '--account', 'shop=Shop', '--period', '100ms', '--duration', '200ms')
  ).split('\n');
  expect(JSON.parse(line)).toMatchObject({ accounts: { shop: {} } });
});

it.each([
  [['--engine', 'nowhere.html', 'list'], /--engine nowhere\.html: it cannot be read/],
  [['--engine', 'http://127.0.0.1:1/', 'list'], /there is no address of an engine in it/],
  [['--engine', `http://127.0.0.1:1/${'a'.repeat(64)}/`, 'list'], /No engine answers/],
  [
    ['--engine', 'x', 'report', 'a.sluice'],
    /`sluice report` asks no other engine.*\n.*It is for all commands but report,/,
  ],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, err } = await sluice(...args);
  expect(code).toBeGreaterThan(0);
  expect(err).toMatch(sentence);
});

it('an engine behind a tunnel from another port is asked as one that is here', async () => {
  const tunnel = await Relay.before(Number(new URL(server.url).port));
  try {
    const place = server.url.replace(/:\d+/, `:${tunnel.port}`);
    const jvm = await shop();
    const { code, out } = await sluice('--engine', place, 'list', '--format', 'json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { pid: number }[]).map(({ pid }) => pid)).toContain(jvm.pid);
  } finally {
    tunnel.close();
  }
});
