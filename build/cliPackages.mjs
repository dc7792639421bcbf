// npm run package -- --cli: the command line as packages that need Node and no JDK, in dist/packages.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Problem, run, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { fromRoot } from './tree.mjs';

/** What the command line reads where it is installed (electron/engine/process/installation.ts), and what goes along with it. */
const CONTENTS = [
  ...['cli', 'engine', 'agent', 'renderer', 'demo'].map((folder) => `dist/${folder}`),
  ...['dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json'],
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'docs/sluice.1'],
];

/** Checks the version of Node, then runs. */
const START = `#!/usr/bin/env node
import '../dist/cli/sluice.js';
`;

/** Where shells look for what completes a command. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/sluice',
  zsh: 'usr/share/zsh/vendor-completions/_sluice',
  fish: 'usr/share/fish/vendor_completions.d/sluice.fish',
};

/**
 * Makes them anew: sluice-VERSION.tgz for npm, sluice-VERSION.tar.gz, which is a folder, and sluice-cli_VERSION_all.deb where
 * dpkg-deb is there.
 * @returns their paths
 */
export async function makeCliPackages(folder = fromRoot('dist/packages')) {
  await setUp();
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(fromRoot('.cache', 'cli-packages-'));
  try {
    return await makeAll(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function makeAll(work, folder) {
  const source = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const name = `sluice-${source.version}`;
  stage(join(work, name), source);
  const made = [
    await npmPackage(join(work, name), folder, `${name}.tgz`),
    await archive(work, name, join(folder, `${name}.tar.gz`)),
  ];
  if (await isThere('dpkg-deb')) made.push(await debianPackage(work, name, source, folder));
  else say('dpkg-deb is not there: no Debian package is made.');
  return made;
}

/** The installed folder, the same in each package. */
function stage(folder, { name, version, description, license, engines }) {
  for (const path of CONTENTS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(fromRoot(path), join(folder, path), { recursive: true, filter: (file) => !file.endsWith('.map') });
  }
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/sluice.mjs'), START, { mode: 0o755 });
  const manifest = {
    ...{ name, version, description, license, type: 'module', engines },
    ...{ bin: { sluice: 'bin/sluice.mjs' }, man: ['docs/sluice.1'] },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  makeReadable(folder);
}

/** By all, whatever the umask of who makes the packages: root installs them, and others run them. */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

async function npmPackage(staged, folder, name) {
  await checked('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: staged,
  });
  return join(folder, name);
}

async function archive(work, name, path) {
  const sameEachTime = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  await checked('tar', [...sameEachTime, '-C', work, '-czf', path, name]);
  return path;
}

async function debianPackage(work, name, { version, description }, folder) {
  const root = join(work, 'debian');
  const place = (path, contents) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), contents);
  };
  cpSync(join(work, name), join(root, 'usr/lib/sluice'), { recursive: true });
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/sluice/bin/sluice.mjs', join(root, 'usr/bin/sluice'));
  place('usr/share/man/man1/sluice.1.gz', gzipSync(readFileSync(fromRoot('docs/sluice.1')), { level: 9 }));
  place('usr/share/doc/sluice-cli/copyright', readFileSync(fromRoot('LICENSE')));
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    const script = join(work, name, 'bin/sluice.mjs');
    place(path, await checked(process.execPath, [script, 'completion', shell]));
  }
  const control = {
    ...{
      Package: 'sluice-cli',
      Version: version,
      Architecture: 'all',
      Section: 'devel',
      Priority: 'optional',
    },
    ...{ Maintainer: 'Sluice', Depends: 'nodejs (>= 20.13)', Conflicts: 'sluice', Description: description },
  };
  place(
    'DEBIAN/control',
    `${Object.entries(control)
      .map((line) => line.join(': '))
      .join('\n')}\n`,
  );
  makeReadable(root);
  const path = join(folder, `sluice-cli_${version}_all.deb`);
  await checked('dpkg-deb', ['--root-owner-group', '--build', root, path], { SOURCE_DATE_EPOCH: '0' });
  return path;
}

async function isThere(program) {
  return (await run(program, ['--version'], { capture: true }).catch(() => ({ code: 1 }))).code === 0;
}

/** @returns what it printed @throws Problem with that, if it failed */
async function checked(program, args, { cwd, ...variables } = {}) {
  const options = { capture: true, cwd, env: { ...process.env, ...variables } };
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Problem(`${program} ${args[0]} failed with ${code}:\n${output}`);
  return output;
}
