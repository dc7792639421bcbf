import { exitCodeOfSignal } from '../../engine/jvms/exitCodeText.ts';
import { SluiceError, type SluiceErrorCode } from '../../../shared/base/errors.ts';

/** What the process ends with; documented in docs and `sluice --help`. */
export const EXIT = {
  good: 0,
  /** A file that could not be read or written or is no recording, no memory for it, or a bug of Sluice. */
  failed: 1,
  /** Bad arguments, an unknown method or thread, or a method that cannot be measured. */
  usage: 2,
  cannotAttach: 3,
  /** The target ended before anything was recorded. */
  targetGone: 4,
  /** `diff --fail-on`: a gate failed. `watch`: a limit is exceeded. `threads`: some wait for each other in a circle. */
  gateFailed: 5,
} as const;

const EXIT_OF_ERROR: { readonly [Code in SluiceErrorCode]: number } = {
  usage: EXIT.usage,
  'root-not-found': EXIT.usage,
  'not-instrumentable': EXIT.usage,
  'not-found': EXIT.cannotAttach,
  'not-attachable': EXIT.cannotAttach,
  'attach-failed': EXIT.cannotAttach,
  version: EXIT.cannotAttach,
  busy: EXIT.cannotAttach,
  agent: EXIT.cannotAttach,
  'target-gone': EXIT.targetGone,
  protocol: EXIT.failed,
  io: EXIT.failed,
  memory: EXIT.failed,
};

export function exitCodeOf(thrown: unknown): number {
  return thrown instanceof SluiceError ? EXIT_OF_ERROR[thrown.code] : EXIT.failed;
}

/** What a command ends with that was asked to end before it had anything, or twice. @param interrupt of Interrupts */
export function exitCodeOfInterrupt(interrupt: AbortSignal): number {
  return exitCodeOfSignal(interrupt.reason as NodeJS.Signals);
}
