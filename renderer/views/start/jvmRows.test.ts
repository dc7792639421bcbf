import { expect, test } from 'vitest';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { argumentsOf, jvmRows } from './jvmRows.ts';

function jvm(pid: number, mainClass: string, attachable = true): JvmSummary {
  return {
    pid,
    mainClass,
    commandLine: `${mainClass} --port=80`,
    javaVersion: '17.0.15',
    vmName: 'OpenJDK',
    user: 'dev',
    uptimeMs: 0,
    container: false,
    attachable,
    whyNot: attachable ? '' : 'It runs as another user.',
    notices: [],
  };
}

const JVMS = [jvm(30, 'shop.Main'), jvm(20, 'bank.Main', false), jvm(10, 'bank.Worker')];
const pids = (filter: string) => jvmRows(JVMS, filter).map(({ pid }) => pid);

test('JVMs that cannot be attached to are shown too, after the others', () => {
  expect(pids('')).toEqual([10, 30, 20]);
});

test('every word of the filter must occur, wherever', () => {
  expect(pids('bank')).toEqual([10, 20]);
  expect(pids('WORKER bank port')).toEqual([10]);
  expect(pids('30')).toEqual([30]);
  expect(pids('nothing')).toEqual([]);
});

test('the arguments are what comes behind the main class or the jar', () => {
  const of = (mainClass: string, commandLine: string) => argumentsOf({ ...JVMS[0], mainClass, commandLine });
  expect(of('shop.Main', '-Xmx1g -cp /srv/shop.Main.jar shop.Main --port 80')).toBe('--port 80');
  expect(of('shop.jar', '-jar /srv/shop.jar a b')).toBe('a b');
  expect(of('shop.Main', 'shop.Main')).toBe('');
  expect(of('shop.Main', '@options')).toBe('');
  expect(of('', 'x y')).toBe('');
});
