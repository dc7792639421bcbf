import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from './setup.mjs';
import { fromRoot } from './tree.mjs';

/** Bytes that may be loaded at start: 105 % of what they were before the platform, but where docs/decisions/platform.md says more. */
const MOST_BYTES = {
  'dist/renderer/index.js': 519_829,
  'dist/renderer/cctWorker.js': 177_500, // 108 %
  'dist/cli/sluice.js': 1_292_085,
  'dist/engine/serverMain.js': 982_461,
  'dist/renderer/recordingPage.html': 380_000, // with a small recording below 400,000: docs/decisions/html-export.md
  'dist/agent/sluice-agent.jar': 201_800, // 133 %
};

/** Of a file, and of a script all that it imports: what comes by import() comes later. */
function startBytes(file) {
  const files = new Set([fromRoot(file)]);
  for (const path of files) {
    if (!path.endsWith('.js')) continue;
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/\b(?:from|import) ?"(\.\/[\w-]+\.js)"/g))
      files.add(join(dirname(path), name));
  }
  return [...files].reduce((sum, path) => sum + statSync(path).size, 0);
}

beforeAll(() => setUp());

test.each(Object.entries(MOST_BYTES))('%s loads no more than its share at start', (file, most) => {
  const bytes = startBytes(file);
  expect(
    bytes,
    `${file} has ${bytes} bytes at start, and ${most} are allowed. Import what is needed only sometimes by import(), as ` +
      'renderer/app/LaterScreen.tsx does; or raise the bound here, and say in docs/decisions/platform.md what it is for.',
  ).toBeLessThanOrEqual(most);
});
