import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, startJvm, TEST_JDKS, type TestJvm } from '../electron/engine/testing/javaFixture.ts';
import { CLASS_FLAG, type ControlMessage } from '../shared/wire/controlMessage.ts';
import { agentRig } from './testing/agentRig.ts';
import { attach } from './testing/liveJvm.ts';

/** What the agent tells of the JDK, where names alone would say something else. */

const MAIN = `
package app;
public class Main {
  static class ChildFirst extends java.net.URLClassLoader {
    ChildFirst(String folder) throws Exception { super(new java.net.URL[] { java.nio.file.Path.of(folder).toUri().toURL() }); }
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("org.xml.sax.")) return super.loadClass(name, resolve);
      Class<?> known = findLoadedClass(name);
      return known != null ? known : findClass(name);
    }
  }
  public static int twice(int x) { return 2 * x; }
  public static void main(String[] folders) throws Exception {
    Runnable proxy = (Runnable) java.lang.reflect.Proxy.newProxyInstance(
      Main.class.getClassLoader(), new Class<?>[] { Runnable.class }, (p, method, args) -> null);
    proxy.run();
    for (String name : new String[] { "java.sql.Patched", "javax.appended.Boot", "javax.inject.Mine", "com.sun.tools.javac.Main" })
      try { Class.forName(name); } catch (ClassNotFoundException none) { }
    if (folders.length > 0) new ChildFirst(folders[0]).loadClass("org.xml.sax.Own");
    javax.xml.parsers.SAXParserFactory.newInstance();
    java.lang.reflect.Method twice = Main.class.getMethod("twice", int.class);
    for (int i = 0; i < 100; i++) twice.invoke(null, i); // on JDK 17 an accessor is spun
    new java.beans.Expression(new Main(), "toString", new Object[0]).getValue(); // by a trampoline
    System.out.println("ready");
    System.in.read();
  }
}`;
/** Source by path; each root of sources is compiled on its own. */
const LOOKALIKES: Readonly<
  Record<string, { readonly path: string; readonly text: string; readonly into?: string }>
> = {
  main: { path: 'app/Main.java', text: MAIN },
  patch: {
    path: 'java/sql/Patched.java',
    text: 'package java.sql; public class Patched { }',
    into: 'java.sql',
  },
  boot: { path: 'javax/appended/Boot.java', text: 'package javax.appended; public class Boot { }' },
  inject: { path: 'javax/inject/Mine.java', text: 'package javax.inject; public class Mine { }' },
  own: { path: 'org/xml/sax/Own.java', text: 'package org.xml.sax; public class Own { }', into: 'java.xml' },
};

