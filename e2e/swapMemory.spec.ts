import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { Engine } from '../electron/engine/engine.ts';
import type { RecordingRequest } from '../shared/ipc/engineApi.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

/** Of probes put in and taken out again; `npm run test:long` takes more. */
const CYCLES = process.env.SLUICE_LONG ? 1_000 : 40;
/** By then there is what a JVM makes once: the agent's classes, compiled and with its profiles, room in tables. */
const WARM_CYCLES = 10;
/** So many that what else grows does not count. */
const CLASSES = 500;
const LIMIT_BYTES = 100;

const REQUEST: RecordingRequest = {
  roots: ['ManyClasses::root'],
  scheme: 'eager',
  clock: 'nano',
  includes: [],
  excludes: [],
  includeCore: false,
  followThreads: false,
  countTrivial: true,
};

for (const jdk of JDKS) {
  test(`${CYCLES} recordings of ${CLASSES} classes leave at most ${LIMIT_BYTES} bytes of metaspace a class, ${jdk.name}`, async () => {
    test.setTimeout(60_000 + CYCLES * 5_000);
    const jvmArgs = ['-XX:+UseSerialGC', `-Dclasses=${CLASSES}`, '-Dcalled=50'];
    const program = await startTarget(jdk, 'ManyClasses', { jvmArgs });
    const engine = new Engine();
    try {
      const { sessionId } = await engine.attach(program.pid);
      engine.setReader(sessionId, () => {});
      const record = async (): Promise<number> => {
        const { instrumentedClasses } = await engine.start(sessionId, REQUEST);
        await program.send('run');
        await engine.stop(sessionId);
        return instrumentedClasses;
      };
      for (let i = 0; i < WARM_CYCLES; i++) await record();
      const beforeBytes = metaspaceBytesOf(jdk, program.pid);
      let classes = 0;
      for (let i = 0; i < CYCLES; i++) classes += await record();
      const grownBytes = metaspaceBytesOf(jdk, program.pid) - beforeBytes;
      test.info().annotations.push({
        type: 'growth',
        description: `${(grownBytes / classes).toFixed(1)} bytes a class`,
      });
      expect(classes).toBeGreaterThanOrEqual(CLASSES * CYCLES);
      expect(grownBytes / classes, 'bytes a class').toBeLessThanOrEqual(LIMIT_BYTES);
    } finally {
      await engine.close();
      await program.stop();
    }
  });
}

/** After all that can go has gone. */
function metaspaceBytesOf(jdk: Jdk, pid: number): number {
  const ask = (...command: string[]): string =>
    execFileSync(jdk.tool('jcmd'), [String(pid), ...command], { encoding: 'utf8' });
  ask('GC.run');
  const usage = ask('VM.metaspace', 'basic', 'scale=1');
  const both = /Both: +(\d+) bytes used/.exec(usage);
  if (both === null) throw new Error(`jcmd VM.metaspace says no "Both: N bytes used":\n${usage}`);
  return Number(both[1]);
}
