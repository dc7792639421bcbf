import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import type { ExpectedTree } from './expectedTree.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { expectTree, recordAttached, recordLaunched } from './fixtures/recordTarget.ts';

const SOURCE = fileURLToPath(new URL('targets/upcalls/upcalls.c', import.meta.url));
const SYSTEM = process.platform === 'darwin' ? 'darwin' : 'linux';

/** What C calls back hangs under the caller of the native method, which is not measured itself. */
const TREE = `
  JniUpcalls.root 1
    JniUpcalls.before 1000
    JniUpcalls.called 1000
      JniUpcalls.leaf 1000
    JniUpcalls$Item.<init> 1000
      JniUpcalls$Item.doubled 1000
    JniUpcalls$Item.work 1000
      JniUpcalls.leaf 1000
    JniUpcalls.throwing 1000
    JniUpcalls$Late.late 1000
      JniUpcalls.leaf 1000`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-upcalls-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function whyNoLibrary(jdk: Jdk): string | null {
  if (spawnSync('cc', ['--version']).status !== 0) return 'no C compiler on this machine';
  return existsSync(join(jdk.home, 'include/jni.h')) ? null : `no jni.h in ${jdk.name}`;
}

function expectedOf(jdk: Jdk): ExpectedTree {
  const library = join(folder, `libupcalls${jdk.feature}.so`);
  const includes = ['include', `include/${SYSTEM}`].map((path) => `-I${join(jdk.home, path)}`);
  execFileSync('cc', ['-shared', '-fPIC', ...includes, SOURCE, '-o', library]);
  const jvmArgs = [`-Dupcalls.library=${library}`];
  return { target: 'JniUpcalls', root: 'JniUpcalls::root', jvmArgs, tree: TREE };
}

for (const jdk of JDKS) {
  const lack = whyNoLibrary(jdk);
  for (const scheme of ['lazy', 'eager', 'everything']) {
    const title = `what native code of the program calls back is counted, ${jdk.name}, scheme ${scheme}`;
    const file = (way: string): string => join(folder, `${jdk.feature}-${scheme}-${way}.sluice`);

    test(`${title}, attached`, async () => {
      test.skip(lack !== null, lack ?? '');
      const expected = expectedOf(jdk);
      expectTree(await recordAttached(jdk, expected, file('attached'), ['--scheme', scheme]), expected);
    });

    test(`${title}, launched`, async () => {
      test.skip(lack !== null, lack ?? '');
      const expected = expectedOf(jdk);
      expectTree(await recordLaunched(jdk, expected, file('launched'), ['--scheme', scheme]), expected);
    });
  }
}
