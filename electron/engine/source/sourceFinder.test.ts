import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { MethodId } from '../../../shared/base/ids.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { instrumentClass } from '../../../shared/instrument/instrumentClass.ts';
import { ensure } from '../../../shared/base/assert.ts';
import type { MethodSource, SourceQuestion } from '../../../shared/ipc/methodSource.ts';
import { compileJava } from '../../../shared/testing/compileJava.ts';
import {
  compileJava as compileProgram,
  removeFolder,
  SLEEPER,
  startJvm,
  TEST_JDKS,
} from '../testing/javaFixture.ts';
import { AS_ROOT, OTHER_UID } from '../testing/otherUser.ts';
import { classPathOf } from './classPath.ts';
import { Decompiler } from './decompiler.ts';
import { lineOfMethod, sourceFilesOf } from './sourceFile.ts';
import { SourceFinder, type CodeOfTarget } from './sourceFinder.ts';

const SHOP = `package com.acme;

public class Shop {
  int orders;

  int order(int price) {
    orders++;
    return price * 2;
  }

  static class Item {
    int price() { return 7; }
  }
}
`;
const classes = compileJava({ 'com/acme/Shop.java': SHOP });

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-source-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a file below the folder of the test. @returns its path */
function put(path: string, content: string | Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

async function putZip(path: string, entries: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const file = put(path, '');
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

function putClasses(path: string): string {
  for (const [name, bytes] of classes) put(`${path}/${name}.class`, bytes);
  return join(folder, path);
}

function classEntries(): Record<string, Uint8Array> {
  return Object.fromEntries([...classes].map(([name, bytes]) => [`${name}.class`, bytes]));
}

function finder(fetchUrl?: typeof fetch): SourceFinder {
  const stores = { maven: join(folder, 'm2'), gradle: join(folder, 'gradle') };
  const home = { home: join(folder, 'jdk'), feature: 17, hasCompiler: true };
  return new SourceFinder(new Decompiler(join(folder, 'decompiler'), fetchUrl), stores, () => [home]);
}

function asked(commandLine: string, question: Partial<SourceQuestion> = {}): SourceQuestion {
  return {
    ...{ sessionId: '', commandLine, classPath: [], javaVersion: '17.0.1', className: 'com.acme.Shop' },
    ...{ name: 'order', descriptor: '(I)I', places: [], form: 'source', mayFetch: false },
    ...question,
  };
}

describe('a source is found', () => {
  test('in src/main/java beside target/classes, with the lines of the method', async () => {
    const source = put('shop/src/main/java/com/acme/Shop.java', SHOP);
    const path = putClasses('shop/target/classes');
    const found = await finder().find(asked(`-cp ${path} com.acme.Shop`), null);
    expect(found).toMatchObject({ form: 'source', title: 'Shop.java', file: source, text: SHOP });
    expect([found.firstLine, found.lastLine]).toEqual([7, 8]); // where it has code
  });

  test('by the class path that a recording has kept, where its command line names none, or relative folders', async () => {
    const source = put('shop/src/main/java/com/acme/Shop.java', SHOP);
    const classPath = [putClasses('shop/target/classes')];
    const found = await finder().find(asked('-cp target/classes com.acme.Shop', { classPath }), null);
    expect(found).toMatchObject({ form: 'source', file: source });
    const relative = asked('-cp target/classes com.acme.Shop', { classPath: ['target/classes'] });
    await expect(finder().find(relative, null)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('of an inner class in the file of the outermost', async () => {
    put('shop/src/com/acme/Shop.java', SHOP);
    const path = putClasses('shop/bin');
    const inner = { className: 'com.acme.Shop$Item', name: 'price', descriptor: '()I' };
    const found = await finder().find(asked(`-cp ${path} com.acme.Shop`, inner), null);
    expect(found).toMatchObject({ title: 'Shop.java', firstLine: 12, lastLine: 12 });
  });

  test('of a frame, which has a line and no descriptor: the one of several methods of that name that has the line', async () => {
    const over =
      'class Over {\n  int pay(int a) {\n    return a;\n  }\n  long pay(long a) {\n    return a;\n  }\n}\n';
    put('shop/src/Over.java', over);
    for (const [name, bytes] of compileJava({ 'Over.java': over })) put(`shop/bin/${name}.class`, bytes);
    const frame = { className: 'Over', name: 'pay', descriptor: '' };
    const question = asked(`-cp ${join(folder, 'shop/bin')} Over`, frame);
    expect(await finder().find({ ...question, line: 6 }, null)).toMatchObject({ firstLine: 6, lastLine: 6 });
    expect(await finder().find(question, null)).toMatchObject({ firstLine: 3 });
    const bytecode = await finder().find({ ...question, line: 6, form: 'bytecode' }, null);
    expect(bytecode.text).toMatch(/^pay\(J\)J\n/);
  });

  test('in the source jar beside a jar that a wildcard names', async () => {
    await putZip('lib/shop-1.jar', classEntries());
    const sources = await putZip('lib/shop-1-sources.jar', { 'com/acme/Shop.java': SHOP });
    const found = await finder().find(asked(`-cp ${folder}/lib/* com.acme.Shop`), null);
    expect(found).toMatchObject({ text: SHOP, file: '', place: `${sources}: com/acme/Shop.java` });
  });

  test.each([
    ['Maven', 'm2/com/acme/shop/1.2/shop-1.2-sources.jar'],
    ['Gradle', 'gradle/com.acme/shop/1.2/0a1b2c/shop-1.2-sources.jar'],
  ])('in the local store of %s, by what Maven wrote into the jar', async (_, path) => {
    const properties = 'groupId=com.acme\nartifactId=shop\nversion=1.2\n';
    const jar = await putZip('srv/app.jar', {
      ...classEntries(),
      'META-INF/maven/com.acme/shop/pom.properties': properties,
    });
    await putZip(path, { 'com/acme/Shop.java': SHOP });
    const found = await finder().find(asked(`-jar ${jar}`), null);
    expect(found).toMatchObject({ form: 'source', text: SHOP });
  });

  test('in the src.zip of the JDK of the same version', async () => {
    await putZip('jdk/lib/src.zip', {
      'java.base/java/util/Shelf.java': 'class Shelf {\n  void put() {\n  }\n}',
    });
    const shelf = { className: 'java.util.Shelf', name: 'put', descriptor: '()V' };
    expect(await finder().find(asked('', shelf), null)).toMatchObject({ title: 'Shelf.java', firstLine: 2 });
    await expect(finder().find(asked('', { ...shelf, javaVersion: '25' }), null)).rejects.toThrow(
      'There is neither a source nor a class file of java.util.Shelf.',
    );
  });

  test('first of all where the user says', async () => {
    put('shop/src/com/acme/Shop.java', 'class Shop { }');
    const path = putClasses('shop/bin');
    put('mine/com/acme/Shop.java', SHOP);
    const found = await finder().find(asked(`-cp ${path} Shop`, { places: [join(folder, 'mine')] }), null);
    expect(found.text).toBe(SHOP);
  });

  test('of another version, which is said', async () => {
    put('shop/src/com/acme/Shop.java', 'class Shop {\n  int order(int price) {\n}');
    const path = putClasses('shop/bin');
    const found = await finder().find(asked(`-cp ${path} Shop`), null);
    expect(found).toMatchObject({ firstLine: 2, notes: [expect.stringContaining('another version')] });
  });
});

describe('without a source', () => {
  /** A JVM that gives the class, with probes in `order`. */
  const target: CodeOfTarget = {
    pid: 0,
    classFile: async () => {
      const bytes = classes.get('com/acme/Shop')!;
      const planned = new Map([['order(I)I', { methodId: 7 as MethodId, root: false }]]);
      return Promise.resolve({ bytes, probed: instrumentClass(readClass(bytes), planned, {}).bytes });
    },
  };

  test('the bytecode is shown, with lines of the source and the probes that it has now', async () => {
    const found = await finder().find(asked(''), target);
    expect(found).toMatchObject({ form: 'bytecode', notes: [expect.stringContaining('Name a folder')] });
    const lines = found.text.split('\n');
    expect(lines[0]).toBe('order(I)I');
    expect(lines[1]).toMatch(/^\/\/ 10 instructions, and \d+ of probes, marked with ▸$/);
    const probes = found.probeLines.map((line) => lines[line - 1]);
    expect(
      probes.filter((line) => /invoke(?:static|virtual) java\/lang\/SluiceProbe\./.test(line)).length,
    ).toBeGreaterThan(1);
    const own = lines.slice(2).filter((_, i) => !found.probeLines.includes(i + 3));
    expect(own).toEqual([
      '  line 7',
      '      0: aload_0',
      '      1: dup',
      '      2: getfield com/acme/Shop.orders:I',
      '      5: iconst_1',
      '      6: iadd',
      '      7: putfield com/acme/Shop.orders:I',
      '  line 8',
      '     10: iload_1',
      '     11: iconst_2',
      '     12: imul',
      '     13: ireturn',
    ]);
    expect(found.sourceLines?.[lines.indexOf('  line 8') + 1]).toBe(8);
  });

  test('a decompiler is not fetched unasked, and what is fetched must be the one that is known', async () => {
    let fetches = 0;
    const fetchUrl: typeof fetch = () => {
      fetches++;
      return Promise.resolve(new Response('something else'));
    };
    const finds = finder(fetchUrl);
    const decompiled = (mayFetch: boolean) => asked('', { form: 'decompiled', mayFetch });
    await expect(finds.find(decompiled(false), target)).rejects.toThrow('Vineflower has not been fetched.');
    expect(fetches).toBe(0);
    await expect(finds.find(decompiled(true), target)).rejects.toThrow(/could not be fetched .*SHA-256/);
    expect(fetches).toBe(1);
  });

  test('a class path that names a pipe, a folder of nothing or no archive stops nobody', async () => {
    const pipe = join(folder, 'pipe.jar');
    execFileSync('mkfifo', [pipe]);
    const noZip = put('no.jar', 'no archive at all');
    const found = await finder().find(asked(`-cp ${pipe}:${noZip}:${folder}/none Shop`), target);
    expect(found.form).toBe('bytecode');
  });
});

test.skipIf(AS_ROOT !== '')(
  `what another user's command line names is not read, and that is said${AS_ROOT}`,
  async () => {
    const sleeper = compileProgram('Sleeper', SLEEPER);
    const path = putClasses('target/classes');
    put('src/main/java/com/acme/Shop.java', SHOP);
    const found = async (uid: number): Promise<MethodSource> => {
      const jvm = await startJvm({
        java: TEST_JDKS[0],
        arguments: ['-cp', `${sleeper}:${path}`, 'Sleeper'],
        uid,
      });
      const classFile = () =>
        Promise.resolve({ bytes: ensure(classes.get('com/acme/Shop'), 'Shop'), probed: null });
      try {
        return await finder().find(asked(''), { pid: jvm.pid, classFile });
      } finally {
        await jvm.stop();
      }
    };
    try {
      expect(await found(process.getuid?.() ?? 0)).toMatchObject({ form: 'source', notes: [] });
      const ofOther = await found(OTHER_UID);
      expect(ofOther.form).toBe('bytecode');
      expect(ofOther.notes[0]).toMatch(/belongs to another user: no file is read/);
    } finally {
      removeFolder(sleeper);
    }
  },
);

describe('names', () => {
  test.each([
    ['com.acme.Shop$Order', 'Orders.kt', ['com/acme/Orders.kt', 'com/acme/Shop.java']],
    ['Shop', null, ['Shop.java']],
    ['com.acme.Shop', '../../../etc/passwd', ['com/acme/Shop.java']],
    ['com.acme.Shop', '..', ['com/acme/Shop.java']],
    ['com...Shop', 'Shop.java', []],
    ['com.a:b.Shop', 'Shop.java', []],
    ['com./etc/Shop', 'Shop.java', []],
  ])('the source of %s, compiled from %s, is %j', (className, named, files) => {
    expect(sourceFilesOf(className, named)).toEqual(files);
  });

  test.each([
    ['order', 6],
    ['price', 12],
    ['lambda$order$0', 6],
    ['missing', 0],
    ['<clinit>', 0],
  ])('%s is declared in line %i', (name, line) => {
    expect(lineOfMethod(SHOP, 'com.acme.Shop', name)).toBe(line);
  });
});

describe('a class path', () => {
  test.each([
    [
      ['-cp', 'a.jar:/b', '-Xmx1g', 'Shop'],
      ['/srv/a.jar', '/b'],
    ],
    [['-classpath', 'x', '--class-path=y', 'Shop', '-cp', 'z'], ['/srv/y']],
    [['Shop'], ['/srv']],
    [['-jar', 'app.jar', '-cp', 'z'], ['/srv/app.jar']],
    [
      ['-p', 'mods', '-m', 'shop/Shop'],
      ['/srv', '/srv/mods'],
    ],
  ])('of %j is %j', async (afterJava, path) => {
    expect(await classPathOf(afterJava, '/srv')).toEqual(path);
  });

  test('is that of the manifest too, where a jar names others', async () => {
    const manifest =
      'Manifest-Version: 1.0\r\nClass-Path: lib/a.jar http://no\r\n where/b.jar lib/c%20d.jar\r\n';
    const jar = await putZip('app.jar', { 'META-INF/MANIFEST.MF': manifest });
    const names = ['app.jar', 'lib/a.jar', 'lib/c d.jar'];
    expect(await classPathOf(['-jar', jar], null)).toEqual(names.map((name) => join(folder, name)));
  });

  test('without a folder has no relative entries', async () => {
    expect(await classPathOf(['-cp', 'a.jar:/b', 'Shop'], null)).toEqual(['/b']);
  });
});
