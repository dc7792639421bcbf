// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { ByteReader } from '../../../shared/base/byteReader.ts';
import type { ClassId, LoaderId } from '../../../shared/base/ids.ts';
import { isOverridable, MethodNode, type ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { Reachability, type RevelationScheme } from '../../../shared/callgraph/reachability.ts';
import { ACC } from '../../../shared/classfile/accessFlags.ts';
import { findAttribute, type ClassModel } from '../../../shared/classfile/classModel.ts';
import { TAG } from '../../../shared/classfile/constantPool.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { javaName } from '../../../shared/classfile/descriptors.ts';
import { InstrumentationFilter } from '../../../shared/instrument/instrumentationFilter.ts';
import { findJdks } from '../../../shared/testing/compileJava.ts';
import { allJrtClasses } from '../../../shared/testing/jrtClasses.ts';
import { CLASS_FLAG, type LoadedClass } from '../../../shared/wire/controlMessage.ts';
import { KnownClasses } from './revelationClasses.ts';

/**
 * All that a program can implement or extend of a JDK whose own code is left out: each interface and each open class that a module
 * exports. The JDK may call any method of it back.
 */
interface CalledType {
  readonly name: string;
  /** What an implementor can override: name and descriptor. */
  readonly methods: readonly (readonly [string, string])[];
}

const MODULE_INFO = 'module-info.class';

describe.each(findJdks())('of JDK $major', ({ home }) => {
  const files = new Map<string, { readonly module: string; readonly model: ClassModel; bytes: Uint8Array }>();
  let called: readonly CalledType[] = [];

  beforeAll(() => {
    const exported = new Set<string>();
    for (const { module, path, bytes } of allJrtClasses(home)) {
      const model = readClass(bytes);
      if (path === MODULE_INFO) for (const name of exportsOf(model)) exported.add(name);
      else files.set(model.name, { module, model, bytes });
    }
    called = [...files.values()]
      .filter(({ model }) => exported.has(packageOf(model.name)) && canBeImplemented(model))
      .map(({ model }) => ({ name: javaName(model.name), methods: [...overridable(model)] }))
      .filter(({ methods }) => methods.length > 0);
  });

  it.each(['lazy', 'eager'] as const)(
    'each interface and open class has its implementors revealed once the JDK is called, %s',
    (scheme) => {
      expect(called.length).toBeGreaterThan(3_000);
      for (const name of [
        'org.xml.sax.helpers.DefaultHandler',
        'org.w3c.dom.Node',
        'org.ietf.jgss.GSSContext',
      ])
        expect(called.map((each) => each.name)).toContain(name);
      for (const comesLate of [false, true]) expect(unrevealed(scheme, comesLate)).toEqual([]);
    },
  );

  /** @returns methods of implementors that the subgraph does not reach; one line each */
  function unrevealed(scheme: RevelationScheme, comesLate: boolean): readonly string[] {
    const packages = new Set([...files.keys()].map((name) => javaName(packageOf(name))));
    const filter = new InstrumentationFilter({
      ...{ includes: [], excludes: [], includeCore: false, corePackages: packages },
      ...{ openModules: new Set<string>(), openPackages: [], openClasses: [] },
    });
    const known = new KnownClasses({
      roots: [],
      filter,
      accountProbes: null,
      onRefusal: (text) => expect.fail(text),
      onRefusedClass: ({ reason }) => expect.fail(reason),
    });
    drain(known.addLoaded(loadedOf([...files.values()])));
    const bytes = [...files.values()].map((file) => file.bytes);
    const analyse = (): void => {
      for (const classId of drain(known.withCallers())) known.analyse(classId, bytes[classId - 1]);
    };
    const { hierarchy } = known;
    const reachability = new Reachability(hierarchy, scheme);
    let lastId = bytes.length;
    const add = (name: string, above: string, methods: CalledType['methods']): ClassNode => {
      const node = hierarchy.addClass({
        ...{ classId: ++lastId as ClassId, loaderId: 1 as LoaderId, name, module: '', superNames: [above] },
        ...{ isInterface: false, isInitialized: true, isLeftOut: false, isOpaque: false, isCore: false },
      });
      node.methods = methods.map(([method, descriptor]) => {
        const declared = new MethodNode(node, hierarchy.member(method, descriptor), ACC.public, NO_CODE);
        declared.member.declarers.push(declared);
        return declared;
      });
      return node;
    };
    const implementors: ClassNode[] = [];
    const addImplementors = (): void => {
      for (const { name, methods } of called) implementors.push(add(`app.Of ${name}`, name, methods));
    };
    if (!comesLate) addImplementors();
    analyse();
    const main = add('app.Main', 'java.lang.Object', []);
    const callsJdk = hierarchy.callSite(
      hierarchy.type('java.util.List'),
      hierarchy.member('size', '()I'),
      'virtual',
    );
    const root = new MethodNode(main, hierarchy.member('root', '()V'), ACC.public | ACC.static, {
      ...NO_CODE,
      callSites: [callsJdk],
    });
    main.methods = [root];
    reachability.start([root]);
    reachability.reveal(root);
    if (comesLate) {
      addImplementors();
      for (const node of implementors) reachability.classAdded(node);
    }
    return implementors.flatMap(({ facts, methods }) =>
      (methods ?? [])
        .filter((method) => !method.isReached)
        .map(({ member }) => `${facts.name}: ${member.name}${member.descriptor}`),
    );
  }

  function loadedOf(all: readonly { readonly module: string; readonly model: ClassModel }[]): LoadedClass[] {
    const ids = new Map(all.map(({ model }, i) => [model.name, (i + 1) as ClassId]));
    return all.map(({ module, model }, i) => ({
      classId: (i + 1) as ClassId,
      loaderId: 0 as LoaderId,
      flags:
        CLASS_FLAG.modifiable |
        CLASS_FLAG.core |
        ((model.accessFlags & ACC.interface) !== 0 ? CLASS_FLAG.interface : 0),
      name: javaName(model.name),
      module,
      superId: ids.get(model.superName ?? '') ?? 0,
      interfaceIds: model.interfaces.map((name) => ids.get(name)).filter((id) => id !== undefined),
    }));
  }

  /** Of the class and all above it but Object, whose methods every class of the program overrides. */
  function* overridable(model: ClassModel): Generator<readonly [string, string]> {
    const final = new Set<string>();
    const told = new Set<string>();
    const types = new Set([model.name]);
    for (const name of types) {
      const type = files.get(name)?.model;
      if (type === undefined || name === 'java/lang/Object') continue;
      for (const { name: method, descriptor, accessFlags } of type.methods) {
        const key = `${method}${descriptor}`;
        if ((accessFlags & ACC.final) !== 0) final.add(key);
        const isVisible = (accessFlags & (ACC.public | ACC.protected)) !== 0;
        if (!isVisible || !isOverridable(method, accessFlags) || final.has(key) || told.has(key)) continue;
        told.add(key);
        yield [method, descriptor];
      }
      if (type.superName !== null) types.add(type.superName);
      for (const above of type.interfaces) types.add(above);
    }
  }
});

const NO_CODE = {
  ...{ callSites: [], certainSites: [], hasCallingIndy: false, isAnnotated: false },
  triviality: 'no',
} as const;

function canBeImplemented({ accessFlags, methods }: ClassModel): boolean {
  if ((accessFlags & ACC.public) === 0 || (accessFlags & ACC.annotation) !== 0) return false;
  if ((accessFlags & ACC.interface) !== 0) return true;
  if ((accessFlags & ACC.final) !== 0) return false;
  return methods.some(
    (method) => method.name === '<init>' && (method.accessFlags & (ACC.public | ACC.protected)) !== 0,
  );
}

function packageOf(internalName: string): string {
  return internalName.slice(0, Math.max(0, internalName.lastIndexOf('/')));
}

/** Packages that the module exports to all others: JVMS §4.7.25. */
function exportsOf({ pool, bytes, attributes }: ClassModel): readonly string[] {
  const module = ensure(findAttribute(pool, attributes, 'Module'), 'Module');
  const reader = new ByteReader(bytes.subarray(module.start), 'Module');
  for (let i = 0; i < 3; i++) reader.u16('name, flags, version');
  for (let left = 3 * reader.u16('requires_count'); left > 0; left--) reader.u16('requires');
  const packageName = (index: number): string => {
    const at = pool.offset(index, TAG.package); // of its tag, before the index of the name
    return pool.utf8((bytes[at + 1] << 8) | bytes[at + 2]);
  };
  const found: string[] = [];
  for (let left = reader.u16('exports_count'); left > 0; left--) {
    const name = packageName(reader.u16('exports_index'));
    reader.u16('exports_flags');
    const receivers = reader.u16('exports_to_count');
    for (let to = receivers; to > 0; to--) reader.u16('exports_to');
    if (receivers === 0) found.push(name);
  }
  return found;
}

function drain<T>(steps: Generator<void, T, undefined>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
