import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { SluiceError } from '../../shared/base/errors.ts';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { Engine } from '../../electron/engine/engine.ts';
import { readProcStatus } from '../../electron/engine/jvms/procStatus.ts';
import { ensure } from '../../shared/base/assert.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { targetCommand } from '../fixtures/targets.ts';

/**
 * Goal G4 of docs/reliability.md: a JVM that has no handler for SIGQUIT yet is ended by it, and one that has just got it loses it,
 * or answers with a dump of its threads (electron/engine/attach/jvmStart.ts).
 */
const ATTACHES = process.env.SLUICE_LONG ? 100 : 12;
/** From exec on. */
const WITHIN_MS = 200;
const SEED = 87;

for (const jdk of JDKS) {
  test(`${ATTACHES} attaches to programs that have just been started end none of them, ${jdk.name}`, async () => {
    test.setTimeout(60_000 + ATTACHES * 10_000);
    const random = seededRandom(SEED);
    const engine = new Engine();
    const outcomes: Record<string, number> = {};
    try {
      for (let i = 0; i < ATTACHES; i++) {
        const child = spawn(jdk.tool('java'), targetCommand(jdk, 'Polymorphism'), { stdio: 'pipe' });
        const output = new LineReader(child.stdout);
        const errors = new LineReader(child.stderr);
        const pid = ensure(child.pid, 'pid of the program');
        if (i % 3 === 0) await quitIsCaught(pid);
        else await delay((i % 3 === 1 ? 10 : WITHIN_MS) * random()); // the first milliseconds are the most dangerous
        const outcome = await attachAndLeave(engine, pid);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        await output.waitFor(/^READY/);
        child.stdin.end('run\n');
        await once(child, 'exit');
        expect({ code: child.exitCode, signal: child.signalCode }, errors.text).toEqual({
          code: 0,
          signal: null,
        });
        expect(output.text).toMatch(/^READY \d+\nDONE\n?$/); // no dump of threads
      }
    } finally {
      await engine.close();
    }
    console.log(`${jdk.name}, ${ATTACHES} early attaches: ${JSON.stringify(outcomes)}`);
  });
}

/** Looks without a pause: the dangerous time is a few milliseconds. */
async function quitIsCaught(pid: number): Promise<void> {
  while (readProcStatus(pid)?.catchesQuit === false) await nextTurn();
}

/** @returns how it went, in a word. What has not become a program of Java yet is refused. */
async function attachAndLeave(engine: Engine, pid: number): Promise<string> {
  try {
    const { sessionId } = await engine.attach(pid);
    await engine.detach(sessionId);
    return 'attached';
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    expect(thrown.message).toMatch(/^Process \d+ runs no JVM\.$/);
    return thrown.code;
  }
}
