import { NO_CALLS, THIS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { JdkHook } from './jdkHook.ts';

const OWNER = 'java/lang/SluiceMakers';
const HANDLE = 'java.lang.invoke.DirectMethodHandle';
const CONSTRUCTOR = 'java.lang.reflect.Constructor';
const DEFINER = 'java.lang.invoke.MethodHandles$Lookup$ClassDefiner';
/** Of class files: from JDK 18 on Constructor.newInstance takes a method handle (JEP 416). */
const LAST_WITH_ACCESSORS = 61;

/**
 * Where code of the JDK that is left out makes objects of the program's classes: by method handles, and by reflection, whoever begins it.
 * They tell of the class when the object is there: SluiceMakers.byHandle(handle), byReflection(object).
 */
export const MADE_BY_JDK: JdkHook = {
  tells: 'madeByJdk',
  classNames: new Set([HANDLE, CONSTRUCTOR]),
  calls: (model) => (model.name.replaceAll('/', '.') === HANDLE ? ofHandles(model) : ofReflection(model)),
  lack: (className) => `Objects of the program that ${className} makes are not counted`,
};

/** The hidden class of `X::new` executes the instruction: it gets a call when it is defined. SluiceMakers.defining(this) */
export const CONSTRUCTOR_REFERENCES: JdkHook = {
  tells: 'constructorReferences',
  classNames: new Set([DEFINER]),
  calls: (model) => {
    const defining = methodOf(model, 'defineClass', '(ZLjava/lang/Object;)Ljava/lang/Class;');
    return defining === undefined
      ? null
      : new Map([[defining.index, [{ bci: 0, callee: callee('defining'), argument: THIS }]]]);
  },
  lack: () => 'Objects that constructor references make are not counted',
};

/** The handle is variable 0 up to the end. */
function ofHandles(model: ClassModel): InsertedCalls | null {
  const allocating = methodOf(model, 'allocateInstance', '(Ljava/lang/Object;)Ljava/lang/Object;');
  if (allocating === undefined) return null;
  const calls: InsertedCall[] = [];
  for (const at of instructionsOf(allocating))
    if (at.opcode === OP.areturn) calls.push({ bci: at.offset, callee: callee('byHandle'), argument: THIS });
  return calls.length === 0 ? null : new Map([[allocating.index, calls]]);
}

/** What ConstructorAccessor.newInstance has answered is put into a variable, and returned from there. */
function ofReflection(model: ClassModel): InsertedCalls | null {
  if (model.majorVersion > LAST_WITH_ACCESSORS) return NO_CALLS;
  const calls = new Map<number, readonly InsertedCall[]>();
  for (const method of model.methods) {
    let accessed = false;
    let variable: number | null = null;
    for (const at of instructionsOf(method)) {
      if (at.opcode === OP.invokeinterface)
        accessed = model.pool.memberRef(at.constantIndex).owner.endsWith('/ConstructorAccessor');
      if (at.opcode === OP.areturn && accessed && variable !== null)
        calls.set(method.index, [
          { bci: at.offset, callee: callee('byReflection'), argument: { kind: 'variable', index: variable } },
        ]);
      variable = loadedVariable(at);
    }
  }
  return calls.size === 0 ? null : calls;
}

function callee(name: string): InsertedCall['callee'] {
  return { owner: OWNER, name, descriptor: '(Ljava/lang/Object;)V' };
}

function methodOf({ methods }: ClassModel, name: string, descriptor: string): MethodModel | undefined {
  return methods.find((method) => method.name === name && method.descriptor === descriptor);
}

function* instructionsOf(method: MethodModel): Generator<InstructionCursor> {
  const code = method.readCode();
  if (code === null) return;
  for (const at = code.instructions(); at.next();) yield at;
}

/** Of aload; null: of another instruction. */
function loadedVariable(at: InstructionCursor): number | null {
  if (at.opcode === OP.aload) return at.localIndex;
  const short = at.opcode - OP.aload_0;
  return short >= 0 && short <= 3 ? short : null;
}
