import { SluiceError } from '../base/errors.ts';

/** @param what "it was cut in a class" */
export function damagedDump(what: string): SluiceError {
  return new SluiceError(
    'io',
    `The heap dump is damaged: ${what}.`,
    'Copy it again, or make a new one: sluice heap PID --output FILE.hprof.',
  );
}

/** It may be a good file, but this reader takes none like it. */
export function foreignDump(what: string, remedy: string): SluiceError {
  return new SluiceError('io', `The file is no heap dump that Sluice reads: ${what}.`, remedy);
}

/** It needs more than the reader may take. */
export function tooLargeDump(what: string): SluiceError {
  return tooLarge(what, 'Give Sluice more memory: --memory, or a machine that has it.');
}

/** It is beyond DUMP_LIMITS, which hold whatever memory there is. */
export function dumpBeyondLimits(what: string): SluiceError {
  return tooLarge(
    what,
    'More memory does not help: Sluice reads no larger one. Make a dump of a smaller program.',
  );
}

function tooLarge(what: string, remedy: string): SluiceError {
  return new SluiceError('memory', `The heap dump is too large: ${what}.`, remedy);
}
