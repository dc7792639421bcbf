import type { InsertedCalls } from '../../../shared/bytecode/insertedCalls.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';

/** What says which calls the code of a class has beside probes: gates and hooks. */
export interface CallSource {
  /** Whether some of its methods are to have calls. */
  hasCalls(node: ClassNode): boolean;
  /** @param model as the JVM has it, without them. @returns null: it cannot have them */
  callsOf(node: ClassNode, model: ClassModel): InsertedCalls | null;
  /**
   * The class cannot have them, and stands without: from now on callsOf answers that there are none.
   * @param refused indices of its methods that stand without; whoever can do with those of others keeps them
   */
  giveUpCalls(node: ClassNode, model: ClassModel, refused: ReadonlySet<number>): void;
}
