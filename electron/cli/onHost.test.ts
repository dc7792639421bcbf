// @module-tag slow
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';
import { countsOf, RecordedShops } from './testing/recordedShops.ts';

/** An engine that is started elsewhere; here its elsewhere is another process with a home of its own. */

const OPTIONS = ['--metrics', 'calls,bytecodes,objects'];

let shops: RecordedShops;
let home = '';
/** What runs a shell elsewhere. */
let on: readonly string[] = [];
beforeAll(() => {
  shops = new RecordedShops();
  home = shops.folder;
  on = ['--on', `exec:env HOME=${home} XDG_CACHE_HOME= sh`];
});
afterAll(() => shops.remove());

async function recorded(name: string, place: readonly string[]): Promise<string> {
  const { file, told, type, ended } = await shops.record(name, place, OPTIONS);
  type('stop');
  expect(await ended, told.join('\n')).toBe(0);
  return file;
}

const engines = (): string[] => readdirSync(join(home, '.cache/sluice/engines'));

it('a recording by an engine elsewhere is that of one here, and the engine is sent there once', async () => {
  const [here, there] = [await recorded('here', []), await recorded('there', on)];
  const [hash] = engines();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const again = await recorded('again', on);
  expect(engines()).toEqual([hash]);
  for (const view of ['tree', 'hot', 'threads']) {
    const counts = await countsOf(here, view);
    expect(JSON.stringify(counts)).toContain('"calls":');
    expect(await countsOf(there, view)).toEqual(counts);
    expect(await countsOf(again, view)).toEqual(counts);
  }
});

it('what is asked here can be asked there', async () => {
  const jvm = await shops.start();
  const pid = String(jvm.pid);
  const there = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await sluice(...on, ...args);
    expect(code, err).toBe(0);
    return out;
  };
  expect(await there('list')).toContain(pid);
  expect(await there('methods', pid, 'Shop')).toContain('pick');
  expect(await there('preview', pid, '--root', 'Shop::order')).toContain('Shop');
  expect(await there('doctor', pid)).toContain(pid);
  expect(await there('threads', pid, '--view', 'stacks')).toContain('Shop.main');
  expect(await there('heap', pid, '--filter', 'Thread')).toContain('java.lang.Thread');
  const dump = join(home, 'there.hprof');
  await there('heap', pid, '--output', dump);
  expect((await sluice('heap', dump, '--class', 'java.lang.Thread', '--view', 'biggest')).out).toContain(
    'Thread',
  );
  const samples = join(home, 'samples.sluice');
  await there('sample', pid, '--duration', '500ms', '--output', samples);
  expect((await sluice('report', samples, '--view', 'hot')).code).toBe(0);
});

it('a program is launched there and recorded from its first instruction', async () => {
  const file = join(home, 'launched.sluice');
  const command = [join(shops.java.home, 'bin/java'), '-cp', shops.classes, 'Shop'];
  const { code, err } = await sluice(...on, 'launch', '--root', 'Shop::main', '-o', file, '--', ...command);
  expect(code, err).toBe(0); // its input is empty, so it ends
  expect(err).toMatch(/^exec:.*: ready$/m);
  expect((await sluice('report', file)).out).toContain('main');
});

it('an engine whose carrier is killed leaves the program free, and what was recorded is saved and told', async () => {
  const pidFile = join(home, 'carrier.pid');
  const { jvm, file, told, type, ended } = await shops.record('cut', [
    ...['--on', `exec:echo $$ > ${pidFile}; exec env HOME=${home} XDG_CACHE_HOME= sh`],
  ]);
  type(`snapshot ${join(home, 'copy.sluice')}`);
  await waitUntil(() => told.some((line) => line.includes('the recording goes on')), 'what has come');
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  expect(await ended).not.toBe(0);
  expect(told.join('\n')).toContain('sluice: The engine is gone.');
  expect((await sluice('report', file)).out).toMatch(/INCOMPLETE: it was cut short/);
  const asked = (): Promise<number> =>
    sluice('preview', String(jvm.pid), '--root', 'Shop::order').then(({ code }) => code);
  await expect.poll(asked, { timeout: 20_000 }).toBe(0); // no other tool has it any more
});

/** A Node that says it is older. */
function oldNode(): string {
  const folder = join(home, 'old');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'old.cjs'),
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.1' } });",
  );
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\nexec ${process.execPath} -r ${join(folder, 'old.cjs')} "$@"\n`,
  );
  chmodSync(join(folder, 'node'), 0o755);
  return join(folder, 'node');
}

it.each([
  [
    'has no Node',
    () => ['--on', `exec:env -i PATH=${home} HOME=${home} /bin/sh`, '--on-node', '/nowhere/node'],
    /No engine runs at exec:.*There is no Node at the place that --on-node names\./,
  ],
  [
    'has an old Node',
    () => [...on, '--on-node', oldNode()],
    /No engine runs at exec:.*needs Node 20\.13 or newer, and this is 18\.19\.1/,
  ],
  [
    'has no shell',
    () => ['--on', 'exec:/nowhere/sh'],
    /No engine runs at exec:\/nowhere\/sh: .*not found\.\n.*--on-node PATH/,
  ],
  ['says nothing', () => ['--on', 'exec:true'], /No engine runs at exec:true: it ended without a word\./],
  ['complains for ever', () => ['--on', 'exec:yes >&2'], /No engine runs at exec:yes >&2: y\./],
  [
    'has one complaint without end',
    () => ['--on', "exec:tr '\\0' x </dev/zero >&2"],
    /No engine runs at exec:.*: x{4000,}/,
  ],
  ['says something else for ever', () => ['--on', 'exec:yes'], /writes without end/],
  [
    'may write nowhere',
    () => ['--on', `exec:env HOME=/proc XDG_CACHE_HOME= TMPDIR=/proc sh`],
    /The engine could not be installed: none of \/proc/,
  ],
])('a place that %s is refused with what was found', { timeout: 60_000 }, async (_, place, sentence) => {
  const { code, err } = await sluice(...place(), 'list');
  expect(code).toBe(1);
  expect(err).toMatch(sentence);
});

it.each([
  [['--on', 'web-1', 'list'], /--on web-1: that is no place.*\n.*It is one of ssh:/],
  [['--on', 'exec:sh', 'diff', 'a', 'b'], /--on exec:sh: `sluice diff` asks no other engine/],
  [['--on', 'exec:sh', '--engine', 'x', 'list'], /--engine and --on: they name two engines/],
  [['--on-node', '/x', 'list'], /--on-node: it says where Node is on another machine/],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, err } = await sluice(...args);
  expect(code).toBe(2);
  expect(err).toMatch(sentence);
});
