import { parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { StackMapFrame, VerificationType } from '../classfile/stackMapTable.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** Of the method as it was. */
export interface MethodLocals {
  /** Internal name. */
  readonly className: string;
  readonly isStatic: boolean;
  /** The object is not initialised when the method begins. */
  readonly isConstructor: boolean;
  readonly descriptor: string;
  /** The number of the probe's variable: it stands behind all others. */
  readonly maxLocals: number;
  /** Its entry packet comes behind super() or this(): frames before have no probe. */
  readonly isEnteredLate: boolean;
}

/** An argument's type in the implicit first frame: it gets a class index only when a frame has to name it. */
interface ArgumentType {
  readonly kind: 'argument';
  /** As a Class entry has it: java/lang/String, [I. */
  readonly name: string;
}
type LocalType = VerificationType | ArgumentType;

const TOP: VerificationType = { kind: 'top' };
/** An `append` frame has at most so many. */
const MOST_APPENDED = 3;

/**
 * The frames of a method that holds its probe in a local variable behind all others:
 *
 *     before    this | b | i                          max_locals 5
 *     after     this | b | i | top | top | probe
 *
 * `same` and `sameLocals1StackItem` repeat the locals of the frame before them, the probe too, and stay. The first frame
 * with a probe appends it if it can; all other `append` and `chop` frames count from the end and become `full`. In a
 * constructor that is entered late, frames before the object is initialised come before the entry packet and have no probe.
 *
 * @param frames  all of the method's, in their order
 * @param held    the types of the probe's variable and of what stands behind it
 * @returns null if the constant pool is full
 */
export function framesWithProbe(
  frames: readonly StackMapFrame[],
  method: MethodLocals,
  held: readonly VerificationType[],
  constants: ConstantPoolAppend,
): StackMapFrame[] | null {
  if (frames.length === 0) return [];
  const changed: StackMapFrame[] = [];
  let locals = argumentTypes(method);
  let hadProbe = false;
  for (const frame of frames) {
    locals = localsOf(frame, locals);
    const hasProbe = !method.isEnteredLate || !locals.some(({ kind }) => kind === 'uninitializedThis');
    const repeats = frame.kind === 'same' || frame.kind === 'sameLocals1StackItem';
    if (hasProbe === hadProbe && (repeats || !hasProbe)) {
      changed.push(frame);
      continue;
    }
    const added = hasProbe ? [...paddingBehind(locals, method.maxLocals), ...held] : [];
    const appended = frame.kind === 'append' ? [...frame.locals, ...added] : added;
    if (!hadProbe && (frame.kind === 'same' || frame.kind === 'append') && appended.length <= MOST_APPENDED) {
      changed.push({ kind: 'append', offset: frame.offset, locals: appended });
    } else {
      const named = withClassIndices(locals, constants);
      if (named === null) return null;
      changed.push({
        kind: 'full',
        offset: frame.offset,
        locals: [...named, ...added],
        stack: stackOf(frame),
      });
    }
    hadProbe = hasProbe;
  }
  return changed;
}

/**
 * The frames of two handlers. Nothing is known of the other variables: whatever is guarded fits, but for an object that is not
 * initialised. That must be named.
 */
export function handlerFrames(
  failed: number,
  overflow: number,
  maxLocals: number,
  held: readonly VerificationType[],
  exception: VerificationType,
  isUninitialized: boolean,
): StackMapFrame[] {
  const object: VerificationType[] = isUninitialized ? [{ kind: 'uninitializedThis' }] : [];
  const locals = [...object, ...paddingBehind(object, maxLocals), ...held];
  return [
    { kind: 'full', offset: failed, locals, stack: [exception] },
    { kind: 'sameLocals1StackItem', offset: overflow, stack: exception },
  ];
}

function paddingBehind(locals: readonly LocalType[], maxLocals: number): readonly VerificationType[] {
  let slots = 0;
  for (const { kind } of locals) slots += kind === 'long' || kind === 'double' ? 2 : 1;
  return new Array<VerificationType>(Math.max(0, maxLocals - slots)).fill(TOP);
}

/** JVMS §4.10.1.6: the types of the first frame, which no StackMapTable tells. */
function argumentTypes({
  className,
  isStatic,
  isConstructor,
  descriptor,
}: MethodLocals): readonly LocalType[] {
  const types: LocalType[] = parseMethodDescriptor(descriptor).parameters.map(argumentType);
  if (isStatic) return types;
  return [isConstructor ? { kind: 'uninitializedThis' } : { kind: 'argument', name: className }, ...types];
}

function argumentType(type: string): LocalType {
  switch (type.charAt(0)) {
    case 'J':
      return { kind: 'long' };
    case 'D':
      return { kind: 'double' };
    case 'F':
      return { kind: 'float' };
    case 'L':
      return { kind: 'argument', name: type.slice(1, -1) };
    case '[':
      return { kind: 'argument', name: type };
    default:
      return { kind: 'integer' };
  }
}

/** null if the constant pool is full */
function withClassIndices(
  locals: readonly LocalType[],
  constants: ConstantPoolAppend,
): VerificationType[] | null {
  const named: VerificationType[] = [];
  for (const type of locals) {
    if (type.kind !== 'argument') {
      named.push(type);
      continue;
    }
    const classIndex = constants.class(type.name);
    if (classIndex === POOL_FULL) return null;
    named.push({ kind: 'object', classIndex });
  }
  return named;
}

function localsOf(frame: StackMapFrame, before: readonly LocalType[]): readonly LocalType[] {
  switch (frame.kind) {
    case 'chop':
      return before.slice(0, Math.max(0, before.length - frame.chopped));
    case 'append':
      return [...before, ...frame.locals];
    case 'full':
      return frame.locals;
    default:
      return before;
  }
}

function stackOf(frame: StackMapFrame): readonly VerificationType[] {
  if (frame.kind === 'full') return frame.stack;
  return frame.kind === 'sameLocals1StackItem' ? [frame.stack] : [];
}
