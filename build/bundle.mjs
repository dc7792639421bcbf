import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Problem, say } from './command.mjs';
import { NODE_CHECK } from './nodeVersion.mjs';
import { noticesOf, packagesIn } from './notices.mjs';
import { inExport, numbersOnly } from './exportedParts.mjs';
import { recordingPageOf } from './recordingPage.mjs';
import { sbomOf } from './sbom.mjs';
import { filesUnder, fromRoot, hashOf, ROOT } from './tree.mjs';

/** The one class that is used of hdr-histogram-js: its index has an engine in WebAssembly and a compressor beside, 270 KB of each bundle. */
export const oneHistogram = {
  name: 'one histogram',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^hdr-histogram-js$/ }, ({ path, resolveDir }) => ({
      ...{ path, namespace: 'one-histogram', pluginData: { resolveDir } },
    }));
    onLoad({ filter: /.*/, namespace: 'one-histogram' }, ({ pluginData }) => ({
      contents:
        "module.exports = { Float64Histogram: require('hdr-histogram-js/dist/Float64Histogram.js').default };",
      resolveDir: pluginData.resolveDir,
    }));
  },
};

const forNode = {
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Its syntax too: constants stay constants. Without it esbuild makes them variables and the event loop of the CCT is a third slower.
  minify: true,
  // Stacks have names, and Node shows the line of an error that nobody has caught.
  keepNames: true,
  lineLimit: 200,
  // CommonJS packages (ws, commander) call require() for Node's own modules.
  banner: {
    js: `import { createRequire as bundledCreateRequire } from 'node:module';
${NODE_CHECK}
const require = bundledCreateRequire(import.meta.url);`,
  },
  external: ['electron', 'bufferutil', 'utf-8-validate'],
};

const forPage = {
  platform: 'browser',
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.woff2': 'file', '.svg': 'dataurl' },
};

/**
 * What is bundled: entry, output, the folders whose change makes it stale, esbuild's options, files copied beside. With `inParts`
 * the output is only what is loaded at first, and what is imported by `import()` lies beside.
 */
export const BUNDLES = {
  cli: {
    entry: 'electron/cli/sluice.ts',
    output: 'dist/cli/sluice.js',
    sources: ['shared', 'electron/engine', 'electron/cli'],
    options: forNode,
  },
  engine: {
    entry: 'electron/engine/server/serverMain.ts',
    output: 'dist/engine/serverMain.js',
    sources: ['shared', 'electron/engine'],
    options: forNode,
  },
  sampleWorker: {
    entry: 'electron/engine/flightRecorder/sampleWorker.ts',
    output: 'dist/engine/sampleWorker.mjs', // by its name a module, outside of the application's archive too
    sources: ['shared', 'electron/engine'],
    options: forNode,
  },
  readWorker: {
    entry: 'electron/engine/reading/readWorker.ts',
    output: 'dist/engine/readWorker.mjs', // as sampleWorker
    sources: ['shared', 'electron/engine'],
    options: forNode,
  },
  /** What another machine is given as text, before there is an engine on it: its Node may be too old for the rest. */
  receiveEngine: {
    entry: 'electron/engine/piped/receiveEngine.ts',
    output: 'dist/engine/receiveEngine.cjs',
    sources: ['shared', 'electron/engine/piped'],
    options: {
      ...{ platform: 'node', format: 'cjs', target: 'node12', minify: true, sourcemap: false },
      banner: { js: NODE_CHECK },
    },
  },
  main: {
    entry: 'electron/main/main.ts',
    output: 'dist/main/main.js',
    sources: ['shared', 'electron/main'],
    options: forNode,
  },
  preload: {
    entry: 'electron/preload/preload.ts',
    output: 'dist/preload/preload.cjs', // a sandboxed preload cannot be an ES module
    sources: ['shared', 'electron/preload'],
    options: { platform: 'node', format: 'cjs', target: 'node20', external: ['electron'] },
  },
  renderer: {
    entry: 'renderer/index.tsx',
    output: 'dist/renderer/index.js',
    sources: ['shared', 'renderer'],
    options: forPage,
    inParts: true,
    copies: { 'renderer/index.html': 'dist/renderer/index.html' },
  },
  cctWorker: {
    entry: 'renderer/worker/cctWorker.ts',
    output: 'dist/renderer/cctWorker.js',
    sources: ['shared', 'renderer/worker'],
    options: forPage,
    inParts: true,
  },
  /** The page that exports put a recording into. */
  recordingPage: {
    entry: 'renderer/exported.tsx',
    output: 'dist/renderer/recordingPage.html',
    sources: ['shared', 'renderer'],
    options: { ...forPage, format: 'iife' },
    isPage: true,
  },
};

export const BUNDLE_NAMES = Object.keys(BUNDLES);

/** What the page needs, and the exports of the command line. */
export const PAGE_BUNDLES = ['renderer', 'cctWorker', 'recordingPage'];

