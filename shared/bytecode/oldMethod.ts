import type { ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import type { CodeLayout } from './codeLayout.ts';

/** One method as its class file has it. */
export interface OldMethod {
  readonly model: ClassModel;
  readonly method: MethodModel;
  readonly code: CodeModel;
  readonly layout: CodeLayout;
}
