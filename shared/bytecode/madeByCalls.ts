import { readBootstrapMethods, type BootstrapMethod } from '../classfile/bootstrapMethods.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { javaType } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { TAG } from '../classfile/constantPool.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import { OP } from '../classfile/opcodes.ts';

/** What a call leaves on the stack that no instruction has made. */
export type MadeByCall =
  /** An array of one class. @property cast the call says only that it is an object */
  | { readonly kind: 'array'; readonly descriptor: string; readonly cast: boolean }
  /** An object, or an array, of a class that is known only when it is there. */
  | { readonly kind: 'anyObject'; readonly leavesOut: LeftToOthers }
  | { readonly kind: 'anyArray' }
  /** Arrays of arrays. */
  | { readonly kind: 'nested' }
  /** An object of a class that the JVM makes for one place. @property made what is told instead */
  | { readonly kind: 'lambda'; readonly made: string }
  /** A string and its array. @property isCopy it shares the array of another one */
  | { readonly kind: 'text'; readonly isCopy: boolean };

/** What is told elsewhere: lambdas where they are linked; objects of the program that the JDK makes, where it makes them (madeBelow.ts). */
export type LeftToOthers = 'nothing' | 'lambdas' | 'madeByJdk';

const ANY_OBJECT = { kind: 'anyObject', leavesOut: 'nothing' } as const;
const NO_LAMBDA = { kind: 'anyObject', leavesOut: 'lambdas' } as const;
const NOT_BY_JDK = { kind: 'anyObject', leavesOut: 'madeByJdk' } as const;
const ANY_ARRAY = { kind: 'anyArray' } as const;
const NESTED = { kind: 'nested' } as const;

const NEW_INSTANCE = 'newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;';

/**
 * Methods of the JDK with code that never tells of what it makes, as a call of it is replaced by what compilers make of it (intrinsics.ts),
 * or as they call it and nobody else tells of its results.
 */
const TOLD_BY_CALLERS: ReadonlySet<string> = new Set([
  'java/util/Arrays.copyOf([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;',
  'java/util/Arrays.copyOfRange([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;',
  'java/lang/reflect/Array.newInstance(Ljava/lang/Class;I)Ljava/lang/Object;',
]);

/** What native code makes, and what compilers make of calls: no code can tell of it but the caller's. */
const NATIVES: ReadonlyMap<string, MadeByCall> = new Map<string, MadeByCall>([
  ['java/lang/Object.clone()Ljava/lang/Object;', ANY_OBJECT],
  ['java/lang/reflect/Array.multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;', NESTED],
  ['jdk/internal/misc/Unsafe.allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;', NO_LAMBDA],
  ['jdk/internal/misc/Unsafe.allocateUninitializedArray(Ljava/lang/Class;I)Ljava/lang/Object;', ANY_ARRAY],
  // Of reflection only the first calls end there: then the JDK writes a class, which has probes as any other, or takes a method handle.
  [`jdk/internal/reflect/NativeConstructorAccessorImpl.${NEW_INSTANCE}`, ANY_OBJECT],
  [`jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.${NEW_INSTANCE}`, ANY_OBJECT],
]);

/** What makes an object of each call, where the code behind it is left out. */
const LEFT_OUT: ReadonlyMap<string, MadeByCall> = new Map<string, MadeByCall>([
  ['java/lang/reflect/Constructor.newInstance([Ljava/lang/Object;)Ljava/lang/Object;', NOT_BY_JDK],
  ['java/lang/Class.newInstance()Ljava/lang/Object;', NOT_BY_JDK],
  ['sun/misc/Unsafe.allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;', ANY_OBJECT],
  ['java/lang/reflect/Array.newInstance(Ljava/lang/Class;[I)Ljava/lang/Object;', NESTED],
]);

