import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findJdks } from './java.mjs';

let folder = '';
beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-test-')))));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A folder that looks like an installation of Java. */
function install(name, version, tools = ['java', 'javac', 'jar']) {
  const bin = join(folder, name, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, name, 'release'), `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
  for (const tool of tools) {
    writeFileSync(join(bin, tool), '');
    chmodSync(join(bin, tool), 0o755);
  }
  return join(folder, name);
}

test('JAVA_HOME comes first, then the PATH, each installation once, whatever links lead there', () => {
  const asked = install('asked', '17.0.9');
  const other = install('other', '21.0.1');
  symlinkSync(asked, join(folder, 'link'));
  vi.stubEnv('JAVA_HOME', asked);
  vi.stubEnv('PATH', [join(folder, 'link', 'bin'), join(other, 'bin')].join(delimiter));
  const [first, second, ...rest] = findJdks();
  expect([first, second]).toMatchObject([
    { home: asked, feature: 17, javac: join(asked, 'bin', 'javac') },
    { home: other, feature: 21 },
  ]);
  expect(rest.map(({ home }) => home)).not.toContain(asked);
});

test('runtimes without a compiler and JDKs that are too old are no JDKs for us', () => {
  const runtime = install('runtime', '21.0.1', ['java']);
  const old = install('old', '1.8.0_402');
  vi.stubEnv('JAVA_HOME', runtime);
  vi.stubEnv('PATH', join(old, 'bin'));
  const homes = findJdks().map(({ home }) => home);
  expect(homes).not.toContain(runtime);
  expect(homes).not.toContain(old);
});
