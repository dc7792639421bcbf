import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { codeOfClassFile, installedCodeOf } from '../fixtures/installedCode.ts';
import { reportOf, spawnCli, type RunningCli } from '../fixtures/cli.ts';
import { JDKS, longJdks, type Jdk } from '../fixtures/jdks.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { targetClassPath, targetCommand } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';
import { PULSE_ROOTS, Pulse } from './pulse.ts';
import { BYTE_BY_BYTE, GARBAGE, HALF, LONG_GARBAGE, NOTHING, Relay, WHOLE, late, trickle } from './relay.ts';

/** What a bad connection does to a recording, and to the program that is recorded. */

const CUTS = process.env.SLUICE_LONG ? 20 : 3;
const SEED = 404;
const CUT_WITHIN_MS = 2_000;
/** Of a machine that has others to serve; a thread waits 2 s for the tool at the most, and the pump sees an end in 20 ms. */
const FREE_MS = 1_000;
/** As of a tool that is silent: goal G7. */
const NOBODY_WAITS_AFTER_MS = 3_500;
const BAD_FOR_MS = 5_000;
const SETTLED_MS = 1_000;
/** When the agent has left, at 10 s of silence, and the tool has given it up, at 30. */
const GIVEN_UP_MS = 45_000;

test.skip(process.platform !== 'linux', 'what is left behind is read from /proc');

const ENDS: readonly { name: string; act: (relay: Relay) => void; says: RegExp }[] = [
  { name: 'is cut', act: (relay) => relay.cut('end'), says: /agent has left the JVM/ },
  { name: 'is reset', act: (relay) => relay.cut('resetAndDestroy'), says: /agent has left the JVM/ },
  {
    name: 'ends within a packet to the agent',
    act: (relay) => (relay.toAgent = HALF),
    says: /agent has left the JVM/,
  },
  {
    name: 'ends within a packet to the tool',
    act: (relay) => (relay.toTool = HALF),
    says: /agent has left the JVM/,
  },
  {
    name: 'brings the agent garbage',
    act: (relay) => (relay.toAgent = GARBAGE),
    says: /agent has left the JVM/,
  },
  {
    name: 'brings the tool garbage',
    act: (relay) => (relay.toTool = GARBAGE),
    says: /agent has left the JVM/,
  },
  {
    name: 'brings the tool garbage that looks like a long packet',
    act: (relay) => (relay.toTool = LONG_GARBAGE),
    says: /agent has left the JVM/,
  },
];

for (const jdk of JDKS) {
  for (const { name, act, says } of ENDS) {
    test(`a connection that ${name}: the program is free and as it was, and what was recorded is saved, ${jdk.name}`, async () => {
      test.setTimeout(30_000 + CUTS * 30_000);
      const random = seededRandom(SEED);
      for (let cut = 0; cut < CUTS; cut++) {
        const afterMs = Math.round(random() * CUT_WITHIN_MS);
        await test.step(`${name} after ${afterMs} ms`, () =>
          throughRelay(jdk, async ({ relay, tool, pulse, file }) => {
            await delay(afterMs);
            const cutNs = Pulse.nowNs();
            act(relay);
            await tool.stderr.waitFor(/^saved /);
            expect(await pulse.freeAfterMs(cutNs)).toBeLessThan(FREE_MS);
            expect(tool.stderr.text).toMatch(says);
            expect(tool.stderr.text).toMatch(/warning: the recording is incomplete: .*it was cut short/);
            expect(await reportOf(file)).toMatchObject({ complete: false });
          }));
      }
    });
  }
}

const BAD: readonly { name: string; passing: () => typeof WHOLE }[] = [
  { name: 'a trickle of 1 kB/s', passing: () => trickle(1_000) },
  { name: 'late by 150 ms each way', passing: () => late(150) },
  { name: 'torn into single bytes', passing: () => BYTE_BY_BYTE },
];

