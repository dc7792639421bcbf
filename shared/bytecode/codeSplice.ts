import type { ByteWriter } from '../base/byteWriter.ts';
import { CODE_LENGTH_LIMIT, type CodeModel } from '../classfile/codeModel.ts';
import { type ExceptionHandler, readExceptionTable } from '../classfile/exceptionTable.ts';
import type { StackMapFrame } from '../classfile/stackMapTable.ts';
import { writeCodeAttribute } from './codeAttribute.ts';
import { insertPackets } from './codeInsertion.ts';
import { readFrames, shiftFrames, widenedWithoutFrame } from './frameShift.ts';
import type { OldMethod } from './oldMethod.ts';
import { type Insertion, Relocation } from './relocation.ts';
import { JIT_CODE_LIMIT, type RewriteRefusal } from './rewriteRefusal.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import type { CodeLayout } from './codeLayout.ts';

/** max_stack, max_locals and exception_table_length are u2. */
const U2_LIMIT = 65535;

/** What goes behind the relocated code and around it. */
export interface SplicedParts {
  readonly maxStack: number;
  readonly maxLocals: number;
  /** Code that begins at `splice.tailStart`. */
  readonly tail: readonly number[];
  /** Tried after the method's own. */
  readonly handlers: readonly ExceptionHandler[];
  /** Utf8 index of 'StackMapTable', for a method that gets its first frames. */
  readonly stackMapTableName?: number;
}

/**
 * One method's code with packets put in. What changes nothing else needs but the room on the stack:
 *
 *     splice.write(writer, splice.frames, splice.unchanged(1))
 */
export class CodeSplice {
  readonly relocation: Relocation;
  /** The method's own frames, moved to where their instructions are now; null: it has none and must get none. */
  readonly frames: readonly StackMapFrame[] | null;
  readonly #old: OldMethod;
  readonly #exit: readonly number[];
  readonly #handlers: readonly ExceptionHandler[];
  /** The bci of a jump that cannot be made longer, or -1. */
  readonly #jumpTooFar: number;

  /**
   * @param insertions by rising bci
   * @param exit goes before each return
   * @throws SluiceError 'protocol' if a table of the method is malformed
   */
  constructor(old: OldMethod, insertions: readonly Insertion[], exit: readonly number[]) {
    const { model, code, layout } = old;
    this.#old = old;
    this.relocation = new Relocation(code, layout, insertions, exit);
    this.#exit = exit;
    this.#handlers = relocatedHandlers(code, layout, this.relocation);
    const frames = readFrames(model, code, layout);
    this.#jumpTooFar = frames === null ? -1 : widenedWithoutFrame(frames, this.relocation);
    this.frames = frames === null || this.#jumpTooFar >= 0 ? null : shiftFrames(frames, this.relocation);
  }

  get tailStart(): number {
    return this.relocation.codeLength;
  }

  /** @param packetStack slots that the packets need on top of what the method has on its stack */
  unchanged(packetStack: number): SplicedParts {
    const { maxStack, maxLocals } = this.#old.code;
    return { maxStack: maxStack + packetStack, maxLocals, tail: [], handlers: [] };
  }

  /** Why it cannot be written; null if it can. Asked before anything is added to the constant pool for its frames. */
  refusal({ tail, handlers, maxStack, maxLocals }: SplicedParts): RewriteRefusal | null {
    const codeBytes = this.#old.code.codeLength;
    const rewrittenBytes = this.tailStart + tail.length;
    if (rewrittenBytes >= CODE_LENGTH_LIMIT) {
      return { kind: 'codeTooLong', codeBytes: rewrittenBytes, limit: CODE_LENGTH_LIMIT - 1 };
    }
    if (codeBytes <= JIT_CODE_LIMIT && rewrittenBytes > JIT_CODE_LIMIT && !runsOnce(this.#old)) {
      return { kind: 'tooLongForJit', codeBytes, rewrittenBytes, limit: JIT_CODE_LIMIT };
    }
    const handlerCount = this.#handlers.length + handlers.length;
    if (handlerCount > U2_LIMIT) return { kind: 'tooManyHandlers', handlers: handlerCount, limit: U2_LIMIT };
    if (maxLocals > U2_LIMIT) return { kind: 'tooManyLocals', maxLocals, limit: U2_LIMIT };
    if (maxStack > U2_LIMIT) return { kind: 'stackTooDeep', maxStack, limit: U2_LIMIT };
    return this.#jumpTooFar >= 0 ? { kind: 'jumpTooFar', bci: this.#jumpTooFar } : null;
  }

  /** The Code attribute, header included. There must be no refusal. */
  write(writer: ByteWriter, frames: readonly StackMapFrame[] | null, parts: SplicedParts): void {
    const { model, method, code, layout } = this.#old;
    const codeName = (model.bytes[method.codeOffset] << 8) | model.bytes[method.codeOffset + 1];
    writeCodeAttribute(writer, model.pool, codeName, code, this.relocation, {
      maxStack: parts.maxStack,
      maxLocals: parts.maxLocals,
      bytes: insertPackets(code, layout, this.#exit, this.relocation, parts.tail),
      handlers: [...this.#handlers, ...parts.handlers],
      frames,
      stackMapTableName: parts.stackMapTableName ?? 0,
    });
  }
}

/**
 * A class initialiser runs once, and the JIT compiles what runs often. It can do so with a long loop in one (on-stack replacement); that
 * loop is interpreted then, once, which costs less than a call that is not counted.
 */
function runsOnce(old: OldMethod): boolean {
  return old.method.name === '<clinit>';
}

/** The method's own exception table where the relocation puts it. @throws SluiceError if a handler is at no instruction */
function relocatedHandlers(code: CodeModel, layout: CodeLayout, relocation: Relocation): ExceptionHandler[] {
  return readExceptionTable(code).map(({ start, endExclusive, handler, catchType }) => {
    if (!(layout.marks[handler] > 0)) {
      const found = `an exception handler is at bci ${handler}`;
      const allowed = 'an instruction must begin there';
      throw malformedClass(code.what, code.exceptionTableStart, found, allowed);
    }
    return {
      start: relocation.target(start),
      endExclusive: relocation.rangeEnd(endExclusive),
      handler: relocation.target(handler),
      catchType,
    };
  });
}
