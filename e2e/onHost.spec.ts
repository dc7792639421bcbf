import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { ensure } from '../shared/base/assert.ts';
import { seededRandom } from '../shared/testing/arbitraryEvents.ts';
import { waitUntil } from '../electron/engine/testing/javaFixture.ts';
import { titleOf } from './expectedTree.ts';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { reportOf, spawnCli, type RunningCli } from './fixtures/cli.ts';
import { installedCodeOf } from './fixtures/installedCode.ts';
import { JDKS } from './fixtures/jdks.ts';
import { listeningPortsOf, sluiceThreadsOf } from './fixtures/processState.ts';
import { expectTree, recordAttached } from './fixtures/recordTarget.ts';
import { startSshServer, whyNoSsh, type SshServer } from './fixtures/sshServer.ts';
import { startTarget } from './fixtures/targets.ts';

/** An engine on a machine that is reached by ssh, over a link with a round trip of 50 ms. */

const ONE_WAY_MS = 25;
const KILLS = process.env.SLUICE_LONG ? 20 : 4;
const RESTORED_MS = 10_000;
/** To log in takes 0.6 s of it on two slow cores, to start Node twice 0.3 s; the rest are round trips. */
const LATER_MS = 2_000;
const JDK = ensure(JDKS.at(-1), 'a JDK');
/** Of the programs with known trees; all others run behind them. */
const USUAL = new Set(['Recursion', 'LateClasses', 'VirtualThreads']);

const noSsh = whyNoSsh();
test.skip(noSsh !== null, noSsh ?? '');
test.describe.configure({ mode: 'default' }); // one process: one server

let folder: string;
let server: SshServer;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-on-host-'));
  server = await startSshServer(ONE_WAY_MS);
  const whyNobody = await server.whyNobody();
  test.skip(whyNobody !== '', `sshd lets nobody in here: ${whyNobody}`);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const there = (...args: readonly string[]): RunningCli =>
  spawnCli(['--on', server.on, ...args], undefined, { env: server.env });

const record = (
  pid: number,
  root: string,
  file: string,
  ...options: readonly string[]
): readonly string[] => [...['record', String(pid), '--root', root, '--output', file], ...options];

async function ended(cli: RunningCli): Promise<string> {
  expect(await cli.code, cli.stderr.text).toBe(0);
  return cli.stdout.text;
}

test('lists the JVMs there, and sends the engine once', async () => {
  const target = await startTarget(JDK, 'Polymorphism');
  try {
    expect(await ended(there('list'))).toContain(String(target.pid));
    const engines = readdirSync(join(server.home, '.cache/sluice/engines'));
    expect(engines).toHaveLength(1);
    const before = server.crossedBytes();
    expect(await ended(there('list'))).toContain(String(target.pid));
    expect(server.crossedBytes() - before).toBeLessThan(100_000);
    expect(readdirSync(join(server.home, '.cache/sluice/engines'))).toEqual(engines);
  } finally {
    await target.stop();
  }
});

for (const jdk of JDKS)
  for (const expected of EXPECTED_TREES.filter(({ sinceJdk = 0 }) => sinceJdk <= jdk.feature)) {
    const details = jdk === JDK && USUAL.has(expected.target) ? {} : { tag: '@slow' };
    test(`${titleOf(expected)} has the tree there that it has here, ${jdk.name}`, details, async () => {
      const file = join(folder, `${titleOf(expected).replaceAll(/\W/g, '_')}-${jdk.feature}.sluice`);
      expectTree(await recordAttached(jdk, expected, file, [], server), expected);
    });
  }

