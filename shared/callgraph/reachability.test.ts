import { describe, expect, it } from 'vitest';
import type { ClassId, LoaderId } from '../base/ids.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { MethodNode, type CallSite, type MethodFacts, type ClassNode } from './callGraphNodes.ts';
import { Reachability, type Obstacle } from './reachability.ts';

/**
 * Random worlds of classes and interfaces, loaded in random order and as the JVM does it (a class is announced before what is
 * above it), with call sites revealed at random times. Against it a slow reference: the JVM's own method selection
 * (JVMS §5.4.6) on the whole world.
 */
interface WorldClass {
  readonly name: string;
  readonly isInterface: boolean;
  readonly isAbstract: boolean;
  readonly superClass: WorldClass | null;
  readonly interfaces: readonly WorldClass[];
  /** Names of methods with code. */
  readonly methods: readonly string[];
  /** Everything in it is the program's, or left out. */
  readonly isLeftOut: boolean;
}

/** Mulberry32: a repeatable sequence for each seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const METHODS = ['a', 'b', 'c'];

function randomWorld(random: (below: number) => number, withLeftOut: boolean): WorldClass[] {
  const world: WorldClass[] = [];
  const count = 3 + random(10);
  for (let i = 0; i < count; i++) {
    const isLeftOut = withLeftOut && random(4) === 0;
    const above = world.filter((c) => !isLeftOut || c.isLeftOut);
    const isInterface = random(3) === 0;
    const classes = above.filter((c) => !c.isInterface);
    const interfaces = above.filter((c) => c.isInterface && random(3) === 0);
    world.push({
      name: `${isInterface ? 'I' : 'C'}${i}`,
      isInterface,
      isAbstract: isInterface || random(4) === 0,
      superClass:
        isInterface || classes.length === 0 || random(3) === 0 ? null : classes[random(classes.length)],
      interfaces,
      methods: METHODS.filter(() => random(isInterface ? 4 : 2) === 0),
      isLeftOut,
    });
  }
  return world;
}

function supertypes(c: WorldClass): Set<WorldClass> {
  const found = new Set<WorldClass>([c]);
  for (const t of found) {
    if (t.superClass) found.add(t.superClass);
    for (const above of t.interfaces) found.add(above);
  }
  return found;
}

/** The classes whose method runs when `name` is called on an object of class `c`: several where defaults conflict. */
function selected(c: WorldClass, name: string): WorldClass[] {
  for (let at: WorldClass | null = c; at; at = at.superClass) {
    if (at.methods.includes(name)) return [at];
  }
  const defaults = [...supertypes(c)].filter((t) => t.isInterface && t.methods.includes(name));
  return defaults.filter((t) => !defaults.some((other) => other !== t && supertypes(other).has(t)));
}

class Bench {
  readonly hierarchy = new ClassHierarchy(() => false);
  readonly gone = new Set<Obstacle>();
  readonly reachability = new Reachability(this.hierarchy, 'lazy', (obstacle) => this.gone.add(obstacle));
  readonly nodes = new Map<WorldClass, ClassNode>();
  readonly revealed: { readonly owner: WorldClass; readonly name: string }[] = [];
  /** Classes come before there are objects of them: `make` tells of the first one. */
  readonly #gated: boolean;

