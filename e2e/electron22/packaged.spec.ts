import type { Configuration } from 'electron-builder';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { ELECTRON_22, ELECTRON_22_CODE, ELECTRON_22_PROGRAM } from '../../build/electron22.mjs';
import { CONFIGURATION } from '../../build/package.mjs';
import { reportOf } from '../fixtures/cli.ts';
import { isFree } from './desktop.ts';
import { NAME, skipUnlessThere, test } from './fixture.ts';

skipUnlessThere();

/** What `npm run package -- --dir` makes, with the older Electron: the same configuration, but for a fuse that it does not have. */
async function packaged(output: string): Promise<string> {
  const { build } = await import('electron-builder');
  const configuration = CONFIGURATION as Configuration;
  const electronFuses: Partial<typeof CONFIGURATION.electronFuses> = { ...CONFIGURATION.electronFuses };
  delete electronFuses.grantFileProtocolExtraPrivileges;
  await build({
    projectDir: ELECTRON_22_CODE,
    config: {
      ...configuration,
      electronFuses,
      electronVersion: ELECTRON_22.version,
      electronDist: dirname(ELECTRON_22_PROGRAM),
      directories: { output },
    },
    dir: true,
    publish: 'never',
  });
  return join(output, 'linux-unpacked', 'sluice');
}

test(`${NAME}: packaged, it starts without Node or a JDK on the path, and records`, async ({ desktop }) => {
  const { screen } = desktop;
  const output = mkdtempSync(join(tmpdir(), 'sluice-packaged-'));
  chmodSync(output, 0o755); // another user starts it
  try {
    const path = await packaged(output);
    expect(existsSync(join(dirname(path), 'resources', 'app.asar'))).toBe(true);
    const target = await desktop.startTarget();
    const window = await desktop.open([], { path, env: { PATH: '/nowhere', JAVA_HOME: '' } });
    await window.record(await window.page(), target);
    await window.leavePage();
    const question = await window.dialogOf(() => window.close());
    screen.press(question, 'Return');
    expect(await window.ended()).toBe(0);
    expect((await reportOf(desktop.kept()[0])).roots).toMatchObject([
      { method: 'Polymorphism.root', calls: 1 },
    ]);
    expect(isFree(target)).toBe(true);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
});
