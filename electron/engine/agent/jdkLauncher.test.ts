import { expect, it } from 'vitest';
import { jvmOptionPrefix } from './jdkLauncher.ts';

it.each([
  ['java', ''],
  ['/opt/jdk-17/bin/java.exe', ''],
  ['/opt/jdk-17/bin/javac', '-J'],
  ['jshell', '-J'],
  ['./gradlew', null],
  ['/opt/javac/run.sh', null],
])('an option of the JVM of %s has the prefix %j', (program, prefix) => {
  expect(jvmOptionPrefix(program)).toBe(prefix);
});
