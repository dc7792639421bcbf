import { expect, test } from 'vitest';
import type { MethodId } from '../../../shared/base/ids.ts';
import { methodName, parameterTypes } from './methodNames.ts';

function named(className: string, name: string, descriptor: string) {
  return methodName({ id: 16 as MethodId, className, name, descriptor, root: false });
}

test('parameters are told in Java form', () => {
  expect(parameterTypes('()V')).toEqual([]);
  expect(parameterTypes('(I[[JLjava/util/Map$Entry;[Ljava/lang/String;Z)V')).toEqual([
    'int',
    'long[][]',
    'Map$Entry',
    'String[]',
    'boolean',
  ]);
});

test('of a long package only the last part is written out', () => {
  expect(named('org.apache.catalina.core.Host', 'invoke', '(I)V')).toMatchObject({
    shortPackage: 'o.a.c.core.',
    simpleClass: 'Host',
    full: 'org.apache.catalina.core.Host.invoke(int)',
  });
  expect(named('Main', 'main', '()V')).toMatchObject({ shortPackage: '', full: 'Main.main()' });
});

test('a name that tries to look like another one is shown escaped', () => {
  expect(named('a.\u202eB', 'x\n', '()V').full).toBe('a.\\u202eB.x\\u000a()');
});
