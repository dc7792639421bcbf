import { basename } from 'node:path';
import { nestedEntryNamesOf } from './archive.ts';
import { filesIn, namesIn, OWN_PART, packagesOf } from './packageFiles.ts';
import { isFolder } from './sourcePlaces.ts';
import { classPathOfTarget } from './targetClassPath.ts';

/** Libraries that lie in an executable archive: not packed, or it could not be run. */
const NESTED = /^(?:BOOT-INF|WEB-INF)\/lib\/[^/]+\.jar$/;

/** Of a program that runs: see packagePlacesIn. Nothing where its class path is not known. */
export async function packagePlacesOf(pid: number): Promise<ReadonlyMap<string, string>> {
  return packagePlacesIn((await classPathOfTarget(pid)).entries);
}

/**
 * The jar or folder that has each package, by its name; the first of the class path where there are several.
 *
 *     target/classes:lib/h2-2.4.jar            com.acme  classes    org.h2  h2-2.4.jar
 *     shop.jar with BOOT-INF/lib/h2-2.4.jar    com.acme  shop.jar   org.h2  h2-2.4.jar
 */
export async function packagePlacesIn(classPath: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  const add = (path: string, files: readonly string[]): void => {
    for (const name of packagesOf(files)) if (!places.has(name)) places.set(name, basename(path));
  };
  for (const entry of classPath) {
    if (isFolder(entry)) {
      add(entry, await filesIn(entry));
      continue;
    }
    const names = await namesIn(entry);
    add(
      entry,
      names.map((name) => name.replace(OWN_PART, '')),
    );
    if (!names.some((name) => NESTED.test(name))) continue;
    await nestedEntryNamesOf(entry, (name) => NESTED.test(name), add).catch(() => {}); // it has changed since
  }
  return places;
}
