// The table of allowed import directions and its check (npm run check). docs/ARCHITECTURE.md explains the layers.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { command, say } from './command.mjs';
import { filesUnder, fromRoot } from './tree.mjs';

const SHARED = [
  'base',
  'messages',
  'events',
  'wire',
  'classfile',
  'bytecode',
  'callgraph',
  'instrument',
  'cct',
  'analysis',
  'naming',
  'metrics',
  'recording',
  'recording/format',
  'recording/options',
  'recording/dataSets',
  'recording/sets',
  'recording/samples',
  'recording/file',
  'jvmEvents',
  'rows',
  'compare',
  'report',
  'gates',
  'findings',
  'tables',
  'export',
  'ipc',
  'jfr',
  'hprof',
  'hprof/hints',
  'hprof/views',
  'importers',
  'threads',
  'monitor',
];
const SHARED_LAYERS = SHARED.map((name) => `shared/${name}`);

/**
 * layer -> layers it may import besides itself. What those may import, it may import too. A file belongs to the deepest layer
 * that it lies in; a folder below a layer that has layers of its own must be one of them.
 */
const MAY_IMPORT = {
  'shared/base': [],
  'shared/events': ['shared/base'],
  'shared/messages': ['shared/base'],
  'shared/wire': ['shared/events'],
  'shared/classfile': ['shared/base'],
  'shared/bytecode': ['shared/classfile', 'shared/messages', 'shared/events'],
  'shared/callgraph': ['shared/classfile', 'shared/messages'],
  'shared/instrument': ['shared/bytecode', 'shared/callgraph', 'shared/events'],
  'shared/cct': ['shared/events'],
  'shared/analysis': ['shared/cct'],
  'shared/naming': ['shared/messages'],
  'shared/metrics': ['shared/naming', 'shared/cct'],
  'shared/recording/format': ['shared/base'],
  'shared/recording/options': ['shared/naming', 'shared/metrics', 'shared/analysis', 'shared/callgraph'],
  'shared/recording/dataSets': ['shared/naming', 'shared/metrics'],
  'shared/recording': ['shared/recording/dataSets', 'shared/recording/format', 'shared/recording/options'],
  'shared/recording/sets': ['shared/monitor', 'shared/recording'],
  'shared/recording/samples': ['shared/recording'],
  'shared/recording/file': ['shared/recording'],
  'shared/rows': ['shared/recording/file', 'shared/recording/samples', 'shared/recording/sets'],
  'shared/compare': ['shared/rows'],
  'shared/jvmEvents': ['shared/recording'],
  'shared/report': ['shared/compare', 'shared/jvmEvents'],
  'shared/gates': ['shared/report'],
  'shared/findings': ['shared/compare', 'shared/jvmEvents', 'shared/recording/sets'],
  'shared/tables': ['shared/report', 'shared/findings'],
  'shared/export': ['shared/report'],
  'shared/threads': ['shared/report'],
  'shared/monitor': ['shared/naming'],
  'shared/ipc': ['shared/monitor', 'shared/recording', 'shared/threads'],
  'shared/jfr': ['shared/base'],
  'shared/hprof': ['shared/recording/sets', 'shared/callgraph'],
  'shared/hprof/hints': ['shared/hprof'],
  'shared/hprof/views': ['shared/hprof/hints'],
  'shared/importers': ['shared/jvmEvents', 'shared/jfr', 'shared/threads'],
  'shared/testing': SHARED_LAYERS,
  'electron/engine/process': SHARED_LAYERS,
  'electron/engine/jvms': SHARED_LAYERS,
  'electron/engine/loopback': SHARED_LAYERS,
  'electron/engine/events': SHARED_LAYERS,
  'electron/engine/piped': SHARED_LAYERS,
  'electron/engine/attach': ['electron/engine/jvms', 'electron/engine/process'],
  'electron/engine/recordings': ['electron/engine/jvms'],
  'electron/engine/agent': [
    'electron/engine/attach',
    'electron/engine/events',
    'electron/engine/loopback',
    'electron/engine/process',
  ],
  'electron/engine/flightRecorder': ['electron/engine/agent', 'electron/engine/source'],
  'electron/engine/heapDump': ['electron/engine/agent'],
  'electron/engine/monitor': ['electron/engine/heapDump'],
  'electron/engine/reading': ['electron/engine/heapDump'],
  'electron/engine/doctor': ['electron/engine/agent'],
  'electron/engine/support': ['electron/engine/doctor', 'electron/engine/recordings'],
  'electron/engine/source': [
    'electron/engine/jvms',
    'electron/engine/process',
    'electron/engine/recordings',
    'shared/ipc',
  ],
  'electron/engine/revelation': ['electron/engine/agent'],
  'electron/engine/measurements': ['electron/engine/revelation', 'electron/engine/flightRecorder'],
  'electron/engine/measurements/region': ['electron/engine/measurements'],
  'electron/engine/measurements/callTree': ['electron/engine/measurements/region'],
  'electron/engine/session': ['electron/engine/measurements/callTree', 'electron/engine/source'],
  'electron/engine': [
    'electron/engine/session',
    'electron/engine/support',
    'electron/engine/flightRecorder',
    'electron/engine/heapDump',
    'electron/engine/monitor',
    'electron/engine/reading',
    'electron/engine/source',
  ],
  'electron/engine/server': ['electron/engine', 'electron/engine/piped'],
  'electron/engine/testing': ['electron/engine'],
  'electron/cli/completion': SHARED_LAYERS,
  'electron/cli/files': ['electron/engine/server'], // `sluice view` serves the window
  'electron/cli/engines': ['electron/engine/server'],
  'electron/cli/terminal': ['electron/cli/files'],
  'electron/cli/options': ['electron/cli/files'],
  'electron/cli/targets': ['electron/cli/terminal'],
  'electron/cli/results': ['electron/cli/options', 'electron/cli/terminal'],
  'electron/cli/recording': ['electron/cli/options', 'electron/cli/targets'],
  'electron/cli/heap': ['electron/cli/options', 'electron/cli/targets'],
  'electron/cli/commands': [
    'electron/cli/completion',
    'electron/cli/heap',
    'electron/cli/recording',
    'electron/cli/results',
  ],
  'electron/cli': ['electron/cli/commands', 'electron/cli/engines'],
  'electron/cli/testing': ['electron/cli'],
  'electron/main': ['shared/ipc', 'shared/importers'],
  'electron/preload': ['shared/ipc'],
  'renderer/theme': ['shared/base'],
  'renderer/worker/table': ['shared/compare'],
  'renderer/worker/views': ['renderer/worker/table'],
  'renderer/worker/heap': ['shared/hprof/views', 'shared/recording/file'],
  'renderer/worker': [
    'renderer/worker/views',
    'renderer/worker/heap',
    'shared/wire',
    'shared/ipc',
    'shared/export',
    'shared/tables',
    'shared/importers',
    'shared/instrument',
  ],
  'renderer/widgets': ['renderer/theme', 'shared/naming'],
  'renderer/state': ['renderer/worker', 'shared/callgraph'],
  'renderer/state/drafts': ['renderer/state'],
  'renderer/state/session': ['renderer/state/drafts'],
  'renderer/state/files': ['renderer/state/session'],
  'renderer/state/app': ['renderer/state/files'],
  'renderer/state/commands': ['renderer/state/app'],
  'renderer/views': ['renderer/widgets', 'renderer/state/commands'],
  'renderer/views/region': ['renderer/views'],
  'renderer/views/source': ['renderer/views'],
  'renderer/views/start': ['renderer/views'],
  'renderer/views/timeline': ['renderer/views'],
  'renderer/views/shell': ['renderer/views/start'],
  'renderer/views/table': ['renderer/views'],
  'renderer/views/callees': ['renderer/views/table'],
  'renderer/views/flame': ['renderer/views/table'],
  'renderer/views/threads': ['renderer/views/datasets', 'renderer/views/source'],
  'renderer/views/datasets': ['renderer/views/table'],
  'renderer/views/rootcalls': ['renderer/views/datasets'],
  'renderer/views/snapshots': ['renderer/views/datasets'],
  'renderer/views/findings': ['renderer/views/datasets'],
  'renderer/views/groups': ['renderer/views/datasets'],
  'renderer/views/record': [
    'renderer/views/callees',
    'renderer/views/flame',
    'renderer/views/findings',
    'renderer/views/groups',
    'renderer/views/region',
    'renderer/views/rootcalls',
    'renderer/views/shell',
    'renderer/views/snapshots',
    'renderer/views/source',
    'renderer/views/threads',
    'renderer/views/timeline',
  ],
  'renderer/views/monitor': ['renderer/views/record'],
  'renderer/views/compare': ['renderer/views/record'],
  'renderer/views/heap': ['renderer/views/record'],
  'renderer/app': ['renderer/views/compare', 'renderer/views/heap', 'renderer/views/monitor'],
  'renderer/testing': ['renderer/app'],
  renderer: ['renderer/app'], // index.tsx
  build: [],
  'backend-java': ['build', 'electron/engine', 'shared/testing'], // tests of the agent
  e2e: ['build', ...SHARED_LAYERS, 'shared/testing', 'electron/engine'],
  bench: ['build', 'electron/cli', 'shared/testing', 'renderer/app'],
};

