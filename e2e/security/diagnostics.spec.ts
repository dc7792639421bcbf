import { mkdtempSync, rmSync } from 'node:fs';
import { userInfo, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { filesBelow } from '../../electron/engine/testing/secretSearch.ts';
import { startApp } from '../fixtures/app.ts';
import { runCli, startRecording } from '../fixtures/cli.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { startTarget } from '../fixtures/targets.ts';

/** What goes into a bug report, and the log it comes from, tell what happened and nothing of whom it happened to. */
test('log and diagnostics hold no name, path, argument, user or token', async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-folder-'));
  const stateHome = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(folder, 'state');
  const target = await startTarget(JDKS[0], 'Polymorphism', { jvmArgs: ['-Dpassword=canary-argument'] });
  const app = await startApp(join(folder, 'state'));
  try {
    const recording = await startRecording(target.pid, 'Polymorphism::root', join(folder, 'a.sluice'));
    await target.send('run');
    expect((await recording.stop()).code).toBe(0);
    const pid = String(target.pid);
    const missing = ['record', pid, '--root', 'canary.Root::missing', '--output', join(folder, 'b')];
    expect((await runCli(missing)).code).toBe(2);
    expect((await runCli(['report', join(folder, 'canary-file')])).code).toBe(1);

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(app.url);
    await page.getByRole('row', { name: pid }).click();
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Find class or method' })).toBeVisible();
    await page.keyboard.press('F1');
    await page.keyboard.type('diagnostics');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The diagnostics are on the clipboard.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const { code, stdout } = await runCli(['doctor', '--diagnostics']);
    expect(code).toBe(0);
    expect((await runCli(['doctor'])).stdout).toContain(join(folder, 'state', 'sluice', 'log', 'sluice.log'));

    for (const text of [copied, stdout]) {
      expect(text).toMatch(/phase session=1 phase=recording java=\d+/);
      expect(text).toMatch(/recording session=1 roots=1 scheme=lazy clock=nano /);
      expect(text).toMatch(/recorded session=1 elapsedMs=\d+ methods=\d+ /);
      expect(text).toContain('failed during=command code=root-not-found');
      expect(text).toContain('failed during=command code=io');
    }
    const [, token] = /\/([0-9a-f]{64})\//.exec(app.url) ?? [];
    const told = ['canary', 'Polymorphism', 'root(', 'password', token, folder, tmpdir(), process.cwd()];
    const user = userInfo().username;
    const logs = Object.entries(filesBelow(join(folder, 'state'))).filter(([path]) => path.includes('/log/'));
    expect(logs.length).toBeGreaterThan(0);
    for (const text of [copied, stdout, ...logs.map(([, bytes]) => Buffer.from(bytes).toString())]) {
      expect(told.filter((word) => text.includes(word))).toEqual([]);
      expect(text).not.toMatch(new RegExp(`\\b${user}\\b(?!-not-found)`));
    }
  } finally {
    if (stateHome === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = stateHome;
    await app.stop();
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
