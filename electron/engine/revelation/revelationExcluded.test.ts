import { describe, expect, it } from 'vitest';
import { recording } from '../testing/revelationBench.ts';

describe('what is excluded', () => {
  it('carries no probe, but what it calls back does', async () => {
    const { jvm } = await recording(
      `interface Hook { void hook(); }
       class Mine implements Hook { public void hook() { } }
       class Library { static void run(Hook hook) { hook.hook(); } }
       class Main { static Hook hook; static void root() { Library.run(hook); } }`,
      ['Main', 'Library', 'Mine'],
      { excludes: ['Library', 'Hook'] },
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Mine.hook']);
  });

  it('is passed through: what it calls by name does, before it runs and when it loads', async () => {
    const { jvm } = await recording(
      `class Mine { static void here() { } static void there() { } static void nobody() { } }
       class Library {
         static void run() { inside(); }
         static void inside() { Mine.here(); More.run(); }
         static void other() { Mine.nobody(); }
       }
       class More { static void run() { Mine.there(); } }
       class Main { static void root() { Library.run(); } }`,
      ['Main', 'Library', 'Mine'],
      { excludes: ['Library', 'More'] },
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.root!', 'Mine.here']);
    await jvm.load('More');
    expect(jvm.probed()).toEqual(['Main.root!', 'Mine.here', 'Mine.there']);
  });

  it('is passed through where it is one method', async () => {
    const { jvm } = await recording(
      `class Main {
         static void root() { silent(); }
         static void silent() { after(); }
         static void after() { }
       }`,
      ['Main'],
      { excludes: ['Main::silent'] },
    );
    await jvm.invoke('Main.root');
    expect(jvm.probed()).toEqual(['Main.after', 'Main.root!']);
  });
});