/** layer -> npm packages it may import; tests may import any. The rest may import none. */
const PACKAGES = {
  'shared/recording': ['hdr-histogram-js'],
  'electron/engine': ['ws'],
  'electron/engine/source': ['yauzl', 'yazl'],
  'electron/cli': ['commander', 'ws'],
  'electron/main': ['electron'],
  'electron/preload': ['electron'],
  renderer: ['react', 'react-dom', 'd3'],
};

const MAY_USE_NODE = ['electron/engine', 'electron/cli', 'electron/main', 'shared/testing', 'e2e', 'bench'];
const LINE_LIMIT = 500;
/** Files that one file of the product imports: whoever needs more holds several concepts. */
const FAN_OUT_LIMIT = 20;
const NAMELESS = /(^|\/)(utils?|helpers?|common|misc|index)\.(ts|tsx|mjs)$/;
/** The probes become part of java.base and may touch nothing that could be instrumented; the agent is plain Java. */
const JAVA_MAY_IMPORT = {
  'java.lang':
    /^(jdk\.internal\.(misc|vm\.annotation)|java\.util\.concurrent\.atomic|java\.nio|java\.lang\.(ref|reflect|invoke))\./,
  'sluice.agent': /^(java|javax|sluice\.agent)\./,
};
const AGENT_FOLDER = 'backend-java/src/main/java/sluice/agent/';
/** Draws the groups of the agent's classes; the first uses no other. */
const AGENT_GROUPS = `${AGENT_FOLDER}package-info.java`;