for (const jdk of longJdks('oldest')) {
  for (const { name, passing } of BAD) {
    test(`a connection that is ${name} holds nobody up for long, and the recording says what it lacks, ${jdk.name}`, async () => {
      await throughRelay(jdk, async ({ relay, tool, pulse, file }) => {
        const badNs = Pulse.nowNs();
        relay.toAgent = passing();
        relay.toTool = passing();
        await delay(BAD_FOR_MS);
        expect(pulse.longestGapMs(badNs, Pulse.nowNs())).toBeLessThan(NOBODY_WAITS_AFTER_MS);
        relay.toAgent = relay.toTool = WHOLE;
        const goodNs = Pulse.nowNs();
        await delay(SETTLED_MS);
        await pulse.freeAfterMs(goodNs);
        tool.stdin.end(); // the program exits, and the recording with it
        expect(await tool.code, tool.stderr.text).toBe(0);
        const { complete } = await reportOf(file);
        const told = /warning: the recording is incomplete: (.*)/.exec(tool.stderr.text)?.[1] ?? '';
        console.log(`${jdk.name}, ${name}: ${complete ? 'complete' : told}`);
        expect(complete ? told === '' : told !== '').toBe(true);
      });
    });
  }

  test(`a connection through which nothing comes is given up by both sides, ${jdk.name}`, async () => {
    await throughRelay(jdk, async ({ relay, tool, pulse, pid }) => {
      const silentNs = Pulse.nowNs();
      relay.toAgent = relay.toTool = NOTHING;
      await waitUntil(() => sluiceThreadsOf(pid).length === 0, 'the end of the agent threads', 20_000);
      expect(pulse.longestGapMs(silentNs, Pulse.nowNs())).toBeLessThan(NOBODY_WAITS_AFTER_MS);
      await tool.stderr.waitFor(/^saved /, GIVEN_UP_MS);
      expect(tool.stderr.text).toMatch(/the session ended: .*has left the JVM/);
    });
  });
}

for (const jdk of longJdks('oldest')) {
  for (const [when, passed] of [
    ['at once', 1],
    ['while it is prepared', 4],
  ] as const)
    test(`a connection that is cut ${when}, before the recording begins: the program runs on, and that is said, ${jdk.name}`, async () => {
      const relay = await Relay.open();
      let chunks = 0;
      relay.toAgent = (bytes, to) => {
        if (++chunks <= passed) to.write(bytes);
        else relay.cut('end');
      };
      const program = relay.command([jdk.tool('java'), ...targetCommand(jdk, 'Pulse')]);
      const file = join(tmpdir(), `sluice-never-${process.pid}.sluice`);
      const tool = spawnCli(['launch', ...PULSE_ROOTS, '--output', file, '--', ...program]);
      let pid = 0;
      try {
        await tool.stderr.waitFor(/^sluice: .*The program runs on without Sluice/);
        pid = Number((await tool.stdout.waitFor(/^READY (\d+)/))[1]);
        tool.stdin.write('run\n');
        await tool.stdout.waitFor(/^DONE$/);
        expect(tool.stdout.text).toContain('WRONG 0');
        tool.stdin.end();
        expect(await tool.code, tool.stderr.text).toBe(4);
      } finally {
        tool.kill('SIGKILL');
        if (pid > 0) endIfAlive(pid);
        relay.close();
      }
    });
}

interface Relayed {
  readonly relay: Relay;
  /** Its output is the program's. */
  readonly tool: RunningCli;
  readonly pulse: Pulse;
  readonly file: string;
  readonly pid: number;
}

/** Launches a pulse whose agent comes through a relay, and does the work once it is recorded. If the program still runs then, it is as it was. */
async function throughRelay(jdk: Jdk, work: (relayed: Relayed) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-relayed-'));
  const file = join(folder, 'pulse.sluice');
  const relay = await Relay.open();
  const program = relay.command([jdk.tool('java'), ...targetCommand(jdk, 'Pulse')]);
  const tool = spawnCli(['launch', ...PULSE_ROOTS, '--scheme', 'lazy', '--output', file, '--', ...program]);
  let pid = 0;
  try {
    const pulse = new Pulse(tool);
    await tool.stderr.waitFor(/^recording/);
    pid = Number((await tool.stdout.waitFor(/^READY (\d+)/))[1]);
    await pulse.freeAfterMs(Pulse.nowNs());
    await work({ relay, tool, pulse, file, pid });
    expectAccounted(tool.stderr.text);
    if (!tool.stdin.writable) return;
    await waitUntil(() => sluiceThreadsOf(pid).length === 0, 'the end of the agent threads');
    // A class that got its probes as it was loaded is as it was when it has the code of its class file.
    const classFile = readFileSync(join(targetClassPath(jdk), 'Pulse$Body.class'));
    expect(await installedCodeOf(jdk, pid, 'Pulse$Body')).toEqual(codeOfClassFile(classFile));
    tool.stdin.write('run\n');
    await tool.stdout.waitFor(/^DONE$/);
    expect(tool.stdout.text).toContain('WRONG 0');
    tool.stdin.end();
    expect(await tool.code, tool.stderr.text).toBe(0);
  } finally {
    tool.kill('SIGKILL');
    if (pid > 0) endIfAlive(pid);
    relay.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
