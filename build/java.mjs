// Finds JDKs, for the build and for all tests, and makes dist/agent/sluice-agent.jar from backend-java. As a command: builds
// the jar, says where it is. (What the application finds at run time, runtimes without a compiler too, is the affair of
// electron/engine/jvms/jdkHome.ts: that is bundled, and this runs before anything is.)
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
} from 'node:fs';
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, command, run, say } from './command.mjs';
import { filesUnder, fromRoot, hashOf } from './tree.mjs';

/** The agent runs on JDK 11 and later; Unix sockets, which one of its classes uses, came with JDK 16. */
const RELEASE = '11';
const OLDEST_COMPILER = 17;

const PROBE_SOURCES = 'backend-java/src/probe/java';
const AGENT_SOURCES = 'backend-java/src/main/java';
/** Classes of the agent that nothing loads: the compiler has put their constants where they are used. The jar is kept small. */
export const ONLY_CONSTANTS = ['MessageType', 'Protocol'];
const OUTPUT = fromRoot('dist', 'agent');
/** Zip entries have no zone: the oldest time that every tool can read. */
const ENTRY_DATE = '1980-01-01T00:00:02Z';

const INSTALLATIONS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/Library/Java/JavaVirtualMachines'];

/**
 * @typedef {{ home: string, feature: number, java: string, javac: string, jar: string }} Jdk
 *   feature: 17 for 17.0.15
 */

/**
 * The JDKs (with a compiler) of 17 and later: JAVA_HOME first, then the PATH's, then what is installed, newest first.
 * @returns {Jdk[]} at least one
 */
export function findJdks() {
  const asked = [process.env.JAVA_HOME, ...(process.env.PATH ?? '').split(delimiter).map(javaHomeOfFolder)];
  const installed = INSTALLATIONS.flatMap((folder) =>
    namesIn(folder).flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]),
  );
  const jdks = new Map();
  for (const jdk of [...asked.map(jdkAt), ...installed.map(jdkAt).sort(newestFirst)]) {
    if (jdk && jdk.feature >= OLDEST_COMPILER && !jdks.has(jdk.home)) jdks.set(jdk.home, jdk);
  }
  if (jdks.size === 0) {
    throw new Problem(
      `No JDK ${OLDEST_COMPILER} or later was found (JAVA_HOME, PATH, ${INSTALLATIONS.join(', ')}), and the agent is ` +
        'compiled with one. Install a JDK, for example `apt install openjdk-17-jdk-headless` or ' +
        '`brew install openjdk`, or set JAVA_HOME to the folder of one.',
    );
  }
  return [...jdks.values()];
}