/**
 * Everything in the sources that breaks the layers, one sentence each.
 * @param sources Map of path from the root, with forward slashes, to text
 * @param rows layer -> layers it may import; those of a circle are all that is told, as nothing lies below anything there
 */
export function layerViolations(sources, rows = MAY_IMPORT) {
  const circles = layerCircles(rows);
  if (circles.length > 0) return circles;
  const found = [];
  for (const [path, text] of sources) {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > LINE_LIMIT)
      found.push(`${path}: ${lines} lines, at most ${LINE_LIMIT} are allowed; which concepts are in it?`);
    if (NAMELESS.test(path) && path !== 'renderer/index.tsx')
      found.push(`${path}: a file is named for its one concept`);
    if (path.endsWith('.java')) found.push(...javaViolations(path, text));
    else if (/\.tsx?$/.test(path)) found.push(...importViolations(path, text));
  }
  return [
    ...found,
    ...fanOutViolations(sources),
    ...importCircles(sources),
    ...agentGroupViolations(sources),
  ];
}

/** Layers that import each other, at whatever distance, are one. @param rows layer -> layers it may import */
function layerCircles(rows) {
  const found = [];
  const finished = new Set();
  const visit = (layer, way) => {
    if (way.includes(layer))
      found.push(`${[...way.slice(way.indexOf(layer)), layer].join(' -> ')}: a circle of layers`);
    if (finished.has(layer) || way.includes(layer)) return;
    for (const below of rows[layer] ?? []) visit(below, [...way, layer]);
    finished.add(layer);
  };
  for (const layer of Object.keys(rows)) visit(layer, []);
  return found;
}

