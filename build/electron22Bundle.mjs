import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUNDLES, oneHistogram } from './bundle.mjs';
import { ELECTRON_22_CODE } from './electron22.mjs';
import { fromRoot, ROOT } from './tree.mjs';

/**
 * The desktop application of this checkout for Electron 22 (Chromium 108, Node 16): the same sources, with older syntax, CommonJS where
 * it has no ES modules, and in e2e/electron22/shims what it lacks. What a shim does not know fails loudly. dist/ must be there.
 */
export async function bundleForElectron22() {
  rmSync(ELECTRON_22_CODE, { recursive: true, force: true });
  mkdirSync(join(ELECTRON_22_CODE, 'dist'), { recursive: true });
  for (const name of ['main', 'engine', 'preload', 'sampleWorker', 'readWorker']) await bundleForNode(name);
  for (const name of ['renderer', 'cctWorker']) await bundleForPage(name);
  await styleForPage();
  for (const folder of ['agent', 'demo'])
    cpSync(fromRoot('dist', folder), join(ELECTRON_22_CODE, 'dist', folder), { recursive: true });
  for (const file of [
    'dist/renderer/recordingPage.html',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/sbom.cdx.json',
    'LICENSE',
  ])
    copyFileSync(fromRoot(file), join(ELECTRON_22_CODE, file));
  writeFileSync(
    join(ELECTRON_22_CODE, 'package.json'),
    JSON.stringify(applicationOf(readJson('package.json'))),
  );
}

/** Without `type`: what ends in .js is CommonJS. */
function applicationOf({ name, version, description, license, homepage, main }) {
  return { name, version, description, license, homepage, main };
}

/** Where the modules of Electron's own processes are CommonJS, they still know where they are. */
const MODULE_URL = "const bundledUrl = require('node:url').pathToFileURL(__filename).href;";
const AS_MODULE =
  "import { createRequire as bundledCreateRequire } from 'node:module';\nconst require = bundledCreateRequire(import.meta.url);";

async function bundleForNode(name) {
  const { entry, output, options } = BUNDLES[name];
  const format = output.endsWith('.mjs')
    ? { banner: { js: AS_MODULE } }
    : { format: 'cjs', banner: { js: MODULE_URL }, define: { 'import.meta.url': 'bundledUrl' } };
  const older = { ...format, inject: [shim('node')] };
  await bundleOne({
    ...options,
    ...(name === 'preload' ? {} : older), // it is CommonJS, and has nothing of Node
    target: 'node16',
    entryPoints: [entry],
    outfile: join(ELECTRON_22_CODE, output),
  });
}

async function bundleForPage(name) {
  const { entry, output, options, copies = {} } = BUNDLES[name];
  await bundleOne({
    ...options,
    target: 'chrome108',
    inject: [shim(name === 'renderer' ? 'page' : 'everywhere')],
    entryPoints: [entry],
    outdir: join(ELECTRON_22_CODE, dirname(output)),
    splitting: true,
    chunkNames: `${name}-[name]-[hash]`,
  });
  for (const [from, to] of Object.entries(copies)) copyFileSync(fromRoot(from), join(ELECTRON_22_CODE, to));
}

async function bundleOne(options) {
  const { build } = await import('esbuild');
  await build({
    ...options,
    absWorkingDir: ROOT,
    bundle: true,
    plugins: [oneHistogram],
    legalComments: 'none',
    logLevel: 'error',
  });
}

/** Colour schemes and nesting, which Chromium 108 lacks, and what a popover looks like. */
async function styleForPage() {
  const { transform } = await import('lightningcss');
  const file = join(ELECTRON_22_CODE, 'dist', 'renderer', 'index.css');
  const popovers = readFileSync(fromRoot('e2e', 'electron22', 'shims', 'popover.css'), 'utf8');
  const own = readFileSync(file, 'utf8').replaceAll(':popover-open', '[data-popover-open]');
  const { code } = transform({
    filename: 'index.css',
    code: Buffer.from(popovers + own),
    targets: { chrome: 108 << 16 },
    minify: true,
  });
  writeFileSync(file, code);
}

function shim(name) {
  return fromRoot('e2e', 'electron22', 'shims', `${name}.js`);
}

function readJson(file) {
  return JSON.parse(readFileSync(fromRoot(file), 'utf8'));
}
