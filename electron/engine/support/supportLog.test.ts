import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diagnostics } from './diagnostics.ts';
import { ownFrames } from './ownFrames.ts';
import { SupportLog } from './supportLog.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('has a line for each event, and is its user’s alone whatever the mask', () => {
  const log = new SupportLog(join(folder, 'a', 'log'));
  const mask = process.umask(0);
  log.write({ event: 'began', node: 20 });
  log.write({ event: 'failed', during: 'attach', code: 'not-attachable' });
  process.umask(mask);
  expect(log.tail(9).map((line) => line.replace(/^\S+Z \d+ /, ''))).toEqual([
    'began node=20',
    'failed during=attach code=not-attachable',
  ]);
  expect(statSync(log.path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'a', 'log')).mode & 0o777).toBe(0o700);
});

it('takes no more than two files of its size, and keeps the last lines', () => {
  const log = new SupportLog(folder, 1_000);
  for (let session = 1; session <= 500; session++) log.write({ event: 'told', session, note: 'pageClosed' });
  expect(readdirSync(folder).sort()).toEqual(['sluice.log', 'sluice.log.1']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1_100);
  expect(log.tail(2).map((line) => line.replace(/.* session/, 'session'))).toEqual([
    'session=499 note=pageClosed',
    'session=500 note=pageClosed',
  ]);
});

it('follows no link, and a log that cannot be written disturbs nobody', () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  symlinkSync(victim, join(folder, 'sluice.log'));
  new SupportLog(folder).write({ event: 'ended' });
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  const nowhere = new SupportLog(join(victim, 'log'));
  nowhere.write({ event: 'ended' });
  expect(nowhere.tail(5)).toEqual([]);
});

it('of a bug keeps files and places of ours, and no word of its message', () => {
  const error = new Error('secret\n    at secret (/home/ada/serverMain.js.txt)');
  error.stack = `${error.stack?.split('\n    at ')[0]}
    at Session.start (/home/ada/sluice/dist/engine/serverMain.js:120:7)
    at file:///opt/app.asar/dist/main/main.js:3:14
    at com.acme.Secret (/home/ada/other.js:1:1)`;
  expect(ownFrames(error)).toEqual(['serverMain.js:120:7', 'main.js:3:14']);
  expect(ownFrames('a text')).toEqual([]);
});

it('is in the diagnostics, which name no folder and no user', () => {
  const log = new SupportLog(folder);
  log.write({ event: 'failed', during: 'start', code: 'root-not-found' });
  const text = diagnostics(log);
  expect(text).toMatch(/^Sluice diagnostics\n {2}build {6}\w+, protocol \d+, recordings \d+\n/);
  expect(text).toContain('failed during=start code=root-not-found');
  expect(text).not.toMatch(/\/(?:home|root|usr|tmp|dev)\b/);
});