/** What the packages in all bundles ask to be shipped with them, and a bill of materials. */
const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';
const SBOM = 'dist/sbom.cdx.json';

const BUILT_BY = [
  'bundle.mjs',
  'exportedParts.mjs',
  'nodeVersion.mjs',
  'notices.mjs',
  'recordingPage.mjs',
].map((name) => `build/${name}`);

/** Bundles what is stale among the named bundles. */
export async function bundle(names, { quiet = true } = {}) {
  let isNew = !existsSync(fromRoot(NOTICES)) || !existsSync(fromRoot(SBOM));
  for (const name of names) {
    const { sources, copies = {}, output } = BUNDLES[name];
    const files = sources.flatMap(filesUnder).filter((file) => !/\.test\.tsx?$|\.md$/.test(file));
    const hash = hashOf([...files, ...BUILT_BY, 'package-lock.json']);
    const stamp = fromRoot('.cache', 'bundles', name);
    const outputs = [output, ...Object.values(copies), packagesFile(name)];
    if (outputs.every((file) => existsSync(fromRoot(file))) && readIfThere(stamp) === hash) continue;
    if (!quiet) say(`Bundling ${output}`);
    const metafile = await buildOne(name);
    place(packagesFile(name), (path) => writeFileSync(path, JSON.stringify(packagesIn(metafile))));
    isNew = true;
    for (const [from, to] of Object.entries(copies)) place(to, (path) => copyFileSync(fromRoot(from), path));
    place(`.cache/bundles/${name}`, (path) => writeFileSync(path, hash));
  }
  if (isNew) placeNotices();
}

/** Of the bundles that there are. */
function placeNotices() {
  const files = BUNDLE_NAMES.map((name) => fromRoot(packagesFile(name))).filter((file) => existsSync(file));
  const folders = [...new Set(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))))].sort();
  const [lock, application] = ['package-lock.json', 'package.json'].map((file) =>
    JSON.parse(readFileSync(fromRoot(file), 'utf8')),
  );
  place(NOTICES, (path) => writeFileSync(path, noticesOf(folders)));
  const sbom = JSON.stringify(sbomOf(lock, application, folders), null, 2);
  place(SBOM, (path) => writeFileSync(path, `${sbom}\n`));
}

/** Which packages a bundle has code of. */
function packagesFile(name) {
  return `.cache/bundles/${name}.packages.json`;
}

async function buildOne(name) {
  const { entry, output, options, inParts, isPage } = BUNDLES[name];
  const common = { ...options, entryPoints: [entry] };
  if (isPage) return placePage(output);
  if (!inParts) return placeBuilt({ ...common, outfile: output });
  const folder = dirname(output);
  const parts = { outdir: folder, splitting: true, chunkNames: `${name}-[name]-[hash]` };
  const metafile = await placeBuilt({ ...common, ...parts });
  const stale = readdirSync(fromRoot(folder)).filter(
    (file) => file.startsWith(`${name}-`) && !(`${folder}/${file}` in metafile.outputs),
  );
  for (const file of stale) rmSync(fromRoot(folder, file));
  return metafile;
}

async function placePage(output) {
  const { script, style, metafile } = await exportedBundle();
  place(output, (path) => writeFileSync(path, recordingPageOf({ script, style })));
  return metafile;
}

/**
 * Script and style of the page that exports put a recording into.
 * @param {import('esbuild').Plugin[]} [before] of a test that changes what is bundled
 */
export async function exportedBundle(before = []) {
  const { entry, options } = BUNDLES.recordingPage;
  const { outputFiles, metafile } = await built({
    ...{ ...options, entryPoints: [entry], outdir: 'dist/renderer', sourcemap: false },
    plugins: [...before, oneHistogram, numbersOnly, inExport],
  });
  const [script, style] = ['.js', '.css'].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end)).text,
  );
  return { script, style, metafile };
}

/** @returns what esbuild says of what it made */
async function placeBuilt(options) {
  const { outputFiles, metafile } = await built(options);
  for (const { path, contents } of outputFiles)
    if (!isStyleOfPart(path)) place(path, (temporary) => writeFileSync(temporary, contents));
  return metafile;
}

async function built(options) {
  const { build } = await import('esbuild');
  return build({
    sourcemap: 'linked',
    plugins: [oneHistogram],
    ...options,
    absWorkingDir: ROOT,
    bundle: true,
    legalComments: 'none', // all of them are in the notices
    metafile: true,
    logLevel: 'silent',
    write: false,
  }).catch((failure) => {
    throw new Problem(`${options.entryPoints[0]} could not be bundled:\n${failure.message}`);
  });
}

/** Styles of what is imported later are in index.css too, and only that is loaded. */
function isStyleOfPart(path) {
  return /-[A-Z0-9]{8}\.css(\.map)?$/.test(path);
}

/** Writes a file beside its place and renames it there: whoever reads it meanwhile sees the old one or the new one. */
function place(file, write) {
  const path = file.startsWith(ROOT) ? file : fromRoot(file);
  const temporary = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    write(temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