/** How many files of its own house each file imports; tests may import what they like. */
function fanOutViolations(sources) {
  const found = [];
  for (const [path, text] of sources) {
    if (isTest(path)) continue;
    const imported = path.endsWith('.java')
      ? ownImportsOf(text)
      : importsOf(text).filter((name) => name.startsWith('.'));
    const count = new Set(imported).size;
    if (count > FAN_OUT_LIMIT)
      found.push(
        `${path}: imports ${count} files, at most ${FAN_OUT_LIMIT} are allowed; which concepts are in it?`,
      );
  }
  return found;
}

/** Imports of a Java file from the packages of this house. */
const ownImportsOf = (text) =>
  [...text.matchAll(/^import (?:static )?(sluice\.[\w.]+)/gm)].map(([, name]) => name);

/** Each class of the agent is in one group, and uses none of a group below its own in the drawing. */
function agentGroupViolations(sources) {
  const drawing = sources.get(AGENT_GROUPS);
  if (drawing === undefined) return [];
  const files = [...sources.keys()].filter((path) => path.startsWith(AGENT_FOLDER) && path !== AGENT_GROUPS);
  const classes = new Set(files.map((path) => posix.basename(path, '.java')));
  const found = [];
  const groups = [];
  const groupOf = new Map();
  for (const [, group, names] of drawing.matchAll(/^ \* {5}(\w*) +(\w+(?:, \w+)*),?$/gm)) {
    if (group !== '') groups.push(group);
    for (const name of names.split(', ')) {
      if (!classes.has(name)) found.push(`${AGENT_GROUPS}: there is no class ${name}`);
      if (groupOf.has(name)) found.push(`${AGENT_GROUPS}: ${name} is in two groups`);
      groupOf.set(name, groups.length - 1);
    }
  }
  for (const path of files) {
    const name = posix.basename(path, '.java');
    const own = groupOf.get(name);
    if (own === undefined) found.push(`${path}: is in no group of ${AGENT_GROUPS}`);
    const code = sources.get(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"(?:[^"\\\n]|\\.)*"/gm, '');
    for (const used of new Set(code.match(/\b[A-Z]\w*/g)))
      if (groupOf.get(used) > own)
        found.push(`${path}: uses ${used}: ${groups[own]} may not use ${groups[groupOf.get(used)]}`);
  }
  return found;
}

/** A file that leads back to itself, imports of types included: what lies on the circle can only be understood as a whole. */
function importCircles(sources) {
  const found = [];
  const finished = new Set();
  const visit = (path, way) => {
    if (way.includes(path)) found.push(`${[...way.slice(way.indexOf(path)), path].join(' -> ')}: a circle`);
    if (finished.has(path) || way.includes(path) || !sources.has(path)) return;
    for (const specifier of importsOf(sources.get(path)))
      if (specifier.startsWith('.')) visit(posix.join(posix.dirname(path), specifier), [...way, path]);
    finished.add(path);
  };
  for (const path of sources.keys()) if (!path.endsWith('.java')) visit(path, []);
  return found;
}

