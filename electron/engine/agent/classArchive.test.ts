import { expect, it } from 'vitest';
import { archiveOptions, namesClassArchive } from './classArchive.ts';

it.each([
  [['-XX:AOTCache=app.aot', '-cp', 'app.jar', 'Main'], {}, true],
  [['-XX:SharedArchiveFile=app.jsa', '-jar', 'app.jar'], {}, true],
  [['-jar', 'app.jar'], { JDK_JAVA_OPTIONS: '-Xmx1g -XX:AOTCache=app.aot' }, true],
  [['-jar', 'app.jar', '-XX:AOTCache=of.the.program'], {}, false],
  [['-jar', 'app.jar'], {}, false],
])('%j with %j names an archive of classes: %s', (rest, environment, names) => {
  expect(namesClassArchive(rest, environment)).toBe(names);
});

it.each([
  [17, {}, []],
  [25, {}, ['aot=off:stdout', 'aot=warning:stderr', 'cds=off:stdout', 'cds=warning:stderr']],
  [26, {}, ['aot=off:stdout', 'aot=warning:stderr']],
  [25, { JAVA_TOOL_OPTIONS: '-Xlog:aot=info' }, []],
])('a JVM of JDK %i with %j gets %j', (feature, environment, settings) => {
  expect(archiveOptions(feature, environment)).toEqual(settings.map((setting) => `-Xlog:${setting}`));
});
