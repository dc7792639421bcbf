import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../shared/base/assert.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';

/** What a user asks a running JVM before recording it. */
const MALL = `
public class Mall {
  static abstract class Item { abstract int price(); Item() { } native void weigh(); }
  static class Book extends Item { int price() { return 5; } }
  public static void main(String[] args) throws Exception {
    System.out.println("ready " + order(new Book(), "x"));
    while (System.in.read() >= 0) { }
  }
  static int order(Item item, String... names) { return item.price(); }
}`;

let classes = '';
let jvm: TestJvm;
let pid = '';
beforeAll(async () => {
  classes = compileJava('Mall', MALL);
  const java = ensure(TEST_JDKS[0], 'a JDK');
  jvm = await startJvm({ java, arguments: ['-cp', classes, 'Mall'] });
  pid = String(jvm.pid);
});
afterAll(async () => {
  await jvm.stop();
  removeFolder(classes);
});

describe('source', () => {
  it('shows the lines of a method, and its bytecode', async () => {
    const { code, out, err } = await sluice('source', pid, 'Mall::order');
    expect(code).toBe(0);
    expect(err).toContain(`Mall.java: ${join(classes, 'Mall.java')}`);
    expect(out).toContain('     9    static int order(Item item, String... names) { return item.price(); }');
    const bytecode = await sluice('source', pid, 'Mall::order', '--bytecode');
    expect(bytecode.out).toContain('invokevirtual Mall$Item.price()I');
  });

  it.each([
    ['Mall::odrer', 'No method of a loaded class matches Mall::odrer.'],
    ['Mall$Item::*', 'Mall$Item::* matches 3 methods.'],
  ])('%s ends with 2 and a sentence', async (pattern, sentence) => {
    const { code, err } = await sluice('source', pid, pattern);
    expect(err).toContain(sentence);
    expect(code).toBe(2);
  });
});

