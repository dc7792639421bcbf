import type { InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';

/** A call that is put into code of the JDK's own, which carries no probes: it tells them what no measured method could. */
export interface JdkHook {
  /** What it tells of. */
  readonly tells:
    | 'hiddenDefinitions'
    | 'threadStarts'
    | 'reflectiveCalls'
    | 'handleCalls'
    | 'allocations'
    | 'transformers'
    | 'madeByJdk'
    | 'constructorReferences';
  /** As Class.getName(). */
  readonly classNames: ReadonlySet<string>;
  /** @returns the calls that a class gets; null if it does its work in a way that is not known */
  readonly calls: (model: ClassModel) => InsertedCalls | null;
  /** What is not measured without it, a sentence without its end. */
  readonly lack: (className: string) => string;
}
