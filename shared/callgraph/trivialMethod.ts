import { declaresField } from '../classfile/declaresField.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { TAG } from '../classfile/constantPool.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { isConditionalBranch, OP } from '../classfile/opcodes.ts';

/**
 * Whether a method does so little that reading a clock costs more than it does, and calls nothing whatever happens:
 *
 *     'no'
 *     'mayThrow'     only the JVM itself may call something in it: the constructor of an exception of java.lang
 *     'neverThrows'  not even that: each call executes all of its instructions, once
 */
export type Triviality = 'no' | 'mayThrow' | 'neverThrows';

/** At most so many bytes of code, each instruction of which takes a few ns at most: two clock reads take 40. */
const MAX_CODE_BYTES = 24;

/**
 * Getters, setters, constants, empty methods and constructors, small conditions and sums. Such code has no loop, no call
 * (but a constructor's of Object's constructor, before its probe), and no instruction by which a class could be loaded or
 * initialised, since loaders and initialisers are methods, too: fields are those of the class itself, constants are numbers
 * and strings, and no type is named.
 */
export function trivialityOf(model: ClassModel, method: MethodModel): Triviality {
  if ((method.accessFlags & ACC.synchronized) !== 0) return 'no';
  const code = method.readCode();
  if (code === null || code.codeLength > MAX_CODE_BYTES || code.exceptionTableLength > 0) return 'no';
  const seen = new TrivialCode(model, method);
  for (const at = code.instructions(); at.next();) if (!seen.pass(at)) return 'no';
  return seen.mayThrow ? 'mayThrow' : 'neverThrows';
}

/** What can push the value that a setter stores. */
function isSimplePush(opcode: number): boolean {
  return opcode !== OP.nop && opcode <= OP.aload_3;
}

class TrivialCode {
  readonly #model: ClassModel;
  readonly #isStatic: boolean;
  readonly #isConstructor: boolean;
  /** Opcodes of the two instructions before. */
  #before: number = OP.nop;
  #beforeThat: number = OP.nop;
  mayThrow = false;

  constructor(model: ClassModel, { accessFlags, name }: MethodModel) {
    this.#model = model;
    this.#isStatic = (accessFlags & ACC.static) !== 0;
    this.#isConstructor = name === '<init>';
  }

  /** @returns whether the code is still trivial with this instruction, the next one */
  pass(at: InstructionCursor): boolean {
    const isTrivial = this.#take(at);
    this.#beforeThat = this.#before;
    this.#before = at.opcode;
    return isTrivial;
  }

  #take(at: InstructionCursor): boolean {
    const { opcode } = at;
    if (opcode === OP.astore_0 || (opcode === OP.astore && at.localIndex === 0)) this.mayThrow = true; // not `this`
    if (opcode === OP.ldc || opcode === OP.ldc_w || opcode === OP.ldc2_w) {
      const tag = this.#model.pool.tag(at.constantIndex);
      return tag !== TAG.class && tag !== TAG.methodHandle && tag !== TAG.methodType && tag !== TAG.dynamic;
    }
    if (isConditionalBranch(opcode) || opcode === OP.goto) {
      this.mayThrow = true; // on which object an instruction behind it works is not followed
      return at.branchTarget > at.offset;
    }
    switch (opcode) {
      case OP.getfield:
        this.mayThrow ||= this.#isStatic || this.#before !== OP.aload_0;
        return this.#isOwnField(at);
      case OP.putfield:
        this.mayThrow ||= this.#isStatic || this.#beforeThat !== OP.aload_0 || !isSimplePush(this.#before);
        return this.#isOwnField(at);
      case OP.getstatic:
      case OP.putstatic:
        this.mayThrow ||= !this.#isStatic; // an object may outlive the failure of its class's initialiser
        return this.#isOwnField(at) && this.#declares(at);
      case OP.invokespecial: {
        const { owner, name } = this.#model.pool.memberRef(at.constantIndex);
        return (
          this.#isConstructor && owner === OBJECT && this.#model.superName === OBJECT && name === '<init>'
        );
      }
      case OP.idiv:
      case OP.ldiv:
      case OP.irem:
      case OP.lrem:
      case OP.arraylength:
        this.mayThrow = true;
        return true;
    }
    this.mayThrow ||=
      (opcode >= OP.iaload && opcode <= OP.saload) || (opcode >= OP.iastore && opcode <= OP.sastore);
    return opcode <= OP.dcmpg || (opcode >= OP.ireturn && opcode <= OP.return);
  }

  #isOwnField(at: InstructionCursor): boolean {
    return this.#model.pool.memberRef(at.constantIndex).owner === this.#model.name;
  }

  /** An inherited static field may be that of an interface which is not initialised yet. */
  #declares(at: InstructionCursor): boolean {
    const { name, descriptor } = this.#model.pool.memberRef(at.constantIndex);
    return declaresField(this.#model, name, descriptor);
  }
}

const OBJECT = 'java/lang/Object';