const ARRAYS = 'java/util/Arrays';
const COPIES: ReadonlySet<string> = new Set(['copyOf', 'copyOfRange']);
const REFERENCES = '[Ljava/lang/Object;';
const CONCATENATIONS: ReadonlySet<string> = new Set(['makeConcat', 'makeConcatWithConstants']);
const METAFACTORY = 'java/lang/invoke/LambdaMetafactory';
/** "" + text: one argument and nothing else. */
const ONE_TEXT = '(Ljava/lang/String;)Ljava/lang/String;';
const ONE_ARGUMENT = '\u0001';

/** Whether the method tells of what it makes: else those who call it do. */
export function tellsWhatItMakes(model: ClassModel, { name, descriptor }: MethodModel): boolean {
  return !TOLD_BY_CALLERS.has(`${model.name}.${name}${descriptor}`);
}

/**
 * What the call at the cursor makes; null: nothing, or it is not known here.
 *
 * @param isMeasured whether the code of a class tells itself what it makes, by internal name
 */
export function madeByCall(
  model: ClassModel,
  at: InstructionCursor,
  isMeasured: (className: string) => boolean,
): MadeByCall | null {
  const { pool } = model;
  switch (at.opcode) {
    case OP.invokedynamic: {
      const nameAndType = pool.dynamicNameAndTypeIndex(at.constantIndex);
      const descriptor = pool.utf8(pool.descriptorIndex(nameAndType));
      if (CONCATENATIONS.has(pool.utf8(pool.nameIndex(nameAndType))))
        return isMeasured('java/lang/StringConcatHelper')
          ? null
          : {
              kind: 'text',
              isCopy: descriptor === ONE_TEXT && recipeOf(model, at.constantIndex) === ONE_ARGUMENT,
            };
      if (descriptor.startsWith('()') || linkedBy(model, at.constantIndex) !== METAFACTORY) return null;
      return { kind: 'lambda', made: javaType(returnType(descriptor), 'qualified') };
    }
    case OP.invokevirtual:
    case OP.invokespecial:
    case OP.invokestatic:
    case OP.invokeinterface:
      break;
    default:
      return null;
  }
  const { owner, name, descriptor } = pool.memberRef(at.constantIndex);
  if (owner.startsWith('[')) {
    if (name !== 'clone') return null;
    // A String[] may be called an Object[].
    return owner.length > 2 ? ANY_ARRAY : { kind: 'array', descriptor: owner, cast: true };
  }
  const member = `${owner}.${name}${descriptor}`;
  if (TOLD_BY_CALLERS.has(member)) return ANY_ARRAY;
  const native = NATIVES.get(member);
  if (native !== undefined) return native;
  if (isMeasured(owner)) return null;
  if (owner === ARRAYS && COPIES.has(name)) {
    const made = returnType(descriptor);
    return made === REFERENCES ? ANY_ARRAY : { kind: 'array', descriptor: made, cast: false };
  }
  return LEFT_OUT.get(member) ?? null;
}

function returnType(descriptor: string): string {
  return descriptor.slice(descriptor.indexOf(')') + 1);
}

function bootstrapOf(model: ClassModel, constantIndex: number): BootstrapMethod {
  const row = model.pool.bootstrapMethodIndex(constantIndex);
  const rows = readBootstrapMethods(model);
  if (row < rows.length) return rows[row];
  throw malformedClass(
    `class ${model.name}`,
    model.pool.offset(constantIndex, TAG.invokeDynamic),
    `row ${row} of BootstrapMethods is named`,
    `it has ${rows.length} rows`,
  );
}

/** JLS 15.18.1 as StringConcatFactory has it: where the arguments and the constants stand; null: none, makeConcat. */
function recipeOf(model: ClassModel, constantIndex: number): string | null {
  const [recipe] = bootstrapOf(model, constantIndex).argumentIndexes;
  return recipe === undefined ? null : model.pool.utf8(model.pool.stringIndex(recipe));
}

/** Whose method links an invokedynamic. */
function linkedBy(model: ClassModel, constantIndex: number): string {
  const { pool } = model;
  const { handleIndex } = bootstrapOf(model, constantIndex);
  return pool.className(pool.memberClassIndex(pool.methodHandleReferenceIndex(handleIndex)));
}
