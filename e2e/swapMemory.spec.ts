import { expect, test } from '@playwright/test';
import { Engine } from '../electron/engine/engine.ts';
import { JDKS } from './fixtures/jdks.ts';
import { jvmMemoryOf } from './fixtures/jvmMemory.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';
import { startTarget } from './fixtures/targets.ts';

/** Of probes put in and taken out again; `npm run test:long` takes more. */
const CYCLES = process.env.SLUICE_LONG ? 1_000 : 40;
/** By then there is what a JVM makes once: the agent's classes, compiled and with its profiles, room in tables. */
const WARM_CYCLES = 10;
/** So many that what else grows does not count. */
const CLASSES = 500;
const LIMIT_BYTES = 100;

const REQUEST = recordingRequest('ManyClasses::root', { scheme: 'eager' });

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
        const { instrumentation } = await engine.start(sessionId, REQUEST);
        await program.send('run');
        await engine.stop(sessionId);
        return instrumentation.classes;
      };
      for (let i = 0; i < WARM_CYCLES; i++) await record();
      const before = jvmMemoryOf(jdk, program.pid);
      let classes = 0;
      for (let i = 0; i < CYCLES; i++) classes += await record();
      const grownBytes = jvmMemoryOf(jdk, program.pid).metaspaceBytes - before.metaspaceBytes;
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
