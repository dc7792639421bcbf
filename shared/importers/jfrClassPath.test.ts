import { expect, it } from 'vitest';
import { jfrFile } from '../testing/jfrFile.ts';
import { jfrRecording } from './jfrRecording.ts';

function classPath(properties: Readonly<Record<string, string>>): readonly string[] | undefined {
  return jfrRecording(jfrFile(['main: A.a'], '10 ms', [], properties)).target.classPath;
}

it('is that of the system properties, absolute by where the program ran', () => {
  expect(classPath({ 'java.class.path': 'classes:/lib/a.jar', 'user.dir': '/srv/shop' })).toEqual([
    '/srv/shop/classes',
    '/lib/a.jar',
  ]);
  const windows = { 'java.class.path': 'C:\\shop\\a.jar;lib\\b.jar', 'path.separator': ';' };
  expect(classPath({ ...windows, 'user.dir': 'C:\\shop' })).toEqual([
    'C:\\shop\\a.jar',
    'C:\\shop/lib\\b.jar',
  ]);
});

it('has no relative entries where nobody knows where the program ran, and is missing where there are none', () => {
  expect(classPath({ 'java.class.path': 'classes:/lib/a.jar' })).toEqual(['/lib/a.jar']);
  expect(classPath({ 'java.class.path': 'classes' })).toBeUndefined();
  expect(classPath({ 'java.home': '/jdk' })).toBeUndefined();
});