function importViolations(file, text) {
  const layer = layerOf(file);
  if (layer === '') return file.includes('/') ? [`${file}: lies in no layer of build/layers.mjs`] : [];
  const folder = posix.dirname(file);
  const isInTest = isTest(file);
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const path = posix.join(folder, specifier);
      const target = layerOf(path);
      if (isForTests(path) && !isInTest) return [`${file}: imports ${specifier}, which is for tests only`];
      const allowed =
        target === layer ||
        mayImport(layer).has(target) ||
        (isInTest && (target !== '' || !path.includes('/')));
      return allowed ? [] : [`${file}: imports ${specifier}: ${layer} may not import ${target || 'that'}`];
    }
    if (specifier.startsWith('node:')) {
      const allowed = isInTest || selfAndParents(layer).some((name) => MAY_USE_NODE.includes(name));
      return allowed ? [] : [`${file}: imports ${specifier}: ${layer} runs without Node`];
    }
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    const allowed = isInTest ? name !== 'electron' : packagesOf(layer).includes(name);
    return allowed || (isInTest && mayUseElectron(file))
      ? []
      : [`${file}: imports the package ${name}: ${layer} may not`];
  });
}

function javaViolations(path, text) {
  const ownPackage = /^package ([\w.]+);/m.exec(text)?.[1];
  const rule = /\/src\/(main|probe)\//.test(path) ? JAVA_MAY_IMPORT[ownPackage] : undefined;
  if (rule === undefined) return [];
  return [...text.matchAll(/^import (?:static )?([\w.*]+);/gm)]
    .map(([, name]) => name)
    .filter((name) => !rule.test(name))
    .map((name) => `${path}: imports ${name}: ${ownPackage} may not`);
}

/** What a file imports and re-exports, static and dynamic; text in comments is not looked at. */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statements =
    /\b(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...code.matchAll(statements)].map(([, from, direct]) => from ?? direct);
}

/** "" where a file lies in none. Every folder of the product is a layer; tests and scripts are one each, with all that is below. */
function layerOf(path) {
  const folder = posix.dirname(path);
  const [layer] = selfAndParents(folder).filter((name) => name in MAY_IMPORT);
  return layer === undefined || (layer !== folder && IS_OF_PRODUCT.test(folder)) ? '' : layer;
}

const IS_OF_PRODUCT = /^(shared|electron|renderer)(\/|$)/;

const selfAndParents = (folder) =>
  folder.split('/').map((_, i, names) => names.slice(0, names.length - i).join('/'));

function packagesOf(layer) {
  const owner = selfAndParents(layer).find((name) => name in PACKAGES);
  return PACKAGES[owner] ?? [];
}

const isTest = (path) =>
  /\.(test|bench|spec)\.(tsx?|mjs)$|^(e2e|bench)\/|\/src\/(test|stress)\//.test(path) || isForTests(path);

/** Folders named testing hold fakes, fixtures and slow references. */
const isForTests = (path) => path.includes('/testing/');

const mayUseElectron = (path) => /^electron\/(main|preload)\/|^e2e\//.test(path);

const reachable = new Map();

/** The transitive closure of MAY_IMPORT. */
function mayImport(layer) {
  let all = reachable.get(layer);
  if (all === undefined) {
    all = new Set(MAY_IMPORT[layer]);
    for (const below of MAY_IMPORT[layer]) for (const name of mayImport(below)) all.add(name);
    reachable.set(layer, all);
  }
  return all;
}

/** The check over this checkout. */
export function checkLayers() {
  const folders = ['shared', 'electron', 'renderer', 'e2e', 'bench', 'build', 'backend-java'];
  const files = folders.flatMap(filesUnder).filter((file) => /\.(ts|tsx|mjs|java)$/.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(fromRoot(file), 'utf8')]));
  return layerViolations(sources);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(() => {
    const violations = checkLayers();
    for (const violation of violations) say(violation);
    return violations.length > 0 ? 1 : 0;
  });
}
