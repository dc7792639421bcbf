import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { TurnBudget } from '../process/turnBudget.ts';
import { entryNamesOf } from './archive.ts';

/** Class files of one folder that are looked at. */
const MAX_FILES = 100_000;
/** The class path may be the folder of everything: `java Main` in one's home. */
const MAX_FOLDERS = 5_000;
/** Of a package (JLS 3.8). Others are no code, and would be no pattern. */
const IDENTIFIER = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}$]*$/u;
/** Where executable archives keep what their libraries are not. */
export const OWN_PART = /^(BOOT-INF|WEB-INF)\/classes\//;

/** Names of packages, "" for the one without a name. @param files of classes, as a/b/C.class */
export function packagesOf(files: readonly string[]): string[] {
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

/** Files below a folder, as a/b/C.class. What cannot be read is passed over, and so is what can be no package. */
export async function filesIn(folder: string): Promise<string[]> {
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
export async function namesIn(archive: string): Promise<readonly string[]> {
  return entryNamesOf(archive).catch(() => []);
}
