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

/**
 * Of a page in one file: parts that are loaded later (renderer/worker/loadPart.ts) are there at once. Left alone, esbuild puts each of
 * their modules into a function, and all is a tenth longer.
 */
const partsAtOnce = {
  name: 'parts at once',
  setup({ onLoad }) {
    onLoad({ filter: /renderer[\\/].*\.tsx?$/ }, ({ path }) => {
      const imports = [];
      const contents = readFileSync(path, 'utf8').replace(/\(\) => import\(('[^']+')\)/g, (_, from) => {
        imports.push(`import * as part${imports.length} from ${from};`);
        return `async () => part${imports.length - 1}`;
      });
      return { contents: `${imports.join(' ')}${contents}`, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
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
 * What is bundled: entry, output, the folders whose change makes it stale, esbuild's options, files copied beside. With `whole`
 * the output is only what is loaded at first, what is imported by `import()` lies beside, and all in one file is there.
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
    whole: '.cache/bundles/renderer.whole.js',
    copies: { 'renderer/index.html': 'dist/renderer/index.html' },
  },
  cctWorker: {
    entry: 'renderer/worker/cctWorker.ts',
    output: 'dist/renderer/cctWorker.js',
    sources: ['shared', 'renderer/worker'],
    options: forPage,
    whole: '.cache/bundles/cctWorker.whole.js',
    wholeFormat: 'iife', // a classic script: renderer/state/workerUrl.ts
  },
};

export const BUNDLE_NAMES = Object.keys(BUNDLES);

/** The page that exports put a recording into, and the bundles it is made of. */
const RECORDING_PAGE = 'dist/renderer/recordingPage.html';
export const PAGE_BUNDLES = ['renderer', 'cctWorker'];

/** What the packages in all bundles ask to be shipped with them, and a bill of materials. */
const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';
const SBOM = 'dist/sbom.cdx.json';

const BUILT_BY = ['bundle.mjs', 'nodeVersion.mjs', 'notices.mjs', 'recordingPage.mjs'].map(
  (name) => `build/${name}`,
);

/** Bundles what is stale among the named bundles. */
export async function bundle(names, { quiet = true } = {}) {
  let isNew = !existsSync(fromRoot(NOTICES)) || !existsSync(fromRoot(SBOM));
  for (const name of names) {
    const { sources, copies = {}, whole, output } = BUNDLES[name];
    const files = sources.flatMap(filesUnder).filter((file) => !/\.test\.tsx?$|\.md$/.test(file));
    const hash = hashOf([...files, ...BUILT_BY, 'package-lock.json']);
    const stamp = fromRoot('.cache', 'bundles', name);
    const outputs = [output, ...Object.values(copies), packagesFile(name), whole ?? []].flat();
    if (outputs.every((file) => existsSync(fromRoot(file))) && readIfThere(stamp) === hash) continue;
    if (!quiet) say(`Bundling ${output}`);
    const metafile = await buildOne(name);
    place(packagesFile(name), (path) => writeFileSync(path, JSON.stringify(packagesIn(metafile))));
    isNew = true;
    for (const [from, to] of Object.entries(copies)) place(to, (path) => copyFileSync(fromRoot(from), path));
    place(`.cache/bundles/${name}`, (path) => writeFileSync(path, hash));
  }
  if (isNew) placeNotices();
  if (PAGE_BUNDLES.every((name) => names.includes(name)) && (isNew || !existsSync(fromRoot(RECORDING_PAGE))))
    placeRecordingPage();
}

function placeRecordingPage() {
  const [html, style, script, worker] = [
    ...['dist/renderer/index.html', 'dist/renderer/index.css'],
    ...PAGE_BUNDLES.map((name) => BUNDLES[name].whole),
  ].map((file) => readFileSync(fromRoot(file), 'utf8'));
  place(RECORDING_PAGE, (path) => writeFileSync(path, recordingPageOf({ html, script, style, worker })));
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
  const { entry, output, options, whole, wholeFormat = options.format } = BUNDLES[name];
  const common = { ...options, entryPoints: [entry] };
  if (!whole) return placeBuilt({ ...common, outfile: output });
  const atOnce = { plugins: [partsAtOnce], sourcemap: false };
  await placeBuilt({ ...common, ...atOnce, format: wholeFormat, outfile: whole });
  const folder = dirname(output);
  const parts = { outdir: folder, splitting: true, chunkNames: `${name}-[name]-[hash]` };
  const metafile = await placeBuilt({ ...common, ...parts });
  const stale = readdirSync(fromRoot(folder)).filter(
    (file) => file.startsWith(`${name}-`) && !(`${folder}/${file}` in metafile.outputs),
  );
  for (const file of stale) rmSync(fromRoot(folder, file));
  return metafile;
}

/** @returns what esbuild says of what it made */
async function placeBuilt(options) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
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
  for (const { path, contents } of outputFiles)
    if (!isStyleOfPart(path)) place(path, (temporary) => writeFileSync(temporary, contents));
  return metafile;
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
