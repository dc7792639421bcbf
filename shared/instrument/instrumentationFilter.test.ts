import { describe, expect, it } from 'vitest';
import { parseMethodPattern } from '../callgraph/methodPattern.ts';
import { InstrumentationFilter, type FilteredClass, type FilterSettings } from './instrumentationFilter.ts';

function filter(settings: Partial<FilterSettings> = {}, ...excludes: string[]): InstrumentationFilter {
  return new InstrumentationFilter({
    includes: [],
    excludes: excludes.map(parseMethodPattern),
    includeCore: false,
    corePackages: new Set(['java.util', 'org.xml.sax', 'com.sun.tools.javac.main']),
    openModules: new Set(),
    openPackages: [],
    openClasses: [],
    ...settings,
  });
}

function core(name: string, module: string): FilteredClass {
  return { name, module, isCore: true };
}

function mine(name: string, module = ''): FilteredClass {
  return { name, module, isCore: false };
}

describe('the filter', () => {
  it('leaves out what the target says is of its JDK, whatever the names', () => {
    const usual = filter();
    expect(usual.isLeftOutClass(core('java.util.HashMap', 'java.base'))).toBe(true);
    expect(usual.isLeftOutClass(core('org.xml.sax.helpers.DefaultHandler', 'java.xml'))).toBe(true);
    expect(usual.isLeftOutClass(core('jdk.proxy2.$Proxy7', 'jdk.proxy2'))).toBe(true);
    for (const name of ['shop.Cart', 'javax.inject.Inject', 'com.sun.jna.Native', 'org.xml.sax.Parser'])
      expect(usual.isLeftOutClass(mine(name))).toBe(false);
    expect(usual.isLeftOutClass(mine('org.w3c.dom.Node', 'xml.apis'))).toBe(false);
  });

  it('takes a class that is not loaded yet by its package: by none above or below that', () => {
    const names = ['java.util.Late', 'org.xml.sax.Late', 'java.util.late.Late', 'org.xml.Late', 'Late'];
    expect(names.filter((name) => filter().isLeftOutName(name))).toEqual(names.slice(0, 2));
    expect(filter({ includeCore: true }).isLeftOutName('java.util.Late')).toBe(false);
  });

  it('opens the modules of the roots, but not java.base', () => {
    const opened = filter({ openModules: new Set(['jdk.compiler', 'java.base', '']) });
    expect(opened.isLeftOutClass(core('com.sun.tools.javac.Main', 'jdk.compiler'))).toBe(false);
    expect(opened.isLeftOutClass(core('java.util.HashMap', 'java.base'))).toBe(true);
    expect(opened.isLeftOutClass(core('jdk.internal.reflect.GeneratedMethodAccessor1', ''))).toBe(true);
    expect(opened.hookSettings.askModules).toEqual(['jdk.compiler']);
  });

  it('opens packages of roots that are not loaded yet, and asks about their classes', () => {
    const opened = filter({ openPackages: ['com.sun.tools.javac'] });
    expect(opened.isLeftOutClass(core('com.sun.tools.javac.main.Option', 'jdk.compiler'))).toBe(false);
    expect(opened.isLeftOutName('com.sun.tools.javac.main.Late')).toBe(false);
    expect(opened.isLeftOutClass(core('com.sun.tools.javacx.A', 'jdk.compiler'))).toBe(true);
    expect(opened.hookSettings).toMatchObject({ tellCore: true, askPrefixes: ['com.sun.tools.javac.'] });
  });

  it('opens core classes that are named in full, and no other of their package or module', () => {
    const opened = filter({ openClasses: ['java.util.ArrayList', 'java.util.Map.Entry', 'shop.Cart'] });
    expect(opened.isLeftOutClass(core('java.util.ArrayList', 'java.base'))).toBe(false);
    expect(opened.isLeftOutClass(core('java.util.Map$Entry', 'java.base'))).toBe(false);
    expect(opened.isLeftOutClass(core('java.util.ArrayListed', 'java.base'))).toBe(true);
    expect(opened.isLeftOutClass(core('java.util.Map', 'java.base'))).toBe(true);
    expect(opened.hookSettings.askPrefixes).toEqual(['java.util.ArrayList']);
  });

  it('never touches what the probes and hooks run', () => {
    const everything = filter({ includeCore: true });
    expect(everything.isLeftOutClass(core('java.util.HashMap', 'java.base'))).toBe(false);
    for (const name of ['java.lang.SluiceProbe', 'jdk.internal.misc.Unsafe', 'sluice.agent.Pump']) {
      expect(everything.isLeftOutClass(core(name, 'java.base'))).toBe(true);
    }
    expect(everything.hookSettings).toMatchObject({ tellCore: false });
    expect(everything.isLeftOutMethod('java.lang.Object', '<init>', '()V')).toBe(true);
    expect(everything.isLeftOutMethod('java.lang.Object', 'toString', '()Ljava/lang/String;')).toBe(false);
  });

  it('leaves out classes and single methods that patterns exclude', () => {
    const excluding = filter({}, '!lib.**', 'shop.Cart::get*');
    expect(excluding.isLeftOutClass(mine('lib.deep.A'))).toBe(true);
    expect(excluding.isLeftOutClass(mine('shop.Cart'))).toBe(false);
    expect(excluding.isLeftOutMethod('shop.Cart', 'getPrice', '()I')).toBe(true);
    expect(excluding.isLeftOutMethod('shop.Cart', 'add', '()V')).toBe(false);
  });

  it('measures only what patterns include, less what they exclude', () => {
    const includes = ['shop.**', 'lib.Tree::add*'].map(parseMethodPattern);
    const including = filter({ includes }, '!shop.Log', 'shop.Cart::get*');
    const classes = ['shop.Cart', 'shop.Log', 'lib.Tree', 'lib.Leaf'];
    expect(classes.filter((name) => !including.isLeftOutClass(mine(name)))).toEqual([
      'shop.Cart',
      'lib.Tree',
    ]);
    const isMeasured = (className: string, name: string): boolean =>
      !including.isLeftOutMethod(className, name, '()V');
    expect(['addAll', 'remove'].map((name) => isMeasured('lib.Tree', name))).toEqual([true, false]);
    expect(['add', 'getPrice'].map((name) => isMeasured('shop.Cart', name))).toEqual([true, false]);
  });
});

it('may measure java.base where all of the core is, or a package or a class of it is open', () => {
  expect(filter({}).measuresBase).toBe(false);
  expect(filter({ openClasses: ['shop.Cart'] }).measuresBase).toBe(false);
  expect(filter({ includeCore: true }).measuresBase).toBe(true);
  expect(filter({ openPackages: ['java.util'] }).measuresBase).toBe(true);
  expect(filter({ openClasses: ['java.util.ArrayList'] }).measuresBase).toBe(true);
});
