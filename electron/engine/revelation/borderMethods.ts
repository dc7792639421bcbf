import type { ClassId } from '../../../shared/base/ids.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { javaName, methodPatternOf } from '../../../shared/classfile/descriptors.ts';
import type { MethodModel } from '../../../shared/classfile/methodModel.ts';
import { isUntouchable } from '../../../shared/instrument/instrumentationFilter.ts';
import type { BorderMethods } from '../../../shared/ipc/engineApi.ts';
import { CLASS_FLAG, type LoadedClass } from '../../../shared/wire/controlMessage.ts';
import type { TargetAgent } from '../agent/targetAgent.ts';
import { TurnBudget } from '../process/turnBudget.ts';
import { BORDERS, type Border } from './borders.ts';

const CLASSES_PER_STEP = 250;

/**
 * Of loaded classes the methods that implement those of the borders: of each class below the border's type what it declares, and what it
 * inherits from a class that need not be below it. The hierarchy is the JVM's own; class files are read of these classes only.
 *
 *     border javax.sql.DataSource: getConnection
 *     com.pool.Pool implements DataSource: getConnection(), take()       com.pool.Pool::getConnection
 *     com.pool.Traced extends Base implements DataSource, Base:
 *     getConnection(), getConnection(int)                                com.pool.Base::getConnection()
 *
 * @param isOwn whether a class, as Class.getName(), is measured anyway
 * @returns patterns of `--only`, sorted; borders that nobody implements are left out
 */
export async function borderMethodsOf(
  agent: Pick<TargetAgent, 'listClasses' | 'classBytes'>,
  isOwn: (className: string) => boolean,
  borders: readonly Border[] = BORDERS,
): Promise<readonly BorderMethods[]> {
  const { classes } = await agent.listClasses();
  const found = await new TurnBudget().run(implementersOf(classes, borders));
  const wanted = [...found.values()].flatMap(({ declaring, implementing }) => [
    ...declaring,
    ...implementing,
  ]);
  const models = await modelsOf(agent, wanted);
  const told: BorderMethods[] = [];
  for (const { name, methods } of borders) {
    const crossing = new Map<ClassModel, Set<string>>();
    for (const [type, names] of Object.entries(methods)) {
      const { declaring, implementing } = found.get(type) ?? NOBODY;
      const signatures = [...declaring]
        .flatMap(({ classId }) => models.get(classId)?.methods ?? [])
        .filter((method) => names.includes(method.name))
        .map(signatureOf);
      for (const { classId, name: className } of implementing) {
        const model = models.get(classId);
        if (model === undefined || isOwn(className)) continue;
        crossing.set(model, new Set([...(crossing.get(model) ?? []), ...signatures]));
      }
    }
    const patterns = new Set([...crossing].flatMap(([model, signatures]) => patternsOf(model, signatures)));
    if (patterns.size > 0) told.push({ name, patterns: [...patterns].sort() });
  }
  return told;
}

/** Who takes part in a border's type. */
interface Implementers {
  /** The type and what is above it. */
  readonly declaring: ReadonlySet<LoadedClass>;
  /** What is below it, and what these inherit from besides. */
  readonly implementing: ReadonlySet<LoadedClass>;
}

const NOBODY: Implementers = { declaring: new Set(), implementing: new Set() };

/** By the type's name: several loaders may have loaded it. */
function* implementersOf(
  classes: readonly LoadedClass[],
  borders: readonly Border[],
): Generator<void, ReadonlyMap<string, Implementers>, undefined> {
  const types = new Set(borders.flatMap(({ methods }) => Object.keys(methods)));
  const byId = new Map(classes.map((loaded) => [loaded.classId, loaded]));
  const found = new Map<string, { declaring: Set<LoadedClass>; implementing: Set<LoadedClass> }>();
  for (const loaded of classes)
    if (types.has(loaded.name)) {
      const { declaring } = found.get(loaded.name) ?? { declaring: new Set() };
      for (const above of [loaded, ...aboveOf(loaded, byId)]) declaring.add(above);
      found.set(loaded.name, { declaring, implementing: new Set() });
    }
  for (const [i, loaded] of classes.entries()) {
    if (i % CLASSES_PER_STEP === 0) yield;
    if (!canCarry(loaded)) continue;
    const above = aboveOf(loaded, byId);
    for (const { name } of above) {
      const of = found.get(name);
      if (of === undefined) continue;
      of.implementing.add(loaded);
      for (const inherited of above)
        if (!isCore(inherited) && canCarry(inherited) && !of.declaring.has(inherited))
          of.implementing.add(inherited);
    }
  }
  return found;
}

/** All supertypes that are loaded. */
function aboveOf(loaded: LoadedClass, byId: ReadonlyMap<ClassId, LoadedClass>): ReadonlySet<LoadedClass> {
  const above = new Set<LoadedClass>();
  const open = [loaded];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const id of [at.superId, ...at.interfaceIds]) {
      const next = byId.get(id as ClassId);
      if (next === undefined || above.has(next)) continue;
      above.add(next);
      open.push(next);
    }
  return above;
}

function canCarry({ name, flags }: LoadedClass): boolean {
  return (flags & CLASS_FLAG.hidden) === 0 && (flags & CLASS_FLAG.modifiable) !== 0 && !isUntouchable(name);
}

function isCore({ flags }: LoadedClass): boolean {
  return (flags & CLASS_FLAG.core) !== 0;
}

/** Those that the JVM gives, and that are class files. */
async function modelsOf(
  agent: Pick<TargetAgent, 'classBytes'>,
  classes: readonly LoadedClass[],
): Promise<ReadonlyMap<ClassId, ClassModel>> {
  const models = new Map<ClassId, ClassModel>();
  for (const [classId, bytes] of await agent.classBytes([
    ...new Set(classes.map(({ classId }) => classId)),
  ])) {
    try {
      models.set(classId, readClass(bytes));
    } catch {
      // A recording tells of it where it is to be measured.
    }
  }
  return models;
}

/** Name and parameters: what overrides may return a narrower type (JLS 8.4.8.3). */
function signatureOf({ name, descriptor }: MethodModel): string {
  return name + descriptor.slice(0, descriptor.indexOf(')'));
}

/** Of one class; without parameters where no other method of the name has code. */
function patternsOf(model: ClassModel, crossing: ReadonlySet<string>): readonly string[] {
  const withCode = model.methods.filter(({ codeOffset }) => codeOffset > 0);
  const crosses = (method: MethodModel): boolean => crossing.has(signatureOf(method));
  return withCode
    .filter(crosses)
    .map(({ name, descriptor }) =>
      withCode.every((other) => other.name !== name || crosses(other))
        ? `${javaName(model.name)}::${name}`
        : methodPatternOf(model.name, name, descriptor),
    )
    .filter(isPattern);
}

/** The JVM allows names that no pattern can have. */
function isPattern(text: string): boolean {
  try {
    parseMethodPattern(text);
    return true;
  } catch {
    return false;
  }
}
