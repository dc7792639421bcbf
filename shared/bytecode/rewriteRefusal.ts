import { unreachable } from '../base/assert.ts';
import { javaName, javaParameters } from '../classfile/descriptors.ts';

/** The JIT gives up on methods of more bytes of code than this (HotSpot: HugeMethodLimit), which then run 6 times slower. */
export const JIT_CODE_LIMIT = 8000;

/** Why one method was left as it is. */
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
  /** jsr and ret: where the code goes on behind a ret is not known, so neither is where some of its lines end. */
  | { readonly kind: 'subroutines' }
  /** Where this constructor calls this(...) or super(...) cannot be told for certain. */
  | { readonly kind: 'constructorUnclear'; readonly bci: number; readonly reason: string };

/** One sentence for the user. @param className internal */
export function refusalText(
  className: string,
  name: string,
  descriptor: string,
  refusal: RewriteRefusal,
): string {
  const method = `${javaName(className)}.${name}${javaParameters(descriptor)}`;
  return `Method ${method} is not measured: ${reasonText(refusal)}.`;
}

function reasonText(refusal: RewriteRefusal): string {
  switch (refusal.kind) {
    case 'abstract':
      return 'it is abstract and has no code';
    case 'native':
      return 'it is native and has no bytecode';
    case 'emptyFinalizer':
      return 'it is an empty finalizer, and with code in it the JVM would queue every object for finalization';
    case 'codeTooLong':
      return `with probes its code would be ${number(refusal.codeBytes)} bytes, the limit is ${number(refusal.limit)}`;
    case 'tooLongForJit':
      return (
        `with probes its code would grow from ${number(refusal.codeBytes)} to ${number(refusal.rewrittenBytes)} bytes, ` +
        `and the JVM compiles no method over ${number(refusal.limit)}`
      );
    case 'constantPoolFull':
      return `its class has ${number(refusal.constants)} constants, and the probes' would pass the limit of ${number(refusal.limit)}`;
    case 'tooManyHandlers':
      return `with probes it would have ${number(refusal.handlers)} exception handlers, the limit is ${number(refusal.limit)}`;
    case 'stackTooDeep':
      return `with probes its operand stack would be ${number(refusal.maxStack)} slots deep, the limit is ${number(refusal.limit)}`;
    case 'tooManyLocals':
      return `with its probe it would have ${number(refusal.maxLocals)} local variables, the limit is ${number(refusal.limit)}`;
    case 'jumpTooFar':
      return `the jump at bytecode ${number(refusal.bci)} would be longer than 32,767 bytes`;
    case 'noCodeOfLines':
      return `lines ${refusal.first} to ${refusal.last} have no code in it`;
    case 'subroutines':
      return 'it was compiled with subroutines, as before Java 6, and only all of it can be timed';
    case 'constructorUnclear':
      return `where it calls another constructor is not certain (${refusal.reason} at bytecode ${number(refusal.bci)})`;
    default:
      return unreachable(refusal);
  }
}

function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
