import { basename } from 'node:path';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { OwnCode } from '../../../shared/ipc/engineApi.ts';
import { mainClassOf } from './mainClass.ts';
import { filesIn, namesIn, OWN_PART, packagesOf } from './packageFiles.ts';
import { isFolder } from './sourcePlaces.ts';
import { classPathOfTarget } from './targetClassPath.ts';

/** Of OwnCode. */
export type OwnPackages = Omit<OwnCode, 'borders'>;

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
