import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { ensure } from '../shared/base/assert.ts';
import { makeCliPackages } from '../build/cliPackages.mjs';
import { EXPECTED_TREES } from './expectedTrees.ts';
import { pictureFrom, pictureOf } from './fixtures/callTreePicture.ts';
import { reportOf } from './fixtures/cli.ts';
import { JDKS } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';
import { startTarget } from './fixtures/targets.ts';

/** Packages of the command line on a machine that has Node and nothing else in its PATH: no JDK, no checkout. */

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const folder = join(tmpdir(), `sluice-installed-${process.pid}`);
const packages = join(folder, 'packages');
const bare = join(folder, 'bin');

/** Where each is installed. */
const rootOf = (by: string): string => join(folder, by.replaceAll(' ', '-'));

test.describe.configure({ mode: 'default' }); // one process: it makes and installs them once

test.beforeAll(async () => {
  mkdirSync(bare, { recursive: true });
  await makeCliPackages(packages);
  symlinkSync(process.execPath, join(bare, 'node'));
  for (const { by, install } of INSTALLED) {
    mkdirSync(rootOf(by));
    install(rootOf(by));
  }
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENVIRONMENT = { PATH: bare, HOME: folder };

interface Installed {
  readonly by: string;
  /** Without the network. */
  install(into: string): void;
  /** The command, in the folder that it is installed into. */
  readonly command: string;
}

const INSTALLED: readonly Installed[] = [
  {
    by: 'npm install --global',
    install(into) {
      const file = join(packages, `sluice-${version}.tgz`);
      execFileSync('npm', ['install', '--global', '--offline', '--prefix', into, file], { stdio: 'pipe' });
    },
    command: 'bin/sluice',
  },
  {
    by: 'the Debian package',
    install(into) {
      execFileSync('dpkg-deb', ['--extract', join(packages, `sluice-cli_${version}_all.deb`), into]);
    },
    command: 'usr/bin/sluice',
  },
  {
    by: 'the archive',
    install(into) {
      execFileSync('tar', ['-xzf', join(packages, `sluice-${version}.tar.gz`), '-C', into]);
    },
    command: `sluice-${version}/bin/sluice.mjs`,
  },
];

for (const [i, { by, command }] of INSTALLED.entries()) {
  test(`installed by ${by} it records a running JVM, reports, and exports a page`, async () => {
    const into = rootOf(by);
    const sluice = join(into, command);
    const run = (...args: string[]): string =>
      execFileSync(sluice, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] }).toString();

    expect(run('--version')).toContain(`sluice ${version} `);
    const expected = ensure(
      EXPECTED_TREES.find(({ target }) => target === 'Getters'),
      'its tree',
    );
    const jvm = await startTarget(JDKS[i % JDKS.length], expected.target);
    const file = join(into, 'getters.sluice');
    try {
      expect(run('list')).toContain(expected.target);
      const recording = spawn(
        sluice,
        ['record', String(jvm.pid), '--root', expected.root, '--output', file],
        { env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      const ended = once(recording, 'close');
      await new LineReader(recording.stderr).waitFor(/^recording/);
      await jvm.send('run');
      recording.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    } finally {
      await jvm.stop();
    }
    const { roots, losses } = await reportOf(file);
    expect({ losses, tree: pictureOf(roots) }).toEqual({ losses: [], tree: pictureFrom(expected.tree) });
    expect(run('report', file)).toContain('Getters.value');
    run('convert', file, '--format', 'html', '--output', join(into, 'getters.html'));
    expect(readFileSync(join(into, 'getters.html'), 'utf8')).toMatch(
      / id="recording">[\w+/]{1000,}=*<\/script>/,
    );
  });
}

test('each package has the license, the notices and the bill of materials, and neither sources nor maps', () => {
  for (const { by } of INSTALLED) {
    const names = readdirSync(rootOf(by), { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replace(/^.*?(?=(bin|dist|docs)\/|LICENSE)/, ''),
    );
    for (const wanted of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json', 'docs/sluice.1'])
      expect(names, by).toContain(wanted);
    expect(
      names.filter((name) => /\.(map|ts|tsx)$/.test(name)),
      by,
    ).toEqual([]);
  }
});

test('the Debian package has the manual page and the completions of three shells, and needs Node only', () => {
  const root = join(rootOf('the Debian package'), 'usr');
  expect(gunzipSync(readFileSync(join(root, 'share/man/man1/sluice.1.gz'))).toString()).toContain(
    '.TH SLUICE 1',
  );
  for (const script of [
    'bash-completion/completions/sluice',
    'zsh/vendor-completions/_sluice',
    'fish/vendor_completions.d/sluice.fish',
  ])
    expect(existsSync(join(root, 'share', script)), script).toBe(true);
  const field = (name: string): string =>
    execFileSync('dpkg-deb', ['--field', join(packages, `sluice-cli_${version}_all.deb`), name])
      .toString()
      .trim();
  expect(field('Depends')).toBe('nodejs (>= 20.13)');
  expect(field('Version')).toBe(version);
});

test('packages are the same byte for byte however often they are made, whatever the umask', async () => {
  const again = join(folder, 'again');
  const before = process.umask(0o077);
  try {
    await makeCliPackages(again);
  } finally {
    process.umask(before);
  }
  for (const name of readdirSync(packages))
    expect(readFileSync(join(again, name)).equals(readFileSync(join(packages, name))), name).toBe(true);
});
