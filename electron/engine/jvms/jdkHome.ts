import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readForeignFile } from './foreignFile.ts';
import { HeldFolder } from './heldFolder.ts';
import { featureVersionOf } from './javaOptions.ts';

/** An installed Java runtime. */
export interface JavaHome {
  readonly home: string;
  /** 17 for 17.0.15. */
  readonly feature: number;
  readonly hasCompiler: boolean;
}

/** Some 20 lines. */
const RELEASE_LIMIT_BYTES = 64 << 10;

const INSTALLATION_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/Library/Java/JavaVirtualMachines'];

/** JAVA_HOME, the `java` of the PATH, and what is installed at the usual places; each installation once. */
export function findJavaHomes(environment: NodeJS.ProcessEnv = process.env): JavaHome[] {
  const candidates = [environment['JAVA_HOME'] ?? ''];
  for (const folder of (environment['PATH'] ?? '').split(delimiter)) {
    const java = realPath(join(folder, 'java'));
    if (java !== null) candidates.push(dirname(dirname(java)));
  }
  for (const folder of INSTALLATION_FOLDERS) {
    for (const name of listDirectory(folder)) {
      candidates.push(join(folder, name), join(folder, name, 'Contents/Home'));
    }
  }
  const homes = new Map<string, JavaHome>();
  for (const candidate of candidates) {
    const home = candidate === '' ? null : realPath(candidate);
    if (home === null || homes.has(home) || !isExecutable(join(home, 'bin/java'))) continue;
    const feature = featureVersionOf(javaVersionIn(home));
    homes.set(home, { home, feature, hasCompiler: isExecutable(join(home, 'bin/javac')) });
  }
  return [...homes.values()];
}

/**
 * JAVA_VERSION of an installation's `release` file; "" when there is none.
 * @param root see HeldFolder.below
 */
export function javaVersionIn(home: string, root = ''): string {
  try {
    const folder = HeldFolder.below(root, home);
    try {
      const bytes = readForeignFile(folder.pathOf('release'), null, RELEASE_LIMIT_BYTES);
      return /^JAVA_VERSION="([^"]*)"/m.exec(Buffer.from(bytes ?? []).toString('utf8'))?.[1] ?? '';
    } finally {
      folder.close();
    }
  } catch {
    return '';
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
