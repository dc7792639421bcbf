import { readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { splitJavaCommand } from '../jvms/javaOptions.ts';
import { manifestOf } from './archive.ts';

/** Class path entries of one program that are looked at. */
const MAX_ENTRIES = 5_000;
const PATH_OPTIONS = ['-cp', '-classpath', '--class-path'];
const MODULE_OPTIONS = ['-p', '--module-path'];

/**
 * Folders and jars that a program is made of, as its command line names them, absolute, in their order
 *
 *     -cp app.jar:lib/*  Shop      /srv/app.jar /srv/lib/a.jar /srv/lib/b.jar
 *     -jar app.jar                 /srv/app.jar, and what its manifest names
 *
 * @param afterJava everything after `java`
 * @param folder where the program runs; null: not known, and relative names say nothing
 * @param classPathVariable CLASSPATH of its environment
 */
export async function classPathOf(
  afterJava: readonly string[],
  folder: string | null,
  classPathVariable = '',
): Promise<readonly string[]> {
  const { options, main } = splitJavaCommand(afterJava);
  const isJar = afterJava[options.length] === '-jar';
  const named = isJar ? main : (optionOf(options, PATH_OPTIONS) ?? (classPathVariable || '.'));
  const modules = optionOf(options, MODULE_OPTIONS) ?? '';
  const entries = [
    ...named.split(delimiter).flatMap((entry) => expanded(entry, folder)),
    ...modules.split(delimiter).flatMap((entry) => expandedModules(entry, folder)),
  ];
  const all = new Set(entries.slice(0, MAX_ENTRIES));
  // One that only names others (a "pathing jar") stands in place of a class path that would be too long.
  for (const entry of isJar || entries.length <= 2 ? entries : [])
    for (const other of await manifestClassPath(entry)) if (all.size < MAX_ENTRIES) all.add(other);
  return [...all];
}

/** The last word on it wins. */
function optionOf(options: readonly string[], names: readonly string[]): string | null {
  let value: string | null = null;
  for (const [i, option] of options.entries()) {
    if (names.includes(option)) value = options[i + 1] ?? null;
    const equals = option.indexOf('=');
    if (equals > 0 && names.includes(option.slice(0, equals))) value = option.slice(equals + 1);
  }
  return value;
}

function expanded(entry: string, folder: string | null): readonly string[] {
  const path = absolute(entry, folder);
  if (path === null) return [];
  return /[\\/]\*$/.test(path) || entry === '*' ? jarsIn(dirname(path)) : [path];
}

function expandedModules(entry: string, folder: string | null): readonly string[] {
  const path = entry === '' ? null : absolute(entry, folder);
  return path === null ? [] : [path, ...jarsIn(path)];
}

function absolute(entry: string, folder: string | null): string | null {
  if (isAbsolute(entry)) return entry;
  return folder === null ? null : resolve(folder, entry);
}

function jarsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.jar$/i.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Class-Path of a jar's manifest: URLs, relative to the jar, between blanks. */
async function manifestClassPath(jar: string): Promise<readonly string[]> {
  try {
    if (!statSync(jar).isFile()) return [];
    const value = /^Class-Path: *(.*)$/im.exec(await manifestOf(jar))?.[1] ?? '';
    const base = pathToFileURL(jar);
    return value
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((url) => {
        const target = new URL(url, base);
        return target.protocol === 'file:' && target.host === '' ? [fileURLToPath(target)] : [];
      });
  } catch {
    return []; // it is not there, or says nothing that can be read
  }
}