describe.each(TEST_JDKS)('what is of the JDK, on JDK $feature', (java) => {
  const { agent, newTool } = agentRig(java);
  const jvms: TestJvm[] = [];
  let scratch = '';
  const folder = (name: string): string => join(scratch, name);
  const tool = (name: string, ...args: string[]): void =>
    void execFileSync(join(java.home, 'bin', name), args, { stdio: ['ignore', 'ignore', 'pipe'] });

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'sluice-core-'));
    for (const [name, { path, text, into }] of Object.entries(LOOKALIKES)) {
      const file = join(folder('src'), name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      const patch = into === undefined ? [] : ['--patch-module', `${into}=${join(folder('src'), name)}`];
      tool('javac', ...patch, '-d', folder(name), file);
    }
  });

  afterAll(async () => {
    for (const jvm of jvms) await jvm.stop();
    removeFolder(scratch);
  });

  async function listed(home: string, ...args: string[]): Promise<ControlMessage & { kind: 'classes' }> {
    const jvm = await startJvm({ java: { ...java, home }, arguments: args });
    jvms.push(jvm);
    const fake = await newTool();
    await attach(jvm.pid, agent.jar, fake.sessionFile);
    await fake.proven;
    return fake.ask({ kind: 'listClasses' }, 'classes');
  }

  /** Of each name whether it is of the JDK; null: it is not loaded. */
  function coreOf({ classes }: ControlMessage & { kind: 'classes' }, ...names: RegExp[]): (boolean | null)[] {
    return names.map((name) => {
      const found = classes.filter((each) => name.test(each.name));
      return found.length === 0 ? null : found.every(({ flags }) => (flags & CLASS_FLAG.core) !== 0);
    });
  }

  it('is said by the modules of its image, and by no name', async () => {
    const options = ['--patch-module', `java.sql=${folder('patch')}`, `-Xbootclasspath/a:${folder('boot')}`];
    const classPath = [folder('main'), folder('inject')].join(':');
    const all = await listed(java.home, ...options, '-cp', classPath, 'app.Main', folder('own'));
    expect(coreOf(all, /^java\.lang\.Object$/, /^javax\.xml\.parsers\.SAXParserFactory$/)).toEqual([
      true,
      true,
    ]);
    expect(coreOf(all, /^java\.sql\.Patched$/, /^com\.sun\.tools\.javac\.Main$/)).toEqual([true, true]);
    expect(coreOf(all, /^jdk\.proxy\d+\.\$Proxy\d+$/, /^java\.lang\.invoke\.LambdaForm/)).toEqual([
      true,
      true,
    ]);
    expect(coreOf(all, /^jdk\.internal\.reflect\.Generated/)).toEqual([java.feature < 18 ? true : null]);
    expect(coreOf(all, /^sun\.reflect\.misc\.Trampoline$/)).toEqual([true]);
    expect(coreOf(all, /^app\.Main$/, /^app\.Main\$\$Lambda/)).toEqual([false, false]);
    expect(coreOf(all, /^javax\.appended\.Boot$/, /^javax\.inject\.Mine$/)).toEqual([false, false]);
    expect(coreOf(all, /^org\.xml\.sax\.Own$/)).toEqual([false]);
    for (const name of ['java.lang', 'org.xml.sax', 'org.w3c.dom', 'org.ietf.jgss', 'com.sun.tools.javac'])
      expect(all.corePackages).toContain(name);
    expect(all.corePackages).toHaveLength(new Set(all.corePackages).size);
    for (const name of ['app', 'javax.appended', 'javax.inject'])
      expect(all.corePackages).not.toContain(name);
  });

  it('says which other classes may run continuations', async () => {
    const suspending = async (...options: string[]): Promise<readonly string[]> => {
      const { classes } = await listed(java.home, ...options, '-cp', folder('main'), 'app.Main');
      return classes.filter(({ flags }) => (flags & CLASS_FLAG.maySuspend) !== 0).map(({ name }) => name);
    };
    expect(await suspending()).toEqual([]);
    const may = await suspending('--add-exports', 'java.base/jdk.internal.vm=ALL-UNNAMED');
    expect(may).toContain('app.Main');
    expect(may).not.toContain('java.lang.Object');
  });

  it(
    'is no module of the program in an image that jlink made',
    { tags: 'slow', timeout: 120_000 },
    async () => {
      const source = folder('module');
      mkdirSync(join(source, 'app'), { recursive: true });
      writeFileSync(
        join(source, 'module-info.java'),
        'module app.main { requires java.xml; requires java.desktop; }',
      );
      writeFileSync(join(source, 'app', 'Main.java'), MAIN);
      tool('javac', '-d', folder('mods'), join(source, 'module-info.java'), join(source, 'app', 'Main.java'));
      const modules = 'app.main,java.desktop,java.instrument,jdk.unsupported,jdk.zipfs';
      tool('jlink', '--module-path', folder('mods'), '--add-modules', modules, '--output', folder('image'));
      const all = await listed(folder('image'), '-m', 'app.main/app.Main');
      expect(all.classes.find(({ name }) => name === 'app.Main')).toMatchObject({ module: 'app.main' });
      expect(coreOf(all, /^app\.Main$/, /^javax\.xml\.parsers\.SAXParserFactory$/)).toEqual([false, true]);
      expect(all.corePackages).toContain('org.xml.sax');
      expect(all.corePackages).not.toContain('app');
    },
  );
});
