import { expect, test } from '@playwright/test';
import {
  asSecondUser,
  canBeTwoUsers,
  pretendJava,
  SECOND_USER,
} from '../../electron/engine/testing/secondUser.ts';
import { spawnCli } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget } from '../fixtures/targets.ts';

/** Another user of the machine, who may make what he likes in /tmp. */

test.skip(!canBeTwoUsers, 'to be two users takes root, on Linux');

const FOLDER = `/tmp/hsperfdata_${SECOND_USER}`;
const ANSWERS_WITHIN_MS = 15_000;

for (const [what, plant] of [
  ['FIFO', 'mkfifo "$F"'],
  ['link to /dev/zero', 'ln -s /dev/zero "$F"'],
  ['sparse file of 2 GB', 'truncate -s 2G "$F"'],
]) {
  test(`a ${what} in place of performance data costs the others nothing`, async ({}, { annotations }) => {
    const target = await startTarget(JDKS[0], 'Polymorphism');
    const stranger = pretendJava();
    asSecondUser(`F=${FOLDER}/${stranger.pid}; mkdir -p ${FOLDER}; ${plant}`);
    const startMs = performance.now();
    const tool = spawnCli(['list']);
    const timer = setTimeout(() => tool.kill('SIGKILL'), ANSWERS_WITHIN_MS);
    try {
      expect(await tool.code, 'the tool had to be ended').toBe(0);
      annotations.push({ type: 'listMs', description: String(Math.round(performance.now() - startMs)) });
      expect(tool.stdout.text).toMatch(new RegExp(`^${target.pid} .* Polymorphism$`, 'm'));
      expect(tool.stdout.text).toContain(
        `data were not read, so its version and its flags may not be known: ${FOLDER}/`,
      );
    } finally {
      clearTimeout(timer);
      stranger.kill('SIGKILL');
      asSecondUser(`rm -r ${FOLDER}`);
      await target.stop();
    }
  });
}
