import type { CodeModel } from '../classfile/codeModel.ts';
import { readExceptionTable, type ExceptionHandler } from '../classfile/exceptionTable.ts';
import { malformedClass } from '../classfile/malformedClass.ts';
import type { CodeLayout } from './codeLayout.ts';
import type { Relocation } from './relocation.ts';

/** The method's own exception table where the relocation puts it. @throws SluiceError if a handler is at no instruction */
export function relocatedHandlers(
  code: CodeModel,
  layout: CodeLayout,
  relocation: Relocation,
): ExceptionHandler[] {
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
