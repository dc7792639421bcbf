import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { CONFIGURATION } from '../../../build/package.mjs';
import { installedFile } from './installation.ts';
import { compileJava, TEST_JDKS } from '../testing/javaFixture.ts';

let resources = '';
beforeEach(() => (resources = mkdtempSync(join(tmpdir(), 'sluice-test-'))));
afterEach(() => rmSync(resources, { recursive: true, force: true }));

/** The address of dist/engine/serverMain.js below a folder. */
const moduleIn = (folder: string): string => pathToFileURL(join(folder, 'dist/engine/serverMain.js')).href;

it('finds what is built beside the bundle, and from the sources', () => {
  expect(installedFile('demo', moduleIn('/opt/sluice'))).toBe('/opt/sluice/dist/demo');
  expect(installedFile('agent/build-id', 'file:///src/sluice/electron/engine/process/installation.ts')).toBe(
    '/src/sluice/dist/agent/build-id',
  );
});

it('of the packaged application a JVM can run what is unpacked, and the rest stays in the archive', () => {
  // resources/app.asar is a file; what asarUnpack names is in resources/app.asar.unpacked, with the same path.
  const unpacked = join(resources, 'app.asar.unpacked/dist');
  mkdirSync(unpacked, { recursive: true });
  renameSync(compileJava('Hello', HELLO), join(unpacked, 'demo'));
  const module = moduleIn(join(resources, 'app.asar'));
  const classes = installedFile('demo', module);
  expect(classes).toBe(join(unpacked, 'demo'));
  const { home } = ensure(TEST_JDKS[0], 'a JDK');
  expect(execFileSync(join(home, 'bin/java'), ['-cp', classes, 'Hello']).toString()).toBe('hello');
  expect(installedFile('agent/sluice-agent.jar', module)).toBe(
    join(resources, 'app.asar/dist/agent/sluice-agent.jar'),
  );
});

it('everything that is handed to a JVM by its path is unpacked when packaging', () => {
  expect(CONFIGURATION.asarUnpack).toContain(`dist/${basename(installedFile('demo'))}/**`);
});

const HELLO = `
public class Hello {
  public static void main(String[] args) { System.out.print("hello"); }
}`;
