import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { LineReader } from './fixtures/lineReader.ts';

/** The commands of README.md, as a user types them. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('npm run sluice has nothing but data on stdout', async () => {
  const command = ['run', '--silent', 'sluice', '--', 'list', '--format', 'json'];
  const { stdout } = await promisify(execFile)('npm', command, { cwd: ROOT });
  expect(Array.isArray(JSON.parse(stdout))).toBe(true);
});

test('npm start without a window serves the page until it is ended, and leaves nothing running', async () => {
  const start = spawn(process.execPath, ['build/start.mjs', '--no-open'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, url] = await new LineReader(start.stdout).waitFor(/^Sluice is at (\S+)/);
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>Sluice</title>');
  start.kill('SIGTERM');
  await once(start, 'exit');
  await expect(fetch(url)).rejects.toThrow();
});

test('npm start says what it takes when it is asked for something else', async () => {
  const start = spawn(process.execPath, ['build/start.mjs', '--nonsense'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors = new LineReader(start.stderr);
  const [code] = (await once(start, 'close')) as [number];
  expect(code).toBe(1);
  expect(errors.text).toMatch(/--nonsense/);
  expect(errors.text).toMatch(/--demo .*start the demo program/);
});
