import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { chooseTarget } from './chooseTarget.ts';
import { formatJvms } from '../commands/listCommand.ts';

const jvm = (pid: number, mainClass: string, more: Partial<JvmSummary> = {}): JvmSummary => ({
  pid,
  mainClass,
  commandLine: mainClass,
  javaVersion: '17.0.1',
  vmName: 'VM',
  user: 'ada',
  uptimeMs: 61_000,
  container: false,
  attachable: true,
  whyNot: '',
  notices: [],
  ...more,
});
const jvms = [jvm(10, 'com.acme.Shop'), jvm(11, 'com.acme.ShopAdmin'), jvm(12, 'tool.jar')];

it('a number is a pid, listed or not', () => expect(chooseTarget('99', jvms)).toBe(99));
it('a part of one main class or jar is that JVM', () => {
  expect(chooseTarget('tool', jvms)).toBe(12);
  expect(chooseTarget('Admin', jvms)).toBe(11);
});
it('a whole main class wins over longer ones', () => expect(chooseTarget('com.acme.Shop', jvms)).toBe(10));
it('an empty target is none, though there is one JVM only', () => {
  for (const target of ['', ' '])
    expect(() => chooseTarget(target, [jvms[0]])).toThrow(/The target is empty/);
});
it('no match and several matches are said', () => {
  expect(() => chooseTarget('4711x', jvms)).toThrow(/No running JVM has "4711x"/);
  expect(() => chooseTarget('acme', jvms)).toThrow(
    /fits 2 running JVMs: 10 com.acme.Shop, 11 com.acme.ShopAdmin/,
  );
});

it('of a file that is given in the place of a JVM it is said what it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-target-'));
  const file = (name: string, bytes: string): string => {
    writeFileSync(join(folder, name), bytes, 'latin1');
    return join(folder, name);
  };
  try {
    const said: readonly (readonly [string, string])[] = [
      [file('x.zip', 'PK\x03\x04'), 'it is a ZIP or jar file.'],
      [file('x', 'FLR\0\0'), 'it is a recording of the JDK Flight Recorder (.jfr).'],
      [file('core', '\x7fELF'), 'it is an ELF file: a program or a core dump.'],
      [file('nothing.hprof', ''), 'it is empty.'],
      [file('text', 'a line'), 'it is of no kind that is known.'],
      [folder, 'it is a folder.'],
    ];
    for (const [target, what] of said) expect(() => chooseTarget(target, jvms)).toThrow(what);
    expect(() => chooseTarget(join(folder, 'missing'), jvms)).toThrow(/ in its main class or jar\.$/);
    // Its name may be that of a JVM too.
    expect(chooseTarget('tool', jvms)).toBe(12);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the list says who runs what since when, and why not', () => {
  const stopped = jvm(4711, 'a.Main\u001b[31m', {
    attachable: false,
    whyNot: 'It is stopped.',
    uptimeMs: 200_000_000,
  });
  expect(formatJvms([jvm(12, 'tool.jar', { container: true }), stopped])).toBe(
    [
      'PID   ATTACH  UPTIME  JAVA    USER  MAIN',
      '12    yes     1m 1s   17.0.1  ada   tool.jar (container)',
      '4711  no      2d 7h   17.0.1  ada   a.Main\\u001b[31m',
      '      not attachable: It is stopped.',
      '',
    ].join('\n'),
  );
});

it('the list has command lines on demand', () => {
  const shop = jvm(7, 'a.Shop', { commandLine: '-Xmx1g a.Shop --name \u001b[31m' });
  expect(formatJvms([shop, jvm(8, 'b.B', { commandLine: '' })], true)).toBe(
    [
      'PID  ATTACH  UPTIME  JAVA    USER  MAIN',
      '7    yes     1m 1s   17.0.1  ada   a.Shop',
      '     java -Xmx1g a.Shop --name \\u001b[31m',
      '8    yes     1m 1s   17.0.1  ada   b.B',
      '     java ?',
      '',
    ].join('\n'),
  );
});
