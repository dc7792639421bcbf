import { readdirSync, readlinkSync, truncateSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { ensure } from '../../shared/base/assert.ts';
import { seededRandom } from '../../shared/testing/arbitraryEvents.ts';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { installedCodeOf } from '../fixtures/installedCode.ts';
import { reportOf } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { Pulse } from './pulse.ts';
import { whileRecording } from './whileRecording.ts';

/** Per JDK and length that is left. */
const CUTS = process.env.SLUICE_LONG ? 20 : 1;
const SEED = 61;
const RECORDED_WITHIN_MS = 1_000;
const FREE_MS = 3_000;

/** What is left of the file: nothing at all, its header, a half of its ring. */
const LEFT_BYTES = [0, 4_096, 2_097_152];

test.skip(process.platform !== 'linux', 'an open file without a name is reached through /proc');

// A store into a page that is not there any more is a SIGBUS, of which the JVM makes an InternalError: JDK 17 throws it into
// the thread some time later, wherever it is then. So only the pump may touch the file.
for (const jdk of JDKS) {
  for (const leftBytes of LEFT_BYTES) {
    test(`an event file cut short to ${leftBytes} bytes ends the session, not the program, ${jdk.name}`, async () => {
      const random = seededRandom(SEED + leftBytes);
      for (let cut = 0; cut < CUTS; cut++) {
        const afterMs = Math.round(random() * RECORDED_WITHIN_MS);
        await test.step(`cut after ${afterMs} ms`, async () => {
          await whileRecording(jdk, async ({ target, pulse, tool, file, codeBefore }) => {
            await delay(afterMs);
            const cutNs = Pulse.nowNs();
            truncateSync(eventFileOf(tool.pid), leftBytes);
            const saved = (await tool.code) === 0; // or it was cut before anything was recorded
            await waitUntil(() => sluiceThreadsOf(target.pid).length === 0, 'the end of the agent threads');
            expect(await pulse.freeAfterMs(cutNs)).toBeLessThan(FREE_MS);
            expect(await installedCodeOf(jdk, target.pid, 'Pulse$Body')).toEqual(codeBefore);
            expect(tool.stderr.text).toMatch(/event file (ends at byte|cannot be written)/);
            if (saved) {
              expect(tool.stderr.text).toMatch(/warning: the recording is incomplete: \w/);
              expect(await reportOf(file)).toMatchObject({ complete: false });
            } else {
              expect(tool.stderr.text).toContain('Nothing was recorded before the session ended');
            }
            expect(target.errors.text).not.toMatch(/Exception|Error/);
          });
        });
      }
    });
  }
}

/** A path to the open event file of a tool: its name is gone since the agent has mapped it. */
function eventFileOf(toolPid: number): string {
  const folder = `/proc/${toolPid}/fd`;
  const fd = readdirSync(folder).find((name) => /\/events( \(deleted\))?$/.test(linkOf(`${folder}/${name}`)));
  return `${folder}/${ensure(fd, 'the open event file')}`;
}

/** Descriptors come and go while they are listed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
