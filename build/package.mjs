// npm run package: installers of the desktop application for this system, in dist/packages.
// `npm run package -- --dir` makes the unpacked application only, `-- --cli` packages of the command line.
import { mkdirSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { makeCliPackages } from './cliPackages.mjs';
import { command, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { fromRoot, ROOT } from './tree.mjs';

/** Everything is bundled, so no package of node_modules goes along. */
export const CONFIGURATION = {
  appId: 'org.sluice-profiler.Sluice',
  productName: 'Sluice',
  npmRebuild: false,
  directories: { output: 'dist/packages' },
  files: [
    'package.json',
    'LICENSE',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/sbom.cdx.json',
    'dist/{main,preload,engine,renderer,agent,demo}/**',
    '!dist/**/*.map',
    '!node_modules/**',
  ],
  // Java, and threads of Node's own, know nothing of Electron's archives: electron/engine/process/installation.ts finds them.
  asarUnpack: ['dist/demo/**', 'dist/engine/{sample,read}Worker.mjs'],
  // Electron security checklist, item 19: the program cannot be turned into a plain Node, nor its archive be replaced.
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  // Those of shared/importers/openedExtensions.ts, as electron/main/checklist.test.ts compares. macOS and Linux; NSIS registers types
  // for all users of a machine only.
  fileAssociations: [
    association('sluice', 'Sluice recording', 'application/x-sluice', 'Owner'),
    association('jfr', 'Flight Recorder file', 'application/x-jfr', 'Alternate'),
    association('tdump', 'Java thread dump', 'text/x-java-thread-dump', 'Alternate'),
    association('hprof', 'Java heap dump', 'application/x-hprof', 'Alternate'),
  ],
  linux: { target: ['AppImage', 'deb'], category: 'Development', maintainer: 'Sluice' },
  mac: { target: ['dmg'], category: 'public.app-category.developer-tools' },
  win: { target: ['nsis'] },
};

/** @param rank on macOS: Alternate takes no file from the program that opens it now */
function association(ext, name, mimeType, rank) {
  return { ext, name, description: name, mimeType, role: 'Viewer', rank };
}

async function makePackages(args) {
  if (args.includes('--cli')) {
    for (const path of await makeCliPackages()) say(path);
    return;
  }
  await setUp({ quiet: false });
  rmSync(fromRoot('dist/packages'), { recursive: true, force: true });
  mkdirSync(fromRoot('dist/packages'), { recursive: true });
  const { build } = await import('electron-builder');
  const made = await build({
    projectDir: ROOT,
    config: CONFIGURATION,
    dir: args.includes('--dir'),
    publish: 'never',
  });
  for (const path of made) say(path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await command(makePackages);
