import { closeSync, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import type { MethodSource, SourceQuestion } from '../../../shared/ipc/methodSource.ts';
import { featureVersionOf, splitOptions } from '../jvms/javaOptions.ts';
import { findJavaHomes, javaVersionIn, type JavaHome } from '../jvms/jdkHome.ts';
import { readAtMost } from '../jvms/foreignFile.ts';
import { foldersOf, openRegular, readEntries, stampOf } from './archive.ts';
import { bytecodeListing, descriptorOf, linesOfMethod, sourceFileOf } from './bytecodeListing.ts';
import { classPathOf } from './classPath.ts';
import { VINEFLOWER, type Decompiler } from './decompiler.ts';
import { isOfOuterClass, lineOfMethod, sourceFilesOf } from './sourceFile.ts';
import { isFolder, localStores, sourcePlacesOf, type LocalStores } from './sourcePlaces.ts';
import { classPathOfTarget } from './targetClassPath.ts';

const MAX_SOURCE_BYTES = 4 << 20;
const MAX_CLASS_BYTES = 16 << 20;
/** Of one class and those within it. */
const MAX_INNER = 500;
/** Archives whose folders are remembered. */
const MAX_KNOWN = 2_000;

/** The JVM that runs a method, as far as its code can be had from it. */
export interface CodeOfTarget {
  readonly pid: number;
  /** null: it gives none. */
  classFile(className: string): Promise<TargetClass | null>;
}

export interface TargetClass {
  readonly bytes: Uint8Array;
  /** With the probes that it has now; null: none. */
  readonly probed: Uint8Array | null;
}

interface FoundText {
  readonly text: string;
  readonly title: string;
  readonly place: string;
  readonly file: string;
}

/**
 * Finds the code of a method for the eye: its source where that is on this machine, else what the class file tells.
 * Everything is read as the user who runs the engine; what another user's command line names is not read at all.
 */
export class SourceFinder {
  readonly #decompiler: Decompiler;
  readonly #stores: LocalStores;
  readonly #javaHomes: () => readonly JavaHome[];
  /** By path and time of an archive: looking through all of a program's takes a second, once. */
  readonly #folders = new Map<string, ReadonlySet<string>>();

  constructor(decompiler: Decompiler, stores = localStores(), javaHomes = findJavaHomes) {
    this.#decompiler = decompiler;
    this.#stores = stores;
    this.#javaHomes = javaHomes;
  }

  /** @throws SluiceError 'not-found' when neither a source nor the class can be had, 'io' when the decompiler fails */
  async find(asked: SourceQuestion, target: CodeOfTarget | null): Promise<MethodSource> {
    const notes: string[] = [];
    const classPath = await this.#classPath(asked, target, notes);
    const fromPath = await this.#classOf(asked.className, classPath);
    const fromTarget = fromPath === null ? await askTarget(target, asked) : null;
    const bytes = fromPath?.bytes ?? fromTarget?.bytes;
    const model = bytes === undefined ? null : modelOf(bytes);
    const question = model === null ? asked : withDescriptor(asked, model);
    if (question.form === 'source') {
      const found = await this.#source(question, model, classPath);
      if (found !== null) return this.#answerSource(question, model, found, notes);
      notes.push('Its source is at no place that was looked at. Name a folder or archive of sources.');
      if (this.#decompiler.facts.isHere && model !== null) {
        const decompiled = await this.#decompiled(question, model, classPath, target, notes);
        if (decompiled !== null) return decompiled;
      }
    }
    if (question.form === 'decompiled' && model !== null) {
      if (question.mayFetch) await this.#decompiler.provide();
      if (!this.#decompiler.facts.isHere)
        throw new SluiceError(
          'not-found',
          `${VINEFLOWER.name} has not been fetched.`,
          'Fetch it, or look at the bytecode.',
        );
      const decompiled = await this.#decompiled(question, model, classPath, target, notes);
      if (decompiled !== null) return decompiled;
    }
    if (model === null)
      throw new SluiceError(
        'not-found',
        `There is neither a source nor a class file of ${question.className}.`,
        'Attach to the JVM that runs it, or name a folder or archive of sources.',
      );
    // What runs is what the JVM has, with its probes.
    const live = fromTarget ?? (await askTarget(target, question));
    return this.#answerBytecode(question, live ? modelOf(live.bytes) : model, live?.probed ?? null, notes);
  }

  async #classPath(
    question: SourceQuestion,
    target: CodeOfTarget | null,
    notes: string[],
  ): Promise<readonly string[]> {
    if (target === null) {
      const kept = question.classPath.filter(isAbsolute);
      return kept.length > 0 ? kept : classPathOf(splitOptions(question.commandLine), null);
    }
    // In a container a path means another file: what its JVM has is asked of the JVM.
    const { entries, hindrance } = await classPathOfTarget(target.pid);
    if (hindrance === 'user')
      notes.push('The JVM belongs to another user: no file is read that its command line names.');
    return entries;
  }

  /** Its class file by the class path. */
  async #classOf(
    className: string,
    classPath: readonly string[],
  ): Promise<{ readonly bytes: Uint8Array; readonly entry: string } | null> {
    const file = `${className.replaceAll('.', '/')}.class`;
    for (const entry of classPath) {
      const bytes = await this.#read(entry, file, MAX_CLASS_BYTES);
      if (bytes !== null) return { bytes, entry };
    }
    return null;
  }

  async #source(
    { className, places, javaVersion }: SourceQuestion,
    model: ClassModel | null,
    classPath: readonly string[],
  ): Promise<FoundText | null> {
    const files = sourceFilesOf(className, model && sourceFileOf(model));
    const lookIn = async (place: string): Promise<FoundText | null> => {
      for (const file of files) {
        const bytes = await this.#read(place, file, MAX_SOURCE_BYTES);
        if (bytes === null) continue;
        const text = Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n');
        const path = isFolder(place) ? join(place, file) : '';
        return { text, title: basename(file), place: path || `${place}: ${file}`, file: path };
      }
      return null;
    };
    for (const place of places.map(ofHome).filter(isAbsolute)) {
      const found = await lookIn(place);
      if (found !== null) return found;
    }
    for (const entry of classPath)
      for (const place of await sourcePlacesOf(entry, this.#stores)) {
        const found = await lookIn(place);
        if (found !== null) return found;
      }
    return this.#sourceOfJdk(files, javaVersion);
  }

  /** java.base/java/util/HashMap.java of src.zip, of the same version where it is installed. */
  async #sourceOfJdk(files: readonly string[], javaVersion: string): Promise<FoundText | null> {
    const wanted = featureVersionOf(javaVersion);
    const homes = this.#javaHomes()
      .filter(({ feature }) => wanted === 0 || feature === wanted)
      .sort(
        (a, b) =>
          Number(javaVersionIn(b.home) === javaVersion) - Number(javaVersionIn(a.home) === javaVersion),
      );
    for (const { home } of homes) {
      const archive = [join(home, 'lib', 'src.zip'), join(home, 'src.zip')].find((path) => existsSync(path));
      if (archive === undefined) continue;
      const folders = await this.#foldersOf(archive);
      for (const file of files) {
        const folder = dirname(file);
        const inModule = [...folders].find((name) => name === folder || name.endsWith(`/${folder}`));
        if (inModule === undefined) continue;
        const isWanted = (name: string): boolean => name === file || name.endsWith(`/${file}`);
        const [entry] = await readEntries(archive, isWanted, MAX_SOURCE_BYTES);
        if (entry === undefined) continue;
        const text = Buffer.from(entry.bytes).toString('utf8');
        return { text, title: basename(file), place: `${archive}: ${entry.name}`, file: '' };
      }
    }
    return null;
  }

  /** A file of a folder or an archive; null when it is not there. */
  async #read(place: string, file: string, limitBytes: number): Promise<Uint8Array | null> {
    try {
      if (isFolder(place)) return readFileOf(join(place, file), limitBytes);
      const folder = dirname(file) === '.' ? '' : dirname(file);
      if (!(await this.#foldersOf(place)).has(folder)) return null;
      const [entry] = await readEntries(place, (name) => name === file, limitBytes);
      return entry?.bytes ?? null;
    } catch {
      return null; // not there, closed to us, or no archive
    }
  }

  async #foldersOf(archive: string): Promise<ReadonlySet<string>> {
    const stamp = stampOf(archive);
    if (stamp === null) return new Set();
    const known = this.#folders.get(stamp);
    if (known !== undefined) return known;
    const folders = await foldersOf(archive).catch(() => new Set<string>());
    if (this.#folders.size >= MAX_KNOWN) this.#folders.clear();
    this.#folders.set(stamp, folders);
    return folders;
  }

  #answerSource(
    question: SourceQuestion,
    model: ClassModel | null,
    found: FoundText,
    notes: readonly string[],
  ): MethodSource {
    const { className, name, descriptor } = question;
    const lines = model && linesOfMethod(model, name, descriptor);
    const declared = lineOfMethod(found.text, className, name);
    const length = found.text.split('\n').length;
    const isShorter = lines !== null && lines.last > length;
    return {
      ...{ form: 'source', ...found, sourceLines: null, probeLines: [], decompiler: this.#decompiler.facts },
      firstLine: lines === null || isShorter ? declared : lines.first,
      lastLine: lines === null || isShorter ? declared : lines.last,
      notes: isShorter
        ? [...notes, 'This is another version of the source: the class was compiled from a longer one.']
        : notes,
    };
  }

  async #decompiled(
    question: SourceQuestion,
    model: ClassModel,
    classPath: readonly string[],
    target: CodeOfTarget | null,
    notes: readonly string[],
  ): Promise<MethodSource | null> {
    const { className, name, descriptor } = question;
    const classes = await this.#withInner(className, model, classPath, target);
    const { text, sourceLines } = await this.#decompiler.decompile(classes);
    const lines = linesOfMethod(model, name, descriptor);
    const own = sourceLines.flatMap((line, i) =>
      lines !== null && line >= lines.first && line <= lines.last ? [i + 1] : [],
    );
    const declared = lineOfMethod(text, className, name);
    return {
      ...{
        form: 'decompiled',
        title: `${basename([...classes.keys()][0])}.java`,
        file: '',
        text,
        sourceLines,
      },
      place: `decompiled by ${VINEFLOWER.name} ${VINEFLOWER.version} (${VINEFLOWER.license})`,
      ...{ probeLines: [], decompiler: this.#decompiler.facts, notes },
      firstLine: own.at(0) ?? declared,
      lastLine: own.at(-1) ?? declared,
    };
  }

  /** The outermost class first, then all within it: a decompiler shows them in one text. */
  async #withInner(
    className: string,
    model: ClassModel,
    classPath: readonly string[],
    target: CodeOfTarget | null,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const outer = className.replace(/(?<=[^.])\$.*$/, '');
    const found = await this.#classOf(outer, classPath);
    const classes = new Map<string, Uint8Array>();
    const fromTarget = found === null && outer !== className ? await target?.classFile(outer) : null;
    const outermost = found?.bytes ?? fromTarget?.bytes;
    if (outermost !== undefined) classes.set(outer.replaceAll('.', '/'), outermost);
    if (found !== null)
      for (const [name, bytes] of await innerOf(found.entry, className)) classes.set(name, bytes);
    classes.set(model.name, model.bytes);
    return classes;
  }

  #answerBytecode(
    { className, name, descriptor }: SourceQuestion,
    model: ClassModel,
    probed: Uint8Array | null,
    notes: readonly string[],
  ): MethodSource {
    const listing = bytecodeListing(model, name, descriptor, probed);
    if (listing === null)
      throw new SluiceError(
        'not-found',
        `${className} has no method ${name}${descriptor}: its class file is another version.`,
        'Look at it while the JVM is attached that ran it.',
      );
    const { lines, sourceLines, probeLines } = listing;
    return {
      ...{ form: 'bytecode', title: `${className.slice(className.lastIndexOf('.') + 1)}.class`, file: '' },
      place: 'disassembled by Sluice from its class file',
      ...{ text: lines.join('\n'), sourceLines, probeLines, notes },
      ...{ firstLine: 1, lastLine: lines.length, decompiler: this.#decompiler.facts },
    };
  }
}

