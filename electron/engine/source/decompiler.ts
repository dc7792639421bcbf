import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { DecompilerFacts } from '../../../shared/ipc/methodSource.ts';
import { findJavaHomes } from '../jvms/jdkHome.ts';
import { makeOwnFolder } from '../recordings/ownFolder.ts';
import { readEntries } from './archive.ts';

/** The decompiler: Apache-2.0, as Maven Central has it. It is no part of Sluice: it is fetched when the user asks for it. */
export const VINEFLOWER = {
  name: 'Vineflower',
  version: '1.12.0',
  license: 'Apache-2.0',
  url: 'https://repo1.maven.org/maven2/org/vineflower/vineflower/1.12.0/vineflower-1.12.0.jar',
  bytes: 1_633_863,
  sha256: '1dfcfe974395734fa467ce620661c7623d05ba83670de0529b1fbd63ff548b9d',
} as const;

/** It is compiled for this. */
const OLDEST_FEATURE = 17;
const FETCH_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 30_000;
/** Class files come from a program that may want it to work for ever. */
const MAX_HEAP = '-Xmx512m';
const MAX_TEXT_BYTES = 8 << 20;
/** Of an entry of an archive of sources: "FF", under which Fernflower and its children tell lines. */
const LINES_FIELD = 0x4646;

export interface DecompiledClass {
  readonly text: string;
  /** By line of the text, the line that it was compiled from; 0 where it is none. */
  readonly sourceLines: readonly number[];
}

/** Vineflower in a JVM of its own: neither the target nor the engine runs its code. */
export class Decompiler {
  readonly #folder: string;
  readonly #fetch: typeof fetch;
  #fetching: Promise<void> | null = null;
  /** One runs at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param folder of the user's own, where it is kept */
  constructor(folder: string, fetchUrl: typeof fetch = fetch) {
    this.#folder = folder;
    this.#fetch = fetchUrl;
  }

  get facts(): DecompilerFacts {
    const { name, version, license, url, bytes } = VINEFLOWER;
    return { name, version, license, url, bytes, isHere: existsSync(this.#jar) };
  }

  /** Fetches it, unless it is here. @throws SluiceError 'io' */
  async provide(): Promise<void> {
    if (existsSync(this.#jar)) return;
    this.#fetching ??= this.#download().finally(() => (this.#fetching = null));
    await this.#fetching;
  }

  /**
   * Decompiles one class with those within it.
   * @param classes by internal name; the first is the outermost
   * @throws SluiceError 'not-found' without a Java runtime, 'io' when it fails
   */
  async decompile(classes: ReadonlyMap<string, Uint8Array>): Promise<DecompiledClass> {
    const run = this.#last.catch(() => {}).then(() => this.#run(classes));
    this.#last = run;
    return run;
  }

  get #jar(): string {
    return join(this.#folder, `vineflower-${VINEFLOWER.version}.jar`);
  }

  async #download(): Promise<void> {
    const { url, sha256, bytes: length } = VINEFLOWER;
    try {
      const answer = await this.#fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const found = createHash('sha256').update(bytes).digest('hex');
      if (found !== sha256)
        throw new Error(
          `the file has the SHA-256 ${found} and ${bytes.byteLength} bytes, not ${sha256} and ${length}`,
        );
      makeOwnFolder(this.#folder);
      const fresh = join(this.#folder, `.${randomUUID()}`);
      writeFileSync(fresh, bytes, { mode: 0o600, flag: 'wx' });
      renameSync(fresh, this.#jar);
    } catch (thrown) {
      throw new SluiceError(
        'io',
        `Vineflower could not be fetched from ${url}: ${messageOf(thrown)}.`,
        `Put the file there yourself: ${this.#jar}`,
        { cause: thrown },
      );
    }
  }

  async #run(classes: ReadonlyMap<string, Uint8Array>): Promise<DecompiledClass> {
    const java = findJavaHomes().find(({ feature }) => feature >= OLDEST_FEATURE);
    if (java === undefined)
      throw new SluiceError(
        'not-found',
        `Vineflower runs on Java ${OLDEST_FEATURE} or later, and none was found.`,
        'Install a JDK, or set JAVA_HOME.',
      );
    checkJar(this.#jar);
    const folder = join(this.#folder, `run-${randomUUID()}`);
    makeOwnFolder(folder);
    try {
      const [input, output] = [join(folder, 'in.jar'), join(folder, 'out.jar')];
      await writeJar(input, classes);
      await execute(join(java.home, 'bin/java'), [
        ...[MAX_HEAP, '-XX:+UseSerialGC', '-jar', this.#jar],
        ...['--bytecode-source-mapping=1', '--dump-code-lines=1', '--log-level=error', input, output],
      ]);
      const [outermost] = classes.keys();
      const entries = await readEntries(output, (name) => name.endsWith('.java'), MAX_TEXT_BYTES, 100);
      const found = entries.find(({ name }) => name === `${outermost}.java`) ?? entries.at(0);
      if (found === undefined) throw new Error('it wrote nothing');
      const text = Buffer.from(found.bytes).toString('utf8');
      return { text, sourceLines: linesOf(text, found.extraFields.get(LINES_FIELD)) };
    } catch (thrown) {
      throw new SluiceError(
        'io',
        `Vineflower could not decompile the class: ${messageOf(thrown)}.`,
        'Look at the bytecode instead.',
        { cause: thrown },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** What lies there may have been put there by hand. */
function checkJar(jar: string): void {
  const found = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (found === VINEFLOWER.sha256) return;
  throw new SluiceError(
    'io',
    `${jar} is not Vineflower ${VINEFLOWER.version}: its SHA-256 is ${found}, and should be ${VINEFLOWER.sha256}.`,
    'Delete the file: it is fetched again.',
  );
}

async function writeJar(path: string, classes: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, bytes] of classes) zip.addBuffer(Buffer.from(bytes), `${name}.class`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }));
}

function execute(program: string, options: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      options,
      { timeout: RUN_LIMIT_MS, maxBuffer: 1 << 20, encoding: 'utf8' },
      (error, _, said) => {
        if (error === null) return resolve();
        const why = error.killed ? `it took longer than ${RUN_LIMIT_MS / 1000} s` : said.trim().slice(-400);
        reject(new Error(why || error.message));
      },
    );
  });
}

/** The field: a version, then pairs of 16 bits, low byte first: a line of the source, and the line here that it became. */
function linesOf(text: string, field: Uint8Array | undefined): readonly number[] {
  const lines = text.split('\n').map(() => 0);
  if (field === undefined) return lines;
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  for (let at = 1; at + 4 <= field.byteLength; at += 4) {
    const [source, here] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (here >= 1 && here <= lines.length && lines[here - 1] === 0) lines[here - 1] = source;
  }
  return lines;
}
