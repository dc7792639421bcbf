import { describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { ALLOCATORS } from '../testing/coreClassFiles.ts';
import type { PaperJvm } from '../testing/paperJvm.ts';
import { recording, type Bench } from '../testing/revelationBench.ts';

const JOBS = `
  interface Job { void work(); void rest(); }
  abstract class Top implements Job { Top() { } public void rest() { } void own() { } }
  class Known extends Top { public void work() { } }
  class Late extends Top { Late() { } Late(int i) { this(); } static void help() { } public void work() { } }
  class Later extends Late { public void work() { } }
  class Maker { static Job make() { return new Late(); } }
  class Native { static native void call(); }
  class Main {
    static Job job;
    static void root() { job.work(); Late.help(); }
    static void makes() { job = Maker.make(); }
  }`;
const LOADED = ['Main', 'Job', ...ALLOCATORS];

/** The root is invoked, so what calls of it can end in is looked for. */
async function opened(request = {}, loaded: readonly string[] = LOADED): Promise<Bench> {
  const bench = await recording(JOBS, loaded, request);
  await bench.jvm.invoke('Main.root');
  return bench;
}

const probedOf = (jvm: PaperJvm, className: string): string[] =>
  jvm.probed().filter((method) => method.startsWith(`${className}.`));

describe('a class that loads in a recording', () => {
  it('gets probes on what needs an object when the first one is about to be made', async () => {
    const { jvm } = await opened();
    await jvm.load('Late'); // announced before Top
    await jvm.load('Maker'); // has nothing that needs an object
    expect(jvm.gated()).toEqual(['Late', 'Top']);
    expect(probedOf(jvm, 'Late')).toEqual(['Late.help']);
    await jvm.make('Late');
    expect(probedOf(jvm, 'Late')).toEqual(['Late.help', 'Late.work']);
  });

  it('holds the thread that makes it until they are there, and nobody after that', async () => {
    const { jvm } = await opened();
    await jvm.load('Late');
    let wasReady = true;
    jvm.onSwap = () => void (wasReady = jvm.readyMethods().includes('gate'));
    await jvm.make('Late');
    expect(wasReady).toBe(false);
    expect(jvm.gated()).toEqual(['Top']); // nothing of it was reached, so it was not swapped
    const rounds = jvm.log.length;
    await jvm.make('Late');
    expect(jvm.log).toHaveLength(rounds);
  });

  it('is made by its subclass too', async () => {
    const { jvm } = await opened();
    await jvm.load('Later');
    expect(jvm.gated()).toEqual(['Late', 'Later', 'Top']);
    await jvm.make('Later');
    expect(probedOf(jvm, 'Late')).toEqual(['Late.help', 'Late.work']);
    expect(probedOf(jvm, 'Later')).toEqual(['Later.work']);
  });

  it('keeps its gates when it is swapped before', async () => {
    const { jvm } = await opened();
    await jvm.load('Late');
    await jvm.retransform([jvm.classIdOf('Late')]);
    expect(jvm.gated()).toEqual(['Late', 'Top']);
  });

  it('has no gates if a call of its constructor is known, and all that is above it', async () => {
    const { jvm } = await opened({ roots: ['Main::root', 'Main::makes'] }, [...LOADED, 'Top', 'Maker']);
    await jvm.invoke('Main.makes');
    await jvm.invoke('Maker.make');
    await jvm.load('Late');
    expect(jvm.gated()).toEqual([]);
    expect(probedOf(jvm, 'Late')).toContain('Late.work');
  });

  it.each([
    ['before the root runs', false, 'lazy', LOADED],
    ['in the scheme eager', true, 'eager', LOADED],
    ['where the JVM has no known way to make objects without a constructor', true, 'lazy', ['Main', 'Job']],
    ['where native code may make objects', true, 'lazy', [...LOADED, 'Native']],
  ])('has none %s', async (_, rootRuns, scheme, loaded) => {
    const { jvm } = await recording(JOBS, loaded, { scheme: scheme as 'lazy' });
    if (rootRuns) await jvm.invoke('Main.root');
    await jvm.load('Late');
    expect(jvm.gated()).toEqual([]);
    await jvm.invoke('Main.root');
    expect(probedOf(jvm, 'Late')).toContain('Late.work');
  });

  it('gets all its probes before a class with native methods is defined', async () => {
    const { jvm } = await opened();
    await jvm.load('Late');
    await jvm.load('Native');
    expect(probedOf(jvm, 'Late')).toContain('Late.work');
    await jvm.load('Known');
    expect(jvm.gated()).not.toContain('Known');
  });

  it('gets them before an object is made without a constructor', async () => {
    const { jvm, revelation } = await opened();
    await jvm.load('Later');
    const swapped = new Promise<void>((resolve) => (jvm.onReflected = resolve));
    revelation.handlers.reflected({
      number: 0,
      classId: jvm.classIdOf('Later'),
      isStatic: false,
      name: '',
      descriptor: '',
    });
    await swapped;
    expect(probedOf(jvm, 'Late')).toContain('Late.work');
    expect(probedOf(jvm, 'Later')).toContain('Later.work');
  });

  it('holds nobody any more when the JVM refuses its probes', async () => {
    const { jvm } = await opened();
    await jvm.load('Late');
    jvm.refuses.add('Late');
    await jvm.make('Late');
    expect(jvm.readyMethods()).toContain('gate');
  });

  it('is answered alike when it is announced once more', async () => {
    const { jvm, revelation } = await opened();
    await jvm.load('Late');
    const again = await revelation.handlers.classLoading({
      classId: jvm.classIdOf('Late'),
      loaderId: 1,
      outside: false,
      isCore: false,
      name: 'Late',
      module: '',
      bytes: jvm.originalOf('Late'),
      asked: true,
    });
    expect(ensure(again, 'an answer')).toEqual(jvm.bytesOf('Late'));
  });
});