test('records soon after the command, and nothing listens meanwhile', { tag: '@slow' }, async () => {
  const target = await startTarget(JDK, 'Polymorphism');
  const begunAfterMs = async (begin: () => RunningCli): Promise<number> => {
    const startMs = performance.now();
    const cli = begin();
    await cli.stderr.waitFor(/^recording/);
    const tookMs = performance.now() - startMs;
    expect(listeningPorts()).toEqual(before);
    expect(listeningPortsOf(target.pid)).toEqual([]);
    cli.kill('SIGINT');
    await cli.code;
    return tookMs;
  };
  const command = record(target.pid, 'Polymorphism::root', join(folder, 'quick.sluice'));
  await ended(there('list')); // the engine is there
  const before = listeningPorts();
  try {
    const [hereMs, thereMs] = [
      await begunAfterMs(() => spawnCli(command)),
      await begunAfterMs(() => there(...command)),
    ];
    console.log(`recording after ${Math.round(hereMs)} ms here, ${Math.round(thereMs)} ms there`);
    expect(thereMs - hereMs).toBeLessThan(LATER_MS);
  } finally {
    await target.stop();
  }
});

test(
  `ssh or the engine is killed ${KILLS} times: the program is as it was, and the recording is saved and told`,
  { tag: '@slow' },
  async () => {
    test.setTimeout(60_000 + KILLS * 30_000);
    const target = await startTarget(JDK, 'Polymorphism');
    const random = seededRandom(7);
    const code = () => installedCodeOf(JDK, target.pid, 'Polymorphism');
    try {
      const before = await code();
      for (let kill = 0; kill < KILLS; kill++) {
        const who = kill % 2 === 0 ? 'ssh' : 'serverMain.js';
        await test.step(`${who} is killed`, async () => {
          const file = join(folder, `killed-${kill}.sluice`);
          const cli = there(...record(target.pid, 'Polymorphism::root', file));
          await cli.stderr.waitFor(/^recording/);
          await target.send('run');
          await delay(Math.round(random() * 1_500));
          expect(await code()).not.toEqual(before);
          process.kill(ensure(processesOf(who, server)[0], who), 'SIGKILL');
          const killedMs = performance.now();
          expect(await cli.code).toBe(1);
          await waitUntil(async () => isDeepStrictEqual(await code(), before), 'the classes as they were');
          await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent');
          expect(performance.now() - killedMs).toBeLessThan(RESTORED_MS);
          expect(await reportOf(file)).toMatchObject({ complete: false, losses: ['it was cut short'] });
        });
      }
    } finally {
      await target.stop();
    }
  },
);

test(
  'a link that dies without a word: the program is as it was within 10 s, and the recording is saved and told',
  { tag: '@slow' },
  async () => {
    const target = await startTarget(JDK, 'Polymorphism');
    const code = () => installedCodeOf(JDK, target.pid, 'Polymorphism');
    const [file, copy] = [join(folder, 'dead.sluice'), join(folder, 'copy.sluice')];
    try {
      const before = await code();
      const cli = there(...record(target.pid, 'Polymorphism::root', file, '--commands', '-'));
      await cli.stderr.waitFor(/^recording/);
      await target.send('run');
      cli.stdin.write(`snapshot ${copy}\n`);
      await cli.stderr.waitFor(/the recording goes on/);
      server.cut();
      const cutMs = performance.now();
      await waitUntil(async () => isDeepStrictEqual(await code(), before), 'the classes as they were');
      await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent');
      expect(performance.now() - cutMs).toBeLessThan(RESTORED_MS);
      expect(await cli.code).toBe(1);
      expect(await reportOf(file)).toMatchObject({ complete: false, losses: ['it was cut short'] });
    } finally {
      await target.stop();
    }
  },
);

/** Of all processes of this network: state 0A of /proc/net/tcp and tcp6. */
function listeningPorts(): readonly string[] {
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map(([, local]) => local),
  );
}

/** Processes whose command line names this program and that server's folder or port. */
function processesOf(program: string, { on, home }: SshServer): readonly number[] {
  const port = ensure(/\d+$/.exec(on)?.[0], 'a port');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const words = commandOf(pid);
      const named = words.some((word) => word === program || word.endsWith(`/${program}`));
      return named && words.some((word) => word === port || word.startsWith(home)) && !words.includes('-c');
    });
}

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // it has just ended
  }
}
