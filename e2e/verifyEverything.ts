/**
 * The judge of shared/bytecode: every method of every class of each JDK gets probes, java.base included (but the one of
 * Object that the stub for the probes calls itself), and
 *  - reading and writing a class unchanged gives the same bytes, and taking the probes out gives the original code;
 *  - the JVM loads, verifies and links as many classes as without probes (-Xverify:all -Xshare:off), and rejects none;
 *  - the JDK's compiler, run on a JDK that has probes everywhere, writes the same class files, its probes in balance.
 *
 *   npx esbuild e2e/verifyEverything.ts --bundle --platform=node --format=esm --outfile=.cache/verifyEverything.mjs
 *   node .cache/verifyEverything.mjs [major version of one JDK]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ByteReader } from '../shared/base/byteReader.ts';
import type { MethodId } from '../shared/base/ids.ts';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../shared/base/ids.ts';
import type { ProbeTarget } from '../shared/bytecode/probePackets.ts';
import { rewriteClass } from '../shared/bytecode/rewriteClass.ts';
import { refusalText } from '../shared/bytecode/rewriteRefusal.ts';
import type { ClassModel } from '../shared/classfile/classModel.ts';
import { readClass } from '../shared/classfile/classReader.ts';
import { writeClass } from '../shared/classfile/classWriter.ts';
import { findJdks, readClassFiles, type Jdk } from '../shared/testing/compileJava.ts';
import { originalCode } from '../shared/testing/originalCode.ts';

const PROBE_CLASS = 'java/lang/ProbeStub';
const TARGETS = 'e2e/targets';
const NO_EDITS = { constants: new Uint8Array(0), constantCount: 0, codeAttributes: new Map() };
const JVM_TIMEOUT_MS = 300_000;

interface JdkClass {
  readonly module: string;
  /** java/lang/Object.class */
  readonly path: string;
  readonly bytes: Uint8Array;
}