  constructor(gated = false) {
    this.#gated = gated;
    // Opens the subgraph: from now on classes are matched when they come.
    this.reachability.reveal(this.#caller([], false));
  }

  /**
   * Announces the class, then what is above it, as the JVM does.
   * @returns what this reached in classes that were there before
   */
  load(c: WorldClass): string[] {
    return this.#reachedBy(() => this.#load(c), [...this.nodes.keys()]);
  }

  /**
   * The first object of a class is made, which runs its constructors and those above.
   * @returns what this reached in other classes
   */
  make(c: WorldClass): string[] {
    const made = new Set<WorldClass>();
    for (let at: WorldClass | null = c; at; at = at.superClass) made.add(at);
    const others = [...this.nodes.keys()].filter((other) => !made.has(other));
    return this.#reachedBy(() => {
      for (const one of made) this.reachability.classMade(this.nodes.get(one)!);
    }, others);
  }

  #reachedBy(act: () => void, classes: readonly WorldClass[]): string[] {
    const pictureOf = (): string[] =>
      classes.flatMap((c) =>
        METHODS.filter((name) => this.isReached(c, name)).map((name) => `${c.name}.${name}`),
      );
    const reachedBefore = new Set(pictureOf());
    act();
    return pictureOf().filter((method) => !reachedBefore.has(method));
  }

  #load(c: WorldClass): void {
    if (this.nodes.has(c)) return;
    const node = this.hierarchy.addClass({
      classId: (this.nodes.size + 1) as ClassId,
      loaderId: 1 as LoaderId,
      name: c.name,
      module: '',
      superNames: [...(c.superClass ? [c.superClass.name] : []), ...c.interfaces.map(({ name }) => name)],
      isInterface: c.isInterface,
      isInitialized: true,
      isLeftOut: c.isLeftOut,
      isOpaque: c.isLeftOut,
      isCore: c.isLeftOut,
    });
    this.nodes.set(c, node);
    node.isMade = !this.#gated || c.isInterface || c.isLeftOut;
    const members = c.methods.map((name) => this.hierarchy.member(name, '()V'));
    if (c.isLeftOut) {
      node.type.leftOutMembers = new Set(METHODS.map((name) => this.hierarchy.member(name, '()V')));
      node.type.overridable = [...node.type.leftOutMembers];
      node.methods = [];
    } else {
      node.methods = members.map((member) => {
        const method = new MethodNode(node, member, ACC.public, NO_CODE);
        member.declarers.push(method);
        return method;
      });
    }
    this.reachability.classAdded(node);
    if (c.superClass) this.#load(c.superClass);
    c.interfaces.forEach((above) => this.#load(above));
  }

  /** Something in the subgraph calls `owner.name()`. */
  call(owner: WorldClass, name: string): void {
    this.reachability.reveal(this.callerOf(owner, name));
    this.revealed.push({ owner, name });
  }

  /** A method that calls `owner.name()`. */
  callerOf(owner: WorldClass, name: string): MethodNode {
    const type = this.hierarchy.type(owner.name);
    const member = this.hierarchy.member(name, '()V');
    return this.#caller([this.hierarchy.callSite(type, member, 'virtual')], false);
  }

  /** Left-out code runs in the subgraph. */
  leave(): void {
    this.reachability.reveal(this.#caller([], true));
  }

  #caller(callSites: readonly CallSite[], hasCallingIndy: boolean): MethodNode {
    const node = this.hierarchy.addClass({
      classId: 1_000_000 as ClassId,
      loaderId: 1 as LoaderId,
      name: 'Caller',
      module: '',
      superNames: [],
      isInterface: false,
      isInitialized: true,
      isLeftOut: false,
      isOpaque: false,
      isCore: false,
    });
    node.methods ??= [];
    return new MethodNode(node, this.hierarchy.member('call', '()V'), ACC.static, {
      callSites,
      certainSites: [],
      hasCallingIndy,
      isAnnotated: false,
      triviality: 'no',
    });
  }

  isMade(c: WorldClass): boolean {
    return this.nodes.get(c)?.isMade === true;
  }

  isReached(c: WorldClass, name: string): boolean {
    return this.nodes.get(c)?.methods?.some((m) => m.member.name === name && m.isReached) === true;
  }
}

const NO_CODE: MethodFacts = {
  callSites: [],
  certainSites: [],
  hasCallingIndy: false,
  isAnnotated: false,
  triviality: 'no',
};

/** Some classes once more, as another loader defines them: with the same supertypes or fewer, left out or not. */
function withNamesakes(world: readonly WorldClass[], random: (below: number) => number): WorldClass[] {
  const namesakes = world
    .filter(() => random(3) === 0)
    .map((c) => ({
      ...c,
      superClass: random(2) === 0 ? c.superClass : null,
      isLeftOut: c.isLeftOut && random(2) === 0,
    }));
  return [...world, ...namesakes];
}

/** What a call can run on an object of any loaded class and is not reached: must be nothing. */
function missing(bench: Bench, callsBack: boolean): string[] {
  const lost: string[] = [];
  const concrete = [...bench.nodes.keys()].filter((c) => !c.isAbstract && bench.isMade(c));
  const check = (owner: WorldClass, name: string) => {
    for (const c of concrete) {
      if (!supertypes(c).has(owner)) continue;
      for (const target of selected(c, name)) {
        if (!target.isLeftOut && !bench.isReached(target, name)) {
          lost.push(`${owner.name}.${name}() on ${c.name} runs ${target.name}.${name}()`);
        }
      }
    }
  };
  for (const { owner, name } of bench.revealed) check(owner, name);
  if (callsBack) {
    for (const owner of bench.nodes.keys())
      if (owner.isLeftOut) METHODS.forEach((name) => check(owner, name));
  }
  return lost;
}

