import { expect, it } from 'vitest';
import { frameName } from '../export/frameNames.ts';
import { openRecording } from '../importers/openRecording.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { methodName, packageName, shortenedName, simpleName } from './methodNames.ts';

it.each([
  ['libc.so.6|__futex_wait', '__futex_wait [libc.so.6]'],
  ['|libmSin', 'libmSin [native]'],
  ['|do_syscall_64/Kernel', 'do_syscall_64 [kernel]'],
  ['libjvm.so|Thread::run/C++', 'Thread::run [libjvm.so]'],
  ['|call_stub/Inlined', 'call_stub [inlined]'],
])('a frame without a class, %s, has its name and where it is from', (frame, name) => {
  const [, method] = openRecording(jfrFile([`main: A.run ${frame}`])).methods;
  for (const style of ['short', 'shortened', 'long'] as const) expect(methodName(method, style)).toBe(name);
  expect(frameName(method)).toBe(name);
  const { className } = method;
  expect([simpleName(className), shortenedName(className), packageName(className)]).toEqual([
    className,
    className,
    className,
  ]);
});

it('takes a native method of a class for a method', () => {
  const [method] = openRecording(jfrFile(['main: demo.Net.read/Native'])).methods;
  expect(methodName(method, 'long')).toBe('demo.Net.read()');
});
