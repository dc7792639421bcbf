import { expect, test } from '@playwright/test';
import { Engine } from '../electron/engine/engine.ts';
import { installedCodeOf } from './fixtures/installedCode.ts';
import { JDKS } from './fixtures/jdks.ts';
import { jvmMemoryOf } from './fixtures/jvmMemory.ts';
import { listeningPortsOf, processStateOf } from './fixtures/processState.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';
import { startTarget } from './fixtures/targets.ts';

/** What grows with each of them shows after a few as well. SLUICE_CYCLES=10000: as many as that. */
const CYCLES = Number(process.env.SLUICE_CYCLES ?? (process.env.SLUICE_LONG ? 300 : 20));
interface Kind {
  readonly name: string;
  readonly jvmArgs: readonly string[];
  /** By then there is what a JVM makes once: the agent's classes, room in tables, the classes of a call by reflection made 15 times. */
  readonly warmCycles: number;
  /** The same after 20 cycles as after 10,000. */
  readonly metaspaceLimitBytes: number;
}

/** Of heap: goal G11 of docs/reliability.md. */
const LIMIT_BYTES = 2 ** 20;
/**
 * What metaspace grows by is the compilers': profiles of methods that have become warm, and on JDK 17 versions of classes for which there
 * is code that nobody runs any more. Where nothing is compiled, nothing of it is there: what is left is ours.
 */
const KINDS: readonly Kind[] = [
  { name: '', jvmArgs: [], warmCycles: 5, metaspaceLimitBytes: LIMIT_BYTES },
  { name: ', interpreted', jvmArgs: ['-Xint'], warmCycles: 25, metaspaceLimitBytes: 1_024 },
];

const REQUEST = recordingRequest('Polymorphism::root');

test.skip(process.platform !== 'linux', 'what is left behind is read from /proc');

const RUNS = JDKS.flatMap((jdk) => KINDS.map((kind) => ({ jdk, kind })));

for (const { jdk, kind } of RUNS) {
  const { warmCycles, metaspaceLimitBytes } = kind;
  const name = `${jdk.name}${kind.name}`;
  test(`after ${CYCLES} recordings the target is as it was, ${name}`, async () => {
    test.setTimeout(120_000 + (CYCLES + warmCycles) * 5_000);
    const jvmArgs = ['-XX:+UseSerialGC', ...kind.jvmArgs];
    const program = await startTarget(jdk, 'Polymorphism', { jvmArgs });
    const engine = new Engine();
    try {
      /** @returns how many events there were */
      const cycle = async (): Promise<number> => {
        const { sessionId } = await engine.attach(program.pid);
        engine.setReader(sessionId, () => {});
        await engine.start(sessionId, REQUEST);
        await program.send('run');
        expect(listeningPortsOf(program.pid)).toEqual([]);
        const { losses, text, counters } = await engine.detach(sessionId);
        expect({ losses, text }).toEqual({ losses: [], text: 'detached; all classes are as they were' });
        return counters.events;
      };
      await program.send('run');
      const codeBefore = await installedCodeOf(jdk, program.pid, 'Polymorphism');
      expect(Object.keys(codeBefore).length).toBeGreaterThan(4);
      // The first attach leaves the JVM's own Attach Listener and the agent's classes: the state after it is the base.
      const events = await cycle();
      for (let i = 1; i < warmCycles; i++) expect(await cycle()).toBe(events);
      expect(await installedCodeOf(jdk, program.pid, 'Polymorphism')).toEqual(codeBefore);
      const before = jvmMemoryOf(jdk, program.pid);
      const stateBefore = processStateOf(program.pid);
      const startMs = performance.now();
      for (let i = 0; i < CYCLES; i++) expect(await cycle()).toBe(events);
      const cycleMs = (performance.now() - startMs) / CYCLES;
      expect(await installedCodeOf(jdk, program.pid, 'Polymorphism')).toEqual(codeBefore);
      expect(processStateOf(program.pid)).toEqual(stateBefore);
      expect(stateBefore.threads.filter((name) => /sluice/i.test(name))).toEqual([]);
      expect(program.errors.text).not.toMatch(/Exception|Error/);
      const after = jvmMemoryOf(jdk, program.pid);
      const heapGrownBytes = after.heapBytes - before.heapBytes;
      const metaspaceGrownBytes = after.metaspaceBytes - before.metaspaceBytes;
      console.log(
        `${name}, ${CYCLES} recordings of ${cycleMs.toFixed(0)} ms: heap ${heapGrownBytes}, metaspace ${metaspaceGrownBytes} bytes more`,
      );
      expect(heapGrownBytes).toBeLessThan(LIMIT_BYTES);
      expect(metaspaceGrownBytes).toBeLessThan(metaspaceLimitBytes);
    } finally {
      await engine.close();
      await program.stop();
    }
  });
}