describe('reachability in random worlds', () => {
  it.each([
    ['of the program alone', false],
    ['with left-out classes that call back', true],
  ])('%s misses nothing at any time', (_, withLeftOut) => {
    for (let seed = 1; seed <= 3_000; seed++) {
      const random = randomOf(seed);
      const world = randomWorld(random, withLeftOut);
      const bench = new Bench();
      let callsBack = false;
      for (let step = 0; step < 25; step++) {
        const c = world[random(world.length)];
        const action = random(withLeftOut ? 5 : 4);
        if (action < 2) bench.load(c);
        else if (action < 4) bench.call(c, METHODS[random(METHODS.length)]);
        else if (!callsBack) {
          bench.leave();
          callsBack = true;
        }
        const lost = missing(bench, callsBack);
        if (lost.length > 0) expect.fail(`seed ${seed}, step ${step}: ${lost.join('; ')}`);
      }
    }
  });

  it.each([
    ['of the program alone', false],
    ['with left-out classes that call back', true],
  ])('%s misses nothing on objects that are made, and reaches nothing before', (_, withLeftOut) => {
    for (let seed = 1; seed <= 3_000; seed++) {
      const random = randomOf(seed);
      const world = randomWorld(random, withLeftOut);
      const bench = new Bench(true);
      let callsBack = false;
      for (let step = 0; step < 25; step++) {
        const c = world[random(world.length)];
        const at = `seed ${seed}, step ${step}`;
        const action = random(withLeftOut ? 7 : 6);
        if (action < 2) bench.load(c);
        else if (action < 4) bench.call(c, METHODS[random(METHODS.length)]);
        else if (action < 6) {
          if (bench.nodes.has(c)) expect(bench.make(c), `${at}: ${c.name} is made`).toEqual([]);
        } else if (!callsBack) {
          bench.leave();
          callsBack = true;
        }
        const lost = missing(bench, callsBack);
        if (lost.length > 0) expect.fail(`${at}: ${lost.join('; ')}`);
        for (const early of bench.nodes.keys()) {
          if (!bench.isMade(early) && METHODS.some((name) => bench.isReached(early, name)))
            expect.fail(`${at}: ${early.name} has no objects`);
        }
      }
    }
  });

  it('a class that loads makes nothing reachable in those that were there', () => {
    for (let seed = 1; seed <= 3_000; seed++) {
      const random = randomOf(seed);
      const world = randomWorld(random, false);
      const bench = new Bench();
      for (let step = 0; step < 25; step++) {
        const c = world[random(world.length)];
        if (random(2) === 0) bench.call(c, METHODS[random(METHODS.length)]);
        else expect(bench.load(c), `seed ${seed}, step ${step}, ${c.name} loads`).toEqual([]);
      }
    }
  });

  it.each([
    ['are all made', false],
    ['are made later', true],
  ])('whatever goes out of the way of a first invocation is told, where objects %s', (_, gated) => {
    let told = 0;
    for (let seed = 1; seed <= 3_000; seed++) {
      const random = randomOf(seed);
      const world = withNamesakes(randomWorld(random, true), random);
      const bench = new Bench(gated);
      const waiting = new Map<MethodNode, Obstacle>();
      for (let step = 0; step < 25; step++) {
        const c = world[random(world.length)];
        const name = METHODS[random(METHODS.length)];
        bench.gone.clear();
        const action = random(9);
        if (action < 3) bench.load(c);
        else if (action < 5) bench.call(c, name);
        else if (action < 7 && bench.nodes.has(c)) bench.make(c);
        else if (action === 8 && step > 12) bench.leave();
        for (const [method, obstacle] of waiting) {
          const now = bench.reachability.obstacleOf(method);
          const isTold = bench.gone.has(obstacle);
          if (now === null && !isTold) expect.fail(`seed ${seed}, step ${step}: nobody looks at it again`);
          if (isTold) told++;
          if (now === null) waiting.delete(method);
          else if (isTold) waiting.set(method, now);
        }
        const method = bench.callerOf(c, name);
        const obstacle = bench.reachability.obstacleOf(method);
        if (obstacle !== null) waiting.set(method, obstacle);
      }
    }
    expect(told).toBeGreaterThan(1_000);
  });

  it('a class that another loader has defined alike makes nobody look at those of its name again', () => {
    const bench = new Bench();
    const c: WorldClass = {
      name: 'C',
      isInterface: false,
      isAbstract: false,
      superClass: null,
      interfaces: [],
      methods: METHODS,
      isLeftOut: false,
    };
    const toldWith = (one: WorldClass): number => {
      bench.gone.clear();
      bench.load(one);
      return [...bench.gone].filter((obstacle) => typeof obstacle === 'object').length;
    };
    expect(toldWith({ ...c })).toBe(METHODS.length);
    for (let loaders = 2; loaders < 10; loaders++) expect(toldWith({ ...c }), `${loaders} loaders`).toBe(0);
    const above: WorldClass = { ...c, name: 'A', methods: [] };
    bench.load(above);
    expect(toldWith({ ...c, superClass: above })).toBe(10 * METHODS.length);
  });

  it('reaches nothing but what can run, now or when one more class comes, when all is loaded before the calls', () => {
    let reached = 0;
    let needed = 0;
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomOf(seed);
      const world = randomWorld(random, false);
      const bench = new Bench();
      world.forEach((c) => bench.load(c));
      bench.call(world[random(world.length)], METHODS[random(METHODS.length)]);
      const [{ owner, name }] = bench.revealed;
      const targets = new Set(
        world.filter((c) => supertypes(c).has(owner)).flatMap((c) => selected(c, name)),
      );
      // class X extends C implements owner
      const yetToCome = world.filter((c) => (c.isInterface || owner.isInterface) && c.methods.includes(name));
      for (const c of yetToCome) targets.add(c);
      needed += targets.size;
      for (const c of world) if (bench.isReached(c, name)) reached++;
    }
    // Defaults that a class method hides are the one thing too many.
    expect(reached / needed).toBeLessThan(1.2);
  });
});