/** Makes the jar and dist/agent/build-id, when the sources are not those of the last build. */
export async function buildAgent({ quiet = true } = {}) {
  const probes = javaFilesUnder(PROBE_SOURCES);
  const agent = javaFilesUnder(AGENT_SOURCES);
  const buildId = hashOf([...probes, ...agent, 'build/java.mjs']).slice(0, 16);
  const stamp = join(OUTPUT, 'build-id');
  const jar = join(OUTPUT, 'sluice-agent.jar');
  if (existsSync(jar) && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === buildId) return jar;

  const [jdk] = findJdks();
  if (!quiet) say(`Compiling the agent with JDK ${jdk.feature}`);
  mkdirSync(OUTPUT, { recursive: true });
  const work = mkdtempSync(join(OUTPUT, 'build-'));
  try {
    const contents = await compileAgent(jdk, work, probes, agent, buildId);
    const fresh = join(work, 'sluice-agent.jar');
    await packJar(jdk, work, contents, fresh, buildId);
    // A JVM may have the old jar open and mapped: renaming leaves it its own.
    renameSync(fresh, jar);
    writeFileSync(stamp, `${buildId}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return jar;
}

/**
 * Where tests and benchmarks find the compiled probe classes, to compile against and to look into.
 * @returns {Promise<string>} a folder for javac's --patch-module java.base=
 */
export async function compileProbes(jdk, folder) {
  const buildId = readFileSync(join(OUTPUT, 'build-id'), 'utf8').trim();
  const generated = writeGenerated(join(folder, 'generated'), buildId);
  const classes = join(folder, 'probes');
  await compileProbeSources(jdk, javaFilesUnder(PROBE_SOURCES), generated.probe, classes);
  return classes;
}

async function compileAgent(jdk, work, probes, agent, buildId) {
  const generated = writeGenerated(join(work, 'generated'), buildId);
  const probeClasses = join(work, 'probes');
  await compileProbeSources(jdk, probes, generated.probe, probeClasses);
  const contents = join(work, 'contents');
  await javac(jdk, [
    ...['--patch-module', `java.base=${probeClasses}`, '-d', contents],
    ...agent.map((file) => fromRoot(file)),
    generated.agent,
  ]);
  for (const name of ONLY_CONSTANTS) rmSync(join(contents, 'sluice', 'agent', `${name}.class`));
  writeFileSync(
    join(contents, 'sluice', 'agent', 'probes'),
    packedProbes(join(probeClasses, 'java', 'lang')),
  );
  const classes = join(contents, 'sluice', 'agent');
  const names = readdirSync(classes).filter((file) => file.endsWith('.class'));
  writeFileSync(join(classes, 'classes'), classNames(names.sort()));
  return contents;
}

/** Names of classes of the agent, as AgentClasses.java reads them. */
function classNames(files) {
  return files.map((file) => `sluice.agent.${file.replace(/\.class$/, '')}`).join('\n');
}

/** One entry of the jar instead of 34, which is 15 KB less: name, length and class file of each, as ProbeInstaller.java reads them. */
function packedProbes(folder) {
  const parts = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const name = Buffer.from(file.replace(/\.class$/, ''));
      const classFile = readFileSync(join(folder, file));
      const lengths = [Buffer.alloc(2), Buffer.alloc(4)];
      lengths[0].writeUInt16BE(name.length);
      lengths[1].writeUInt32BE(classFile.length);
      return [lengths[0], name, lengths[1], classFile];
    });
  return Buffer.concat(parts);
}

/** The probes are compiled as what they become: classes of java.base. */
async function compileProbeSources(jdk, sources, generatedSource, classes) {
  const sourceFolder = fromRoot(PROBE_SOURCES);
  const files = [...sources.map((file) => fromRoot(file)), generatedSource];
  await javac(jdk, ['--patch-module', `java.base=${sourceFolder}`, '-d', classes, ...files]);
}

/** The build id as code, so that the agent and the probes in a JVM can say which build they are. */
function writeGenerated(folder, buildId) {
  const probe = join(folder, 'java', 'lang', 'SluiceBuildId.java');
  const agent = join(folder, 'sluice', 'agent', 'BuildId.java');
  mkdirSync(dirname(probe), { recursive: true });
  mkdirSync(dirname(agent), { recursive: true });
  writeFileSync(
    probe,
    `package java.lang;\n\npublic final class SluiceBuildId {\n    private SluiceBuildId() {}\n\n` +
      `    public static String id() {\n        return "${buildId}";\n    }\n}\n`,
  );
  writeFileSync(
    agent,
    `package sluice.agent;\n\nfinal class BuildId {\n    static final String VALUE = "${buildId}";\n\n` +
      `    private BuildId() {}\n}\n`,
  );
  return { probe, agent };
}

/** Not --release 11: that hides the inside of java.base, where the probes live. String concatenation without indy. */
async function javac(jdk, args) {
  const options = ['-source', RELEASE, '-target', RELEASE, '-XDstringConcat=inline', '-proc:none'];
  const lint = ['-Xlint:all,-options,-serial', '-encoding', 'UTF-8', '-g:source,lines'];
  const { code, output } = await run(jdk.javac, [...options, ...lint, ...args], { capture: true });
  if (code !== 0) throw new Problem(`The agent could not be compiled by ${jdk.home}:\n${output}`);
}

/** Entries in a fixed order with a fixed time: equal classes, equal jar. */
async function packJar(jdk, work, contents, jar, buildId) {
  const manifest = join(work, 'manifest');
  const lines = [
    'Agent-Class: sluice.agent.SluiceAgent',
    'Premain-Class: sluice.agent.SluiceAgent',
    'Launcher-Agent-Class: sluice.agent.LastAgent',
    'Can-Retransform-Classes: true',
    `Sluice-Build-Id: ${buildId}`,
  ];
  writeFileSync(manifest, lines.map((line) => `${line}\n`).join(''));
  const classes = readdirSync(contents, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.class$|\/probes$|\/classes$/.test(name))
    .sort();
  const files = classes.flatMap((name) => ['-C', contents, name]);
  const args = ['--create', '--file', jar, '--manifest', manifest, '--date', ENTRY_DATE, ...files];
  const { code, output } = await run(jdk.jar, args, { capture: true });
  if (code !== 0) throw new Problem(`The agent jar could not be packed by ${jdk.home}:\n${output}`);
}

function javaFilesUnder(folder) {
  return filesUnder(folder).filter((name) => name.endsWith('.java'));
}

function javaHomeOfFolder(folder) {
  const javac = realPath(join(folder, 'javac'));
  return javac === null ? undefined : dirname(dirname(javac));
}

/** @returns {Jdk | null} */
function jdkAt(folder) {
  const home = folder ? realPath(folder) : null;
  if (home === null) return null;
  const [java, javac, jar] = ['java', 'javac', 'jar'].map((name) => join(home, 'bin', name));
  if (![java, javac, jar].every(isExecutable)) return null;
  const version = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readIfThere(join(home, 'release')));
  return version ? { home, feature: Number(version[1]), java, javac, jar } : null;
}

function newestFirst(a, b) {
  return (b?.feature ?? 0) - (a?.feature ?? 0);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(async () => {
    findJdks();
    say(await buildAgent({ quiet: false }));
  });
}
