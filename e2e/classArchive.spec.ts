import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { reportOf, runCli } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { targetClassPath } from './fixtures/targets.ts';

/** A program that starts from an archive of its classes prints what it prints alone, though an agent spoils the archive. */

interface ArchiveKind {
  readonly name: string;
  readonly sinceJdk: number;
  readonly make: (file: string) => string;
  readonly use: (file: string) => string;
}

const KINDS: readonly ArchiveKind[] = [
  {
    name: 'CDS archive',
    sinceJdk: 17,
    make: (file) => `-XX:ArchiveClassesAtExit=${file}`,
    use: (file) => `-XX:SharedArchiveFile=${file}`,
  },
  {
    name: 'AOT cache',
    sinceJdk: 25,
    make: (file) => `-XX:AOTCacheOutput=${file}`,
    use: (file) => `-XX:AOTCache=${file}`,
  },
];
const PROGRAM = ['LastClass', 'run', 'run'];

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-archive-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const { name, make, use } of KINDS.filter(({ sinceJdk }) => sinceJdk <= jdk.feature)) {
    test(`a program with its ${name} prints nothing more on stdout, ${jdk.name}`, async () => {
      const classPath = ['-cp', jarOf(jdk)];
      const archive = join(folder, `${jdk.feature}-${name.replace(' ', '-')}`);
      runJava(jdk, [make(archive), ...classPath, ...PROGRAM]);
      const command = [use(archive), ...classPath, ...PROGRAM];
      const bare = runJava(jdk, command);
      const file = join(folder, `${jdk.feature}.sluice`);
      const args = [
        'launch',
        '--root',
        'LastClass::root',
        '--output',
        file,
        '--',
        jdk.tool('java'),
        ...command,
      ];
      const { code, stdout, stderr } = await runCli(args);
      expect(code, stderr).toBe(0);
      expect(withoutPid(stdout)).toBe(withoutPid(bare));
      expect(stderr).toContain(
        'note: with a profiler in it a JVM does not use all of an AOT cache or CDS archive',
      );
      expect(await reportOf(file)).toMatchObject({ complete: true, losses: [] });
    });
  }
}

/** Archives are of jars only. */
function jarOf(jdk: Jdk): string {
  const jar = join(folder, `${jdk.feature}.jar`);
  execFileSync(jdk.tool('jar'), ['--create', '--file', jar, '-C', targetClassPath(jdk), '.']);
  return jar;
}

function runJava(jdk: Jdk, args: readonly string[]): string {
  return execFileSync(jdk.tool('java'), args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function withoutPid(output: string): string {
  return output.replace(/^READY \d+$/m, 'READY');
}
