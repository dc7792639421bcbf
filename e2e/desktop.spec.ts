import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import { installedElectron } from '../build/electronBinary.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const program = installedElectron();
const display = process.platform !== 'linux' || process.env['DISPLAY'] !== undefined;

test('the desktop window shows the page, sandboxed, and ends its engine with it', async () => {
  test.skip(!existsSync(program), "Electron's binary is not installed");
  test.skip(!display, 'there is no display');
  const userData = mkdtempSync(join(tmpdir(), 'sluice-desktop-'));
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath: program,
    chromiumSandbox: asRoot.length === 0, // Playwright switches it off unless told
    env: { ...process.env, XDG_STATE_HOME: userData },
    args: [ROOT, `--user-data-dir=${userData}`, ...asRoot],
  });
  try {
    const page = await app.firstWindow();
    await expect(page.getByRole('grid', { name: 'Running JVMs' })).toBeVisible();
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
    expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe('undefined');
    expect(await page.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
    expect(await page.evaluate(() => window.open('https://example.org') === null)).toBe(true);
    const geolocation = page.evaluate(async () => {
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      return state;
    });
    expect(await geolocation).toBe('denied');
    const address = page.url();
    await page.evaluate(() => (location.href = 'https://example.org/'));
    // Not by a locator: Playwright would wait for the end of a navigation that never begins.
    expect(await page.evaluate(() => document.querySelectorAll('[role=grid]').length)).toBeGreaterThan(0);
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].webContents.getURL()),
    ).toBe(address);
  } finally {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  }
});
