import { refusalReason, refusalSentence } from '../messages/refusalMessages.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { CONSTANT_COUNT_LIMIT } from '../classfile/classWriter.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';

/** The JIT gives up on methods of more bytes of code than this (HotSpot: HugeMethodLimit), which then run 6 times slower. */
export const JIT_CODE_LIMIT = 8000;

/** Why one method was left as it is; its kind is an id of REFUSAL_MESSAGES. */
export type RewriteRefusal =
  | { readonly kind: 'abstract' }
  | { readonly kind: 'native' }
  /** finalize() that does nothing: by its emptiness the JVM knows that the objects need no finalizer. */
  | { readonly kind: 'emptyFinalizer' }
  /** The code would pass what a class file can hold. */
  | { readonly kind: 'codeTooLong'; readonly codeBytes: number; readonly limit: number }
  /** The code would pass what the JIT compiles. */
  | {
      readonly kind: 'tooLongForJit';
      readonly codeBytes: number;
      readonly rewrittenBytes: number;
      readonly limit: number;
    }
  | { readonly kind: 'constantPoolFull'; readonly constants: number; readonly limit: number }
  | { readonly kind: 'tooManyHandlers'; readonly handlers: number; readonly limit: number }
  | { readonly kind: 'stackTooDeep'; readonly maxStack: number; readonly limit: number }
  | { readonly kind: 'tooManyLocals'; readonly maxLocals: number; readonly limit: number }
  /** The jump at `bci` would pass 32 kB, and a longer form needs a stack map frame that nothing tells. */
  | { readonly kind: 'jumpTooFar'; readonly bci: number }
  /** Nothing of these lines, or only what comes before a constructor's super(). */
  | { readonly kind: 'noCodeOfLines'; readonly first: number; readonly last: number }
  /** A root of whose calls an argument is asked, and which has none that can be read so. */
  | { readonly kind: 'argumentUnreadable'; readonly reason: string }
  /** jsr and ret: where the code goes on behind a ret is not known, so neither is where some of its lines end. */
  | { readonly kind: 'subroutines' }
  /** Where this constructor calls this(...) or super(...) cannot be told for certain. */
  | { readonly kind: 'constructorUnclear'; readonly bci: number; readonly reason: string };

export function poolFull(model: ClassModel): RewriteRefusal {
  return {
    kind: 'constantPoolFull',
    constants: model.pool.count,
    limit: CONSTANT_COUNT_LIMIT,
  };
}

/** One sentence for the user, with the id. @param className internal */
export function refusalText(
  className: string,
  name: string,
  descriptor: string,
  refusal: RewriteRefusal,
): string {
  const method = javaMethod(className, name, descriptor);
  const reason = refusalReason(refusal.kind, foundIn(refusal));
  return refusalSentence(refusal.kind, `Method ${method} is not measured: ${reason}`);
}

/** The same of a method that has its probes, and of whose calls they do not see all: see intrinsics.ts. */
export function inPartText(className: string, name: string, descriptor: string): string {
  const method = javaMethod(className, name, descriptor);
  return refusalSentence('intrinsic', `Method ${method} is measured in part: ${refusalReason('intrinsic')}`);
}

function javaMethod(className: string, name: string, descriptor: string): string {
  return `${javaName(className)}.${name}${javaParameters(descriptor)}`;
}

function foundIn(refusal: RewriteRefusal): Readonly<Record<string, string>> {
  if (refusal.kind === 'noCodeOfLines') return { lines: `${refusal.first} to ${refusal.last}` };
  return Object.fromEntries(Object.entries(refusal).map(([name, value]) => [name, grouped(value)]));
}

function grouped(value: number | string): string {
  return typeof value === 'string' ? value : String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