describe('sample', () => {
  it('shows what is hot, or says that nothing is at work', async () => {
    const { code, out, err } = await sluice('sample', pid, '--duration', '300ms');
    expect(code).toBe(0);
    expect(err).toMatch(/starting the Flight Recorder of \d+\nsampling for 0\.3 s/);
    expect(out).toMatch(/Mall \(pid \d+\)[\s\S]*Times are estimated from samples[\s\S]*Self Time/);
  });

  it('saves a recording that report opens', async () => {
    const file = join(classes, 'samples.sluice');
    const saved = await sluice('sample', pid, '--duration', '300ms', '-o', file);
    expect(saved).toMatchObject({ code: 0, out: '' });
    const { out } = await sluice('report', file, '--view', 'threads');
    expect(out).toContain('No calls were counted.');
  });

  it.each([
    [['--period', '2s'], /--period 2000 ms is no period of the Flight Recorder/],
    [['--view', 'fire'], /Unknown view "fire"/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, err } = await sluice('sample', pid, ...args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

describe('classes', () => {
  it('finds loaded classes by words and by patterns', async () => {
    expect(await sluice('classes', pid, 'mall')).toMatchObject({
      code: 0,
      out: 'Mall       app\nMall$Book  app\nMall$Item  app\n',
    });
    const { out } = await sluice('classes', pid, 'Mall$B*', '--format', 'json');
    expect(JSON.parse(out)).toEqual([{ class: 'Mall$Book', loader: 'app', module: '', modifiable: true }]);
  });

  it('says how many more there are, or that there is none', async () => {
    const { out, err } = await sluice('classes', pid, 'java.lang.*', '--top', '2');
    expect(out.split('\n')).toHaveLength(3);
    expect(err).toMatch(/2 of \d+ classes; --top \d+ shows all/);
    expect(await sluice('classes', pid, 'nosuchthing')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('No loaded class matches "nosuchthing".') as string,
    });
  });

  it('tells nothing of what only a hot swap would do', async () => {
    const { err } = await sluice('classes', pid, 'mall');
    expect(err).not.toContain('recompiles');
  });

  it('refuses a pattern that is none before it attaches', async () => {
    const { code, err } = await sluice('classes', '999999999', 'a..*');
    expect([code, err]).toEqual([2, expect.stringContaining('a package or class name')]);
  });
});

describe('methods', () => {
  it('lists a class by the patterns that name its methods, and says what can be no root', async () => {
    expect(await sluice('methods', pid, 'Mall$Item')).toMatchObject({
      code: 0,
      out: [
        'Mall$Item (loader app)',
        '  Mall$Item::<init>()  void',
        '  Mall$Item::price()   int  no root: it is abstract: choose a method that implements it',
        '  Mall$Item::weigh()   void  no root: it is native: choose a method that calls it',
        '',
      ].join('\n'),
    });
  });

  it('lists what matches a pattern, as JSON too', async () => {
    const { out } = await sluice('methods', pid, 'Mall::ord*', '--format', 'json');
    expect(JSON.parse(out)).toEqual([
      {
        class: 'Mall',
        loader: 'app',
        module: '',
        methods: [
          {
            method: 'order',
            descriptor: '(LMall$Item;[Ljava/lang/String;)I',
            pattern: 'Mall::order(Mall$Item,java.lang.String[])',
            returnType: 'int',
            whyNot: '',
          },
        ],
      },
    ]);
  });

  it.each([
    [['a.Boook'], /No loaded class matches a\.Boook\.\n +Similar classes are loaded: Mall\$Book\./],
    [['Mall::nothing'], /No method matches Mall::nothing/],
    [['**'], /matches \d+ loaded classes; at most 200/],
    [['a..b'], /a package or class name/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, out, err } = await sluice('methods', pid, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });
});

describe('preview', () => {
  it('tells what would be instrumented, which is what an eager start instruments', async () => {
    const { code, out } = await sluice('preview', pid, '--root', 'Mall::order', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      format: 'sluice-preview',
      version: 1,
      roots: ['Mall::order'],
      methods: 2,
      classes: 2,
      packages: [{ name: '', classes: 2, methods: 2 }],
      refused: 0,
    });
    const file = join(classes, 'eager.sluice');
    const options = ['--root', 'Mall::order', '--scheme', 'eager', '--wait', '100ms', '-o', file];
    const recorded = await sluice('record', pid, ...options);
    expect(recorded.code, recorded.err).toBe(0);
    const report = JSON.parse((await sluice('report', file, '--format', 'json')).out) as unknown;
    expect(report).toMatchObject({ instrumentedMethods: 2 });
    expect((await sluice('preview', pid, '--root', 'Mall::order')).out).toMatch(
      /^Up to 2 methods of 2 classes would be instrumented for Mall::order\n\nmethods {2}classes {2}package\n/,
    );
  });

  it('refuses what the start would refuse', async () => {
    const { code, err } = await sluice('preview', pid, '--root', 'Mall::ordre');
    expect([code, err]).toEqual([2, expect.stringContaining('has no such method')]);
  });
});

describe('doctor', () => {
  it('says what the machine can do', async () => {
    const { code, out } = await sluice('doctor', '--format', 'json');
    expect(code).toBe(0);
    const report = JSON.parse(out) as { machine: { id: string; state: string }[] };
    expect(report).toMatchObject({ format: 'sluice-doctor', version: 1, problems: 0, pid: null, target: [] });
    expect(report.machine.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['node', 'system', 'agent', 'user', 'files', 'java', 'jvms']),
    );
  });

  it('says why a JVM can be attached to', async () => {
    const { code, out } = await sluice('doctor', pid);
    expect(code).toBe(0);
    expect(out).toMatch(/^Process \d+\n {2}ok +jvm +process \d+, Mall, of user/m);
    expect(out).toMatch(/ok +attach +it can be attached to/);
  });

  it('says why one cannot, by a name that scripts can rely on', async () => {
    const java = ensure(TEST_JDKS[0], 'a JDK');
    const closed = await startJvm({
      java,
      arguments: ['-XX:+DisableAttachMechanism', '-cp', classes, 'Mall'],
    });
    try {
      const { code, out } = await sluice('doctor', String(closed.pid), '--format', 'json');
      expect(code).toBe(3);
      expect(JSON.parse(out)).toMatchObject({
        problems: 1,
        target: expect.arrayContaining([
          expect.objectContaining({ id: 'attach-disabled', state: 'problem' }),
        ]) as unknown,
      });
    } finally {
      await closed.stop();
    }
    expect((await sluice('doctor', '999999999')).out).toContain('no-process');
    expect((await sluice('doctor', String(process.pid))).out).toContain('no-jvm');
  });
});

describe('a root that is no pattern of a loaded method', () => {
  it.each([
    ['Mall.order', null],
    ['at Mall.order(Mall.java:7)', null],
    ['Mall::ord', 'root Mall::ord is taken as Mall::order'],
    ['mall#ORDER', 'root mall::ORDER is taken as Mall::order'],
  ])('%s is taken as Mall::order', async (root, told) => {
    const { code, out, err } = await sluice('preview', pid, '--root', root, '--format', 'json');
    expect([code, err]).toEqual([0, told === null ? expect.anything() : expect.stringContaining(told)]);
    expect(JSON.parse(out)).toMatchObject({ roots: ['Mall::order'] });
  });

  it('is not guessed where letters differ: what could be meant is offered', async () => {
    const { code, err } = await sluice('preview', pid, '--root', 'Mall::orderr');
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean Mall::order\?/);
  });

  it('is not chosen among several', async () => {
    const { code, err } = await sluice('preview', pid, '--root', 'all::<init>');
    expect(code).toBe(2);
    expect(err).toMatch(/several could be meant\.\n +Did you mean .*Mall::<init>/);
  });
});
