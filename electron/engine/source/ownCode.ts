import { readdirSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { OwnCode } from '../../../shared/ipc/engineApi.ts';
import { TurnBudget } from '../process/turnBudget.ts';
import { entryNamesOf, manifestOf } from './archive.ts';
import { isFolder } from './sourcePlaces.ts';
import { classPathOfTarget } from './targetClassPath.ts';

/** Of OwnCode. */
export type OwnPackages = Omit<OwnCode, 'borders'>;

/** Class files of one folder that are looked at. */
const MAX_FILES = 100_000;
/** The class path may be the folder of everything: `java Main` in one's home. */
const MAX_FOLDERS = 5_000;
/** Of a package (JLS 3.8). Others are no code, and would be no pattern. */
const IDENTIFIER = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}$]*$/u;
/** Where executable archives keep what their libraries are not. */
const OWN_PART = /^(BOOT-INF|WEB-INF)\/classes\//;
/** `com.**` is nobody's own. */
const LEAST_SEGMENTS = 2;

const WHY_NONE = {
  ended: 'it has ended',
  container: 'it runs in a container, whose files are not read',
  user: "it is another user's, whose files are not read",
};

/**
 * The own code of a program that runs.
 * @throws SluiceError 'not-found' with the reason
 */
export async function ownCodeOf(pid: number): Promise<OwnPackages> {
  const { entries, mainClass, hindrance } = await classPathOfTarget(pid);
  const own = hindrance === null ? await ownCodeIn(entries, mainClass) : null;
  if (own !== null) return own;
  const why =
    hindrance === null ? 'no folder and no jar of its class path has its main class' : WHY_NONE[hindrance];
  throw new SluiceError(
    'not-found',
    `The own packages of ${pid} are not known: ${why}.`,
    'Name them: --only com.acme.**',
  );
}

/** The packages of ownCodeOf, as RecordedTarget has them; none: not known. */
export async function ownPackagesOf(pid: number): Promise<readonly string[]> {
  const { patterns } = await ownCodeOf(pid).catch(() => ({ patterns: [] }));
  return patterns.map((pattern) => pattern.replace(/\.?\*+$/, ''));
}

/**
 * The program's own code: what lies in folders, or in the own part of an executable archive, is no library. Where all is in jars, the
 * own one has the main class, and of it what shares the first two parts of that class's package.
 *
 *     target/classes:lib/spring.jar:lib/h2.jar     folder target/classes         com.acme.shop.**
 *     shop.jar                                     BOOT-INF/classes of shop.jar  com.acme.shop.**
 *     shop-all.jar, main class com.acme.shop.Main  com.acme of shop-all.jar      com.acme.**
 *
 * @param classPath folders and jars, in their order
 * @param mainClass as Class.getName(); null: what the manifest of the first jar names
 * @returns null where nothing of that is found
 */
export async function ownCodeIn(
  classPath: readonly string[],
  mainClass: string | null,
): Promise<OwnPackages | null> {
  const packages = new Set<string>();
  const places: string[] = [];
  const add = (place: string, found: Iterable<string>): void => {
    const before = packages.size;
    for (const name of found) packages.add(name);
    if (packages.size > before) places.push(place);
  };
  for (const entry of classPath) {
    if (isFolder(entry)) add(`folder ${entry}`, packagesOf(await filesIn(entry)));
    else {
      const own = (await namesIn(entry)).filter((name) => OWN_PART.test(name));
      const part = OWN_PART.exec(own[0] ?? '')?.[0].slice(0, -1);
      add(`${part} of ${basename(entry)}`, packagesOf(own.map((name) => name.replace(OWN_PART, ''))));
    }
  }
  if (packages.size > 0) return { patterns: patternsOf(packages), places };
  return ownJarOf(classPath, mainClass ?? (await mainClassOf(classPath[0])));
}

async function ownJarOf(classPath: readonly string[], mainClass: string | null): Promise<OwnPackages | null> {
  if (mainClass === null) return null;
  const file = `${mainClass.replaceAll('.', '/')}.class`;
  const beginning = mainClass.split('.').slice(0, -1).slice(0, LEAST_SEGMENTS).join('.');
  for (const entry of classPath) {
    const names = await namesIn(entry);
    if (!names.includes(file)) continue;
    const own = packagesOf(names).filter((name) => name === beginning || name.startsWith(`${beginning}.`));
    return { patterns: patternsOf(new Set(own)), places: [basename(entry)] };
  }
  return null;
}

async function mainClassOf(jar: string | undefined): Promise<string | null> {
  if (jar === undefined) return null;
  const manifest = await manifestOf(jar).catch(() => '');
  return /^Main-Class: *(\S+)/im.exec(manifest)?.[1] ?? null;
}

/** Names of packages, "" for the one without a name. @param files of classes, as a/b/C.class */
function packagesOf(files: readonly string[]): string[] {
  const isClass = (file: string): boolean =>
    file.endsWith('.class') &&
    !file.startsWith('META-INF/') &&
    !/(^|\/)(module|package)-info\.class$/.test(file);
  const packages = files.filter(isClass).map((file) => file.split('/').slice(0, -1));
  return [
    ...new Set(
      packages
        .filter((parts) => parts.every((part) => IDENTIFIER.test(part)))
        .map((parts) => parts.join('.')),
    ),
  ];
}

/**
 * As few patterns as say no more than that
 *
 *     com.acme.shop, com.acme.shop.web, com.acme.mail, org.own     com.acme.**, org.own.**
 */
function patternsOf(packages: ReadonlySet<string>): string[] {
  const patterns = packages.has('') ? ['*'] : [];
  const descend = (prefix: readonly string[], names: readonly (readonly string[])[]): void => {
    const next = [...new Set(names.map((name) => name[prefix.length]))];
    const endsHere = next.includes(undefined as unknown as string);
    if (prefix.length > 0 && (endsHere || (next.length > 1 && prefix.length >= LEAST_SEGMENTS))) {
      patterns.push(`${prefix.join('.')}.**`);
      return;
    }
    for (const part of next.toSorted())
      descend(
        [...prefix, part],
        names.filter((name) => name[prefix.length] === part),
      );
  };
  descend(
    [],
    [...packages].filter((name) => name !== '').map((name) => name.split('.')),
  );
  return patterns;
}

/** Files below a folder, as a/b/C.class. What cannot be read is passed over, and so is what can be no package. */
async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  const open = [''];
  const budget = new TurnBudget();
  let folders = 0;
  for (let at = open.pop(); at !== undefined && files.length < MAX_FILES; at = open.pop()) {
    if (++folders > MAX_FOLDERS) break;
    budget.begin();
    for (const entry of entriesOf(join(folder, at))) {
      const name = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) files.push(name);
      else if (entry.isDirectory() && IDENTIFIER.test(entry.name)) open.push(name);
    }
    await budget.end();
  }
  return files;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** None where it is no archive, or closed to us. */
async function namesIn(archive: string): Promise<readonly string[]> {
  return entryNamesOf(archive).catch(() => []);
}
