import { closeSync, fstatSync, realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { openForeignFile } from '../jvms/foreignFile.ts';
import { ArchiveBlocks } from './archiveBlocks.ts';

/** More than the largest of what programs are made of, the JDK's sources, by far. */
const MAX_ENTRIES = 500_000;
const MAX_MANIFEST_BYTES = 1 << 20;
const MAX_NESTED_BYTES = 1 << 30;
/** APPNOTE 4.4.5. */
const STORED = 0;

/** What was read of one entry. */
export interface ReadEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** By the ids of APPNOTE 4.5. */
  readonly extraFields: ReadonlyMap<number, Uint8Array>;
}

/**
 * Reads some entries of a jar or zip, which anybody may have written.
 * @param wanted of their names
 * @param limitBytes longer entries are passed over
 * @param most the walk ends when so many were read
 * @throws Error of the system when there is none, or it is no archive
 */
export async function readEntries(
  path: string,
  wanted: (name: string) => boolean,
  limitBytes: number,
  most = 1,
): Promise<readonly ReadEntry[]> {
  const found: ReadEntry[] = [];
  await walk(path, async (entry, zip) => {
    const { fileName: name, uncompressedSize } = entry;
    if (!wanted(name) || uncompressedSize > limitBytes) return true;
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    const extraFields = new Map(entry.extraFields.map(({ id, data }) => [id, data] as const));
    found.push({ name, bytes, extraFields });
    return found.length < most;
  });
  return found;
}

/** The text of a jar's manifest, its folded lines whole (JAR File Specification); "" where it has none. @throws as readEntries */
export async function manifestOf(jar: string): Promise<string> {
  const isManifest = (name: string): boolean => name.toUpperCase() === 'META-INF/MANIFEST.MF';
  const [manifest] = await readEntries(jar, isManifest, MAX_MANIFEST_BYTES);
  return Buffer.from(manifest?.bytes ?? [])
    .toString('utf8')
    .replace(/\r?\n /g, '');
}

/** Names of all folders of an archive that have files in them, without the slash behind. */
export async function foldersOf(path: string): Promise<ReadonlySet<string>> {
  const names = await entryNamesOf(path);
  return new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf('/')))));
}

/** Names of all entries of an archive, folders with a slash behind. */
export async function entryNamesOf(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  await walk(path, ({ fileName }) => {
    names.push(fileName);
    return true;
  });
  return names;
}

/**
 * The same of archives that lie in an archive as they are. Packed ones are passed over, and so are those that are none, or come after
 * 1 GiB of others: entries may overlap.
 * @param wanted of their own names
 * @throws as readEntries
 */
export async function nestedEntryNamesOf(
  path: string,
  wanted: (name: string) => boolean,
  onNames: (name: string, entries: readonly string[]) => void,
): Promise<void> {
  let leftBytes = MAX_NESTED_BYTES;
  await walk(path, async (entry, zip) => {
    const { fileName: name, uncompressedSize, compressionMethod } = entry;
    if (!wanted(name) || compressionMethod !== STORED) return true;
    leftBytes -= uncompressedSize;
    if (leftBytes < 0) return false;
    try {
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      const names: string[] = [];
      await eachEntry(await yauzl.fromBufferPromise(bytes, { lazyEntries: true }), ({ fileName }) => {
        names.push(fileName);
        return true;
      });
      onNames(name, names);
    } catch {
      // no archive
    }
    return true;
  });
}

/** What tells one state of a file from the next; null when there is no such file. */
export function stampOf(path: string): string | null {
  try {
    const handle = openRegular(path);
    try {
      const { mtimeMs, size } = fstatSync(handle);
      return `${path} ${mtimeMs} ${size}`;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}

/**
 * Opens what a program's command line names, or a link to it. A FIFO or device in its place is not opened.
 * @throws Error
 */
export function openRegular(path: string): number {
  const handle = openForeignFile(realpathSync(path), null);
  if (handle === null) throw new Error(`${path} is closed to us`);
  return handle;
}

/** @param visit false ends the walk */
async function walk(
  path: string,
  visit: (entry: Entry, zip: ZipFile) => boolean | Promise<boolean>,
): Promise<void> {
  const handle = openRegular(path);
  let zip: ZipFile;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new ArchiveBlocks(handle), fstatSync(handle).size, {
      lazyEntries: true,
      autoClose: false,
    });
  } catch (thrown) {
    closeSync(handle);
    throw thrown;
  }
  try {
    await eachEntry(zip, visit);
  } finally {
    zip.close();
    closeSync(handle);
  }
}

/** @param visit false ends the walk */
function eachEntry(
  zip: ZipFile,
  visit: (entry: Entry, zip: ZipFile) => boolean | Promise<boolean>,
): Promise<void> {
  let left = MAX_ENTRIES;
  return new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      void Promise.resolve()
        .then(() => visit(entry, zip))
        .then((goOn) => (goOn && left-- > 0 ? zip.readEntry() : resolve()), reject);
    });
    zip.readEntry();
  });
}
