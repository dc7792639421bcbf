import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { catchesQuit, parsePsEntry } from './macProcess.ts';

describe('a process as ps tells it', () => {
  it.each([
    ['Ss+    501    20 Sat Nov 21 10:11:12 2026', 'S', 501, 20, new Date(2026, 10, 21, 10, 11, 12)],
    ['T        0     0 Sun Mar  1 00:00:00 2026\n', 'T', 0, 0, new Date(2026, 2, 1)],
  ])('%j', (line, state, uid, gid, started) => {
    expect(parsePsEntry(line)).toEqual({ state, uid, gid, startedMs: started.getTime() });
  });

  it('is nothing when the line is empty or cut', () => {
    expect(parsePsEntry('')).toBeNull();
    expect(parsePsEntry('S 501 20')).toBeNull();
    expect(parsePsEntry('S 501 20 yesterday')).toBeNull();
  });

  it('is this very process, by the ps of this system', () => {
    const columns = ['-o', 'state=,uid=,gid=,lstart=', '-p', String(process.pid)];
    const line = execFileSync('ps', columns, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    const entry = parsePsEntry(line);
    expect(entry?.uid).toBe(process.getuid?.());
    expect(Math.abs((entry?.startedMs ?? 0) - (Date.now() - process.uptime() * 1000))).toBeLessThan(5_000);
  });
});

describe('SIGQUIT is taken to be caught', () => {
  const jvm = (capabilities: string, vmArgs: string): Map<string, string> =>
    new Map([
      ['sun.rt.jvmCapabilities', capabilities],
      ['java.rt.vmArgs', vmArgs],
    ]);

  it.each([
    ['by a JVM that can be attached to and has started', jvm('1100', '-Xmx1g'), 5_000, true],
    ['not by one that is still starting', jvm('1100', ''), 500, false],
    ['not by one with -Xrs', jvm('1100', '-Xmx1g -Xrs'), 5_000, false],
    ['not by one whose attach mechanism is disabled', jvm('0100', ''), 5_000, false],
    ['not by a process without performance data', new Map<string, string>(), 5_000, false],
  ])('%s', (_, perfData, uptimeMs, caught) => {
    expect(catchesQuit(perfData, uptimeMs)).toBe(caught);
  });
});
