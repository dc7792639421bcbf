// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Engine } from '../engine/engine.ts';
import { EngineServer } from '../engine/server/server.ts';
import { Relay } from '../engine/testing/relay.ts';
import { sluice } from './testing/commandLine.ts';
import { countsOf, RecordedShops } from './testing/recordedShops.ts';

let shops: RecordedShops;
let folder = '';
let engine: Engine;
let server: EngineServer;
let addressFile = '';
beforeAll(async () => {
  shops = new RecordedShops();
  folder = shops.folder;
  engine = new Engine();
  server = await EngineServer.start({ engine, port: 0, pageFiles: new Map() });
  addressFile = join(folder, 'address.html');
  writeFileSync(addressFile, `<a href="${server.url}">Sluice</a>`);
});
afterAll(async () => {
  await server.close();
  await engine.close();
  await shops.remove();
});

/** What ends a recording: its command, or the end of its program. */
type End = 'stop' | 'exit';

async function recorded(name: string, end: End, ...place: readonly string[]): Promise<string> {
  const { jvm, file, told, type, ended } = await shops.record(name, place);
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
      const calls = await countsOf(served, view);
      expect(calls).toEqual(await countsOf(here, view));
      expect(JSON.stringify(calls)).toContain('"calls":'); // so that the comparison is of something
    }
  },
);

it('the command line asks a served engine what it asks its own', async () => {
  const jvm = await shops.start();
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
  const jvm = await shops.start();
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
    const jvm = await shops.start();
    const { code, out } = await sluice('--engine', place, 'list', '--format', 'json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { pid: number }[]).map(({ pid }) => pid)).toContain(jvm.pid);
  } finally {
    tunnel.close();
  }
});
