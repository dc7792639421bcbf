import { describe, expect, it } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import { InstrumentationFilter, type FilterSettings } from './instrumentationFilter.ts';

function filter(settings: Partial<FilterSettings> = {}, ...excludes: string[]): InstrumentationFilter {
  return new InstrumentationFilter({
    includes: [],
    excludes: excludes.map(parseMethodPattern),
    includeCore: false,
    openModules: new Set(),
    openPackages: [],
    ...settings,
  });
}

describe('the filter', () => {
  it('leaves the JDK out, by name and whatever its module', () => {
    const usual = filter();
    expect(usual.isLeftOutClass('java.util.HashMap', 'java.base')).toBe(true);
    expect(usual.isLeftOutClass('com.sun.tools.javac.Main', 'jdk.compiler')).toBe(true);
    expect(usual.isLeftOutClass('shop.Cart', '')).toBe(false);
    expect(usual.isLeftOutClass('javafx.Stage', '')).toBe(false);
  });

  it('opens the modules of the roots, but not java.base', () => {
    const opened = filter({ openModules: new Set(['jdk.compiler', 'java.base', '']) });
    expect(opened.isLeftOutClass('com.sun.tools.javac.Main', 'jdk.compiler')).toBe(false);
    expect(opened.isLeftOutClass('java.util.HashMap', 'java.base')).toBe(true);
    expect(opened.isLeftOutClass('javax.inject.Inject', '')).toBe(true);
    expect(opened.askModules).toEqual(['jdk.compiler']);
  });

  it('opens packages of roots that are not loaded yet, and asks about their classes', () => {
    const opened = filter({ openPackages: ['com.sun.tools.javac'] });
    expect(opened.isLeftOutClass('com.sun.tools.javac.main.Option', 'jdk.compiler')).toBe(false);
    expect(opened.isLeftOutClass('com.sun.tools.javacx.A', '')).toBe(true);
    expect(opened.tellPrefixes).not.toContain('com.sun.');
    expect(opened.tellPrefixes).toContain('java.');
  });

  it('never touches what the probes and hooks run', () => {
    const everything = filter({ includeCore: true });
    expect(everything.isLeftOutClass('java.util.HashMap', 'java.base')).toBe(false);
    for (const name of ['java.lang.SluiceProbe', 'jdk.internal.misc.Unsafe', 'sluice.agent.Pump']) {
      expect(everything.isLeftOutClass(name, 'java.base')).toBe(true);
    }
    expect(everything.isLeftOutMethod('java.lang.Object', '<init>', '()V')).toBe(true);
    expect(everything.isLeftOutMethod('java.lang.Object', 'toString', '()Ljava/lang/String;')).toBe(false);
  });

  it('leaves out classes and single methods that patterns exclude', () => {
    const excluding = filter({}, '!lib.**', 'shop.Cart::get*');
    expect(excluding.isLeftOutClass('lib.deep.A', '')).toBe(true);
    expect(excluding.isLeftOutClass('shop.Cart', '')).toBe(false);
    expect(excluding.isLeftOutMethod('shop.Cart', 'getPrice', '()I')).toBe(true);
    expect(excluding.isLeftOutMethod('shop.Cart', 'add', '()V')).toBe(false);
  });

  it('measures only what patterns include, less what they exclude', () => {
    const includes = ['shop.**', 'lib.Tree::add*'].map(parseMethodPattern);
    const including = filter({ includes }, '!shop.Log', 'shop.Cart::get*');
    const classes = ['shop.Cart', 'shop.Log', 'lib.Tree', 'lib.Leaf'];
    expect(classes.filter((name) => !including.isLeftOutClass(name, ''))).toEqual(['shop.Cart', 'lib.Tree']);
    const isMeasured = (className: string, name: string): boolean =>
      !including.isLeftOutMethod(className, name, '()V');
    expect(['addAll', 'remove'].map((name) => isMeasured('lib.Tree', name))).toEqual([true, false]);
    expect(['add', 'getPrice'].map((name) => isMeasured('shop.Cart', name))).toEqual([true, false]);
  });
});
