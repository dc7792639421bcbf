import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readEntries } from './archive.ts';

const LANGUAGES = ['java', 'kotlin', 'scala', 'groovy'];
const MAX_PROPERTIES_BYTES = 64 << 10;
/** Folders above one of classes that are looked into for src. */
const LEVELS = 3;

/** Where build tools keep what they have fetched. */
export interface LocalStores {
  readonly maven: string;
  readonly gradle: string;
}

export function localStores(environment: NodeJS.ProcessEnv = process.env): LocalStores {
  const gradleHome = environment['GRADLE_USER_HOME'] ?? join(homedir(), '.gradle');
  return {
    maven: join(homedir(), '.m2', 'repository'),
    gradle: join(gradleHome, 'caches', 'modules-2', 'files-2.1'),
  };
}

/**
 * Where the sources of a class path entry may be: folders and archives, the likeliest first; some of them are not there
 *
 *     /srv/shop/target/classes      /srv/shop/src/main/java, ... kotlin, ...
 *     /srv/lib/shop-1.2.jar         /srv/lib/shop-1.2-sources.jar, then the local stores
 */
export async function sourcePlacesOf(entry: string, stores: LocalStores): Promise<readonly string[]> {
  return isFolder(entry) ? besideClasses(entry) : besideJar(entry, stores);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function besideClasses(folder: string): readonly string[] {
  const kind = /(?:^|[\\/])test(?:-classes)?$/.test(folder) ? 'test' : 'main';
  const places = [folder];
  let above = folder;
  for (let level = 0; level < LEVELS + 2; level++) {
    above = dirname(above);
    for (const language of LANGUAGES) places.push(join(above, 'src', kind, language));
    if (level < LEVELS) places.push(join(above, 'src'));
  }
  return places.filter((place) => existsSync(place));
}

async function besideJar(jar: string, stores: LocalStores): Promise<readonly string[]> {
  const stem = jar.replace(/\.[^./\\]+$/, '');
  const places = [`${stem}-sources.jar`, `${stem}-src.jar`, `${stem}-src.zip`];
  // Gradle has each file of a version in a folder named by its checksum.
  const version = dirname(dirname(jar));
  if (jar.startsWith(stores.gradle)) places.push(...inEachFolder(version, `${basename(stem)}-sources.jar`));
  const isHere = places.filter((place) => existsSync(place));
  if (isHere.length > 0) return [...isHere, jar];
  return [...(await inStores(jar, stores)).filter((place) => existsSync(place)), jar];
}

/** By the coordinates that Maven writes into a jar. */
async function inStores(jar: string, { maven, gradle }: LocalStores): Promise<readonly string[]> {
  try {
    const [properties] = await readEntries(
      jar,
      (name) => /^META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/.test(name),
      MAX_PROPERTIES_BYTES,
    );
    const text = Buffer.from(properties?.bytes ?? []).toString('utf8');
    const valueOf = (key: string): string => new RegExp(`^${key}=([\\w.-]+)\\s*$`, 'm').exec(text)?.[1] ?? '';
    const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map(valueOf);
    if (![group, artifact, version].every((part) => part !== '' && !part.includes('..'))) return [];
    const name = `${artifact}-${version}-sources.jar`;
    return [
      join(maven, ...group.split('.'), artifact, version, name),
      ...inEachFolder(join(gradle, group, artifact, version), name),
    ];
  } catch {
    return []; // no archive, or gone
  }
}

function inEachFolder(folder: string, name: string): string[] {
  try {
    return readdirSync(folder).map((child) => join(folder, child, name));
  } catch {
    return [];
  }
}