function withDescriptor(question: SourceQuestion, model: ClassModel): SourceQuestion {
  const { name, descriptor, line = 0 } = question;
  return descriptor === '' ? { ...question, descriptor: descriptorOf(model, name, line) } : question;
}

async function askTarget(
  target: CodeOfTarget | null,
  { className }: SourceQuestion,
): Promise<TargetClass | null> {
  try {
    return (await target?.classFile(className)) ?? null;
  } catch (thrown) {
    if (thrown instanceof SluiceError) return null; // the session is over: what is on disk is left
    throw thrown;
  }
}

/** What a hostile class path holds under the name of a class may be no class. */
function modelOf(bytes: Uint8Array): ClassModel {
  try {
    return readClass(bytes);
  } catch (thrown) {
    throw new SluiceError('not-found', `The class file could not be read: ${messageOf(thrown)}.`, '', {
      cause: thrown,
    });
  }
}

async function innerOf(entry: string, className: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const classes = new Map<string, Uint8Array>();
  const keep = (file: string, bytes: Uint8Array): void =>
    void classes.set(file.slice(0, -'.class'.length), bytes);
  if (!isFolder(entry)) {
    const inner = await readEntries(
      entry,
      (file) => isOfOuterClass(file, className),
      MAX_CLASS_BYTES,
      MAX_INNER,
    );
    for (const { name, bytes } of inner) keep(name, bytes);
    return classes;
  }
  const folder = dirname(`${className.replaceAll('.', '/')}.class`);
  const files = readdirSync(join(entry, folder)).map((file) => (folder === '.' ? file : `${folder}/${file}`));
  for (const file of files.filter((one) => isOfOuterClass(one, className)).slice(0, MAX_INNER)) {
    const bytes = readFileOf(join(entry, file), MAX_CLASS_BYTES);
    if (bytes !== null) keep(file, bytes);
  }
  return classes;
}

function readFileOf(path: string, limitBytes: number): Uint8Array | null {
  try {
    const handle = openRegular(path);
    try {
      return readAtMost(handle, limitBytes);
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}

function ofHome(place: string): string {
  return place.startsWith('~/') ? join(homedir(), place.slice(2)) : place;
}
