import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readForeignFile, UnfitFile } from './foreignFile.ts';
import { HeldFolder } from './heldFolder.ts';
import { javaVersionIn } from './jdkHome.ts';
import { listJvms } from './jvmList.ts';
import { perfDataBytes } from '../testing/perfDataBytes.ts';
import { compileJava, removeFolder, SLEEPER, startJvm, TEST_JDKS } from '../testing/javaFixture.ts';
import {
  asSecondUser,
  BY_TWO_USERS,
  canBeTwoUsers,
  pretendJava,
  SECOND_USER,
} from '../testing/secondUser.ts';

/** What other users can put where Sluice reads. */

const own = process.geteuid?.() ?? 0;
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-planted-'));
  path = join(folder, 'file');
});
afterEach(() => removeFolder(folder));

describe('a file that anybody may have put there', () => {
  it('is read when it is a regular file of its owner within the limit', () => {
    writeFileSync(path, 'abc');
    expect(readForeignFile(path, own, 3)).toEqual(new TextEncoder().encode('abc'));
    expect(readForeignFile(path, null, 3)).toHaveLength(3);
  });

  it.each([
    ['a FIFO', () => spawnSync('mkfifo', [path]), 'is no regular file'],
    ['a folder', () => spawnSync('mkdir', [path]), 'is no regular file'],
    ['a link to a device', () => symlinkSync('/dev/zero', path), 'is a symbolic link'],
    ['a link to nothing', () => symlinkSync('/nowhere', path), 'is a symbolic link'],
    [
      'two gigabytes of nothing',
      () => sparse(2 ** 31),
      'has 2147483648 bytes, of which at most 100 would be read',
    ],
    ['one byte too much', () => sparse(101), 'has 101 bytes, of which at most 100 would be read'],
  ])('is told and not opened when it is %s', (_, plant, what) => {
    plant();
    const started = performance.now();
    expect(() => readForeignFile(path, own, 100)).toThrow(UnfitFile);
    expect(() => readForeignFile(path, own, 100)).toThrow(what);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('is told when it is of another owner', () => {
    writeFileSync(path, 'abc');
    expect(() => readForeignFile(path, own + 1, 100)).toThrow(`belongs to user ${own}`);
  });

  it('has no version of Java in a release that is a FIFO, a link, or too long', () => {
    const release = join(folder, 'release');
    writeFileSync(release, 'JAVA_VERSION="17.0.1"\n');
    expect(javaVersionIn(folder)).toBe('17.0.1');
    truncateSync(release, (64 << 10) + 1);
    expect(javaVersionIn(folder)).toBe('');
    rmSync(release);
    spawnSync('mkfifo', [release]);
    expect(javaVersionIn(folder)).toBe('');
    rmSync(release);
    writeFileSync(path, 'JAVA_VERSION="17.0.1"\n');
    symlinkSync(path, release);
    expect(javaVersionIn(folder)).toBe('');
  });

  function sparse(bytes: number): void {
    writeFileSync(path, '');
    truncateSync(path, bytes);
  }
});

/**
 *     folder/ root/ tmp -> /a       root/ a/ file      root/ up -> ../../../a      root/ round -> round
 *             a/                                       what each leads to as we see it is not what is meant
 */
describe.runIf(process.platform === 'linux')('a folder below the root of another file system', () => {
  beforeEach(() => {
    spawnSync('mkdir', ['-p', join(folder, 'a'), join(folder, 'root/a/b')]);
    writeFileSync(join(folder, 'root/a/file'), 'within');
    symlinkSync('/a', join(folder, 'root/tmp'));
    symlinkSync('../../../a', join(folder, 'root/up'));
    symlinkSync('round', join(folder, 'root/round'));
    symlinkSync(folder, join(folder, 'root/a/out'));
  });

  const readIn = (at: string): string => {
    const held = HeldFolder.below(join(folder, 'root'), at);
    try {
      return Buffer.from(readForeignFile(held.pathOf('file'), null, 100) ?? []).toString();
    } finally {
      held.close();
    }
  };

  it.each(['/a', '/tmp', '/up', '/tmp/../up', '/a/b/..', '/../../a'])('%s is found within it', (at) => {
    expect(readIn(at)).toBe('within');
  });

  it.each([
    ['/a/out', 'ENOENT'],
    ['/round', 'more than 40 links'],
    ['/nothing', 'ENOENT'],
    ['/a/file', 'ENOTDIR'],
  ])('%s leads nowhere', (at, why) => {
    expect(() => readIn(at)).toThrow(why);
  });

  it('is the same one when its name is given to another', () => {
    const held = HeldFolder.below(join(folder, 'root'), '/a');
    spawnSync('mv', [join(folder, 'root/a'), join(folder, 'root/c')]);
    symlinkSync('/etc', join(folder, 'root/a'));
    expect(Buffer.from(readForeignFile(held.pathOf('file'), null, 100) ?? []).toString()).toBe('within');
    expect(() => held.folder('out')).toThrow('ENOTDIR'); // a link is none
    held.close();
  });
});

describe.runIf(canBeTwoUsers)(`performance data that a stranger planted, ${BY_TWO_USERS}`, () => {
  const planted = `/tmp/hsperfdata_${SECOND_USER}`;
  let classes = '';
  beforeAll(() => (classes = compileJava('Sleeper', SLEEPER)));
  afterAll(() => removeFolder(classes));
  afterEach(() => removeFolder(planted));

  it.each([
    ['a FIFO', 'mkfifo "$F"', 'is no regular file'],
    ['a link to an endless device', 'ln -s /dev/zero "$F"', 'is a symbolic link'],
    ['a sparse file of two gigabytes', 'truncate -s 2G "$F"', 'has 2147483648 bytes'],
  ])('costs its own row a note and the others nothing: %s', async (_, plant, what) => {
    const jvm = await startJvm({ java: TEST_JDKS[0], arguments: ['-cp', classes, 'Sleeper'] });
    const stranger = pretendJava();
    try {
      asSecondUser(`F=${planted}/${stranger.pid}; mkdir -p ${planted}; ${plant}`);
      const started = performance.now();
      const list = listJvms();
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(list).toContainEqual(
        expect.objectContaining({ pid: jvm.pid, mainClass: 'Sleeper', attachable: true }),
      );
      const row = list.find(({ pid }) => pid === stranger.pid);
      expect(row?.notices).toEqual([
        { by: 'look', text: expect.stringContaining(`${planted}/${stranger.pid} ${what}`) as string },
      ]);
    } finally {
      stranger.kill('SIGKILL');
      await jvm.stop();
    }
  });

  it('is not told of a process that is no JVM, nor taken for that of another user', async () => {
    const jvm = await startJvm({
      java: TEST_JDKS[0],
      arguments: ['-XX:-UsePerfData', '-cp', classes, 'Sleeper'],
    });
    try {
      asSecondUser(`mkdir ${planted}; echo lies >${planted}/${jvm.pid}; echo lies >${planted}/1`);
      const row = listJvms().find(({ pid }) => pid === jvm.pid);
      expect(row).toMatchObject({ mainClass: 'Sleeper', attachable: true });
      expect(row?.notices.filter(({ by }) => by === 'look')).toEqual([]);
    } finally {
      await jvm.stop();
    }
  });

  it('is not hidden by a flood of folders of another user', { tags: 'slow' }, () => {
    const stranger = pretendJava(); // its user has no name here: its folder is found by its owner
    const file = `${planted}/${stranger.pid}`;
    const names = `/tmp/hsperfdata_0flood${SECOND_USER}`;
    try {
      writeFileSync(path, perfDataBytes({ 'sun.rt.javaCommand': 'com.acme.Shop one' }));
      spawnSync('chmod', ['755', folder]);
      asSecondUser(`mkdir ${planted}; cp ${path} ${file}`);
      asSecondUser(`for i in $(seq 300); do mkdir ${names}.$i; done`, SECOND_USER + 1);
      expect(listJvms().find(({ pid }) => pid === stranger.pid)?.mainClass).toBe('com.acme.Shop');
    } finally {
      stranger.kill('SIGKILL');
      asSecondUser(`rmdir ${names}.*`, SECOND_USER + 1);
    }
  });
});

it('what goes wrong with one process hides no other', () => {
  const list = listJvms((pid) => {
    if (pid === process.pid) throw new Error('as told');
    return null;
  });
  expect(list).toMatchObject([
    { pid: process.pid, attachable: false, whyNot: 'The process could not be looked at: as told.' },
  ]);
});