function main(): void {
  const wanted = process.argv[2];
  const jdks = findJdks().filter(({ major }) => wanted === undefined || String(major) === wanted);
  const problems: string[] = jdks.length === 0 ? ['no JDK was found'] : [];
  for (const jdk of jdks) problems.push(...judge(jdk).map((text) => `JDK ${jdk.major}: ${text}`));
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? 'everything verifies' : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** @returns what is wrong, one sentence each */
function judge(jdk: Jdk): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-verify-'));
  try {
    const classes = dumpClasses(jdk, join(directory, 'jrt.bin'));
    const rewritten = new RewrittenJdk(jdk, directory);
    const problems = classes.flatMap((each) => rewritten.add(each));
    rewritten.close();
    console.log(`JDK ${jdk.major}: ${rewritten.summary()}`);
    problems.push(...judgeLinking(rewritten), ...judgeJavac(rewritten));
    return problems;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function dumpClasses(jdk: Jdk, file: string): JdkClass[] {
  execFileSync(jdk.home + '/bin/java', [join(TARGETS, 'DumpJrt.java'), file]);
  const reader = new ByteReader(readFileSync(file), 'DumpJrt');
  const classes: JdkClass[] = [];
  while (reader.remaining > 0) {
    classes.push({
      module: reader.utf('module'),
      path: reader.utf('path'),
      bytes: reader.blob('class'),
    });
  }
  rmSync(file);
  return classes;
}

/** A JDK with probes in everything: one directory of class files per module, to be laid over the modules. */
class RewrittenJdk {
  readonly jdk: Jdk;
  readonly directory: string;
  readonly #modules = new Set<string>();
  readonly #directories = new Set<string>();
  readonly #names: string[] = [];
  #nextId = FIRST_METHOD_ID;
  #methods = 0;
  #rewriteMs = 0;
  #bytes = 0;
  readonly #refusals = new Map<string, number>();

  constructor(jdk: Jdk, directory: string) {
    this.jdk = jdk;
    this.directory = directory;
  }

  get namesFile(): string {
    return join(this.directory, 'names.txt');
  }

  /** Class files of the programs that judge. */
  get programs(): string {
    return join(this.directory, 'programs');
  }

  /** Options of java and javac that lay the rewritten classes over the JDK's. */
  get patches(): string[] {
    return [...this.#modules].flatMap((module) => {
      const path = join(this.directory, 'modules', module);
      const stub = module === 'java.base' ? join(this.directory, 'stub') + delimiter : '';
      return ['--patch-module', `${module}=${stub}${path}`];
    });
  }

  /** Rewrites and stores one class. @returns what is wrong with it */
  add({ module, path, bytes }: JdkClass): string[] {
    const start = performance.now();
    const model = readClass(bytes);
    const targets = new Map<number, ProbeTarget>();
    for (const { index, name } of model.methods) {
      // What the stub's own constructor calls, when there is nothing to hold yet.
      if (path === 'java/lang/Object.class' && name === '<init>') continue;
      targets.set(index, this.#nextTarget());
    }
    const result = rewriteClass(model, targets, { probeClass: PROBE_CLASS });
    this.#rewriteMs += performance.now() - start;
    this.#bytes += bytes.byteLength;
    this.#methods += targets.size;
    for (const { methodIndex, reason } of result.refused) {
      this.#refusals.set(reason.kind, (this.#refusals.get(reason.kind) ?? 0) + 1);
      if (['abstract', 'native', 'emptyFinalizer'].includes(reason.kind)) continue;
      const { name, descriptor } = model.methods[methodIndex];
      console.log(`  ${refusalText(model.name, name, descriptor, reason)}`);
    }
    // A patch cannot replace the module's own declaration; it has no methods either.
    if (path !== 'module-info.class') this.#store(module, path, result.bytes);
    return compare(model, result.bytes);
  }

  /** Compiles what stands beside the classes, and writes the list of their names. */
  close(): void {
    writeFileSync(this.namesFile, this.#names.join('\n') + '\n');
    const stub = join(this.directory, 'stub');
    const sources = `java.base=${join(TARGETS, 'probeStub')}`;
    this.#javac(['--patch-module', sources, '-d', stub], 'probeStub/java/lang/ProbeStub.java');
    this.#javac(['-d', this.programs], 'VerifyAll.java');
    const classes = ['--patch-module', `java.base=${stub}`];
    this.#javac([...classes, '-d', this.programs], 'probeStub/BalancedJavac.java');
  }

  summary(): string {
    const refusals = [...this.#refusals].map(([kind, count]) => `${count} ${kind}`).join(', ');
    const speed = (this.#bytes / this.#rewriteMs / 1000).toFixed(0);
    return `${this.#names.length} classes, ${this.#methods} methods, left alone: ${refusals}; ${speed} MB/s`;
  }

  #nextTarget(): ProbeTarget {
    const id = this.#nextId++;
    if (this.#nextId === METHOD_ID_LIMIT) this.#nextId = FIRST_METHOD_ID;
    return { methodId: id as MethodId, root: id % 16 === 0, gated: true };
  }

  #store(module: string, path: string, bytes: Uint8Array): void {
    const file = join(this.directory, 'modules', module, path);
    const parent = dirname(file);
    if (!this.#directories.has(parent)) mkdirSync(parent, { recursive: true });
    this.#directories.add(parent);
    this.#modules.add(module);
    writeFileSync(file, bytes);
    this.#names.push(`${module} ${path.slice(0, -'.class'.length).replaceAll('/', '.')}`);
  }

  #javac(flags: readonly string[], source: string): void {
    execFileSync(join(this.jdk.home, 'bin', 'javac'), [...flags, join(TARGETS, source)]);
  }
}

/** Round trip, and the original code behind the probes. */
function compare(model: ClassModel, bytes: Uint8Array): string[] {
  if (Buffer.compare(writeClass(model, NO_EDITS), model.bytes) !== 0) {
    return [`class ${model.name} is not the same when written unchanged`];
  }
  const rewritten = readClass(bytes);
  return model.methods.flatMap((method, i) => {
    const before = originalCode(model, method, PROBE_CLASS).join('\n');
    const after = originalCode(rewritten, rewritten.methods[i], PROBE_CLASS).join('\n');
    return before === after ? [] : [`${method.what} is not the same without its probes`];
  });
}

function judgeLinking(rewritten: RewrittenJdk): string[] {
  const plain = verifyAll(rewritten, []);
  const probed = verifyAll(rewritten, rewritten.patches);
  console.log(`  without probes: ${plain.summary}`);
  console.log(`  with probes:    ${probed.summary}`);
  const problems = [...probed.rejected];
  if (plain.summary !== probed.summary) {
    problems.push(`with probes ${probed.summary}, without ${plain.summary}`);
  }
  return problems;
}

function verifyAll(
  { jdk, programs, namesFile }: RewrittenJdk,
  patches: readonly string[],
): { readonly summary: string; readonly rejected: readonly string[] } {
  const flags = ['-Xverify:all', '-Xshare:off', '--add-modules', 'ALL-SYSTEM', '-cp', programs];
  const output = java(jdk, [...flags, ...patches, 'VerifyAll', namesFile]);
  const lines = output.split('\n');
  return {
    summary: lines.filter((line) => /^(linked|other|rejected) \d+$/.test(line)).join(', ') || output,
    rejected: lines.filter((line) => /^rejected .*:/.test(line)),
  };
}

function judgeJavac({ jdk, directory, programs, patches }: RewrittenJdk): string[] {
  const sources = ['DumpJrt.java', 'VerifyAll.java'].map((name) => join(TARGETS, name));
  const plainOut = join(directory, 'plain');
  const probedOut = join(directory, 'probed');
  execFileSync(join(jdk.home, 'bin', 'javac'), ['-d', plainOut, ...sources]);
  const flags = ['-Xverify:all', '-Xshare:off', '-cp', programs];
  const output = java(jdk, [...flags, ...patches, 'BalancedJavac', '-d', probedOut, ...sources]);
  const said = output.split('\n').filter((line) => /^(status|entries|open) /.test(line));
  console.log(`  javac with probes: ${said.join(', ')}`);
  const problems: string[] = [];
  if (said[0] !== 'status 0' || said[2] !== 'open 0') {
    problems.push(`javac with probes: ${said.join(', ') || output}`);
  }
  if (!isSame(readClassFiles(plainOut), readClassFiles(probedOut))) {
    problems.push('javac with probes writes other class files');
  }
  return problems;
}

function isSame(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([name, bytes]) => Buffer.compare(bytes, b.get(name) ?? new Uint8Array(0)) === 0);
}

function java(jdk: Jdk, args: readonly string[]): string {
  const result = spawnSync(join(jdk.home, 'bin', 'java'), args, {
    encoding: 'utf8',
    timeout: JVM_TIMEOUT_MS,
    maxBuffer: 1 << 28,
  });
  return `${result.stdout}${result.stderr}`;
}

main();
