import type { MethodId } from '../base/ids.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { BciRange } from './bciRange.ts';
import type { OldMethod } from './oldMethod.ts';
import type { Insertion } from './relocation.ts';

/** Of a method that tells of its entry and its end. */
export interface TimedMethod {
  readonly methodId: MethodId;
  /** The variable that holds its probe. */
  readonly local: number;
  /** Where it cannot be left without an exit or a handler of ours; by rising bci. */
  readonly told: readonly BciRange[];
}

/** What one kind of probe puts into one method. */
export interface ProbeParts {
  readonly insertions: readonly Insertion[];
  /** Of variables that are held from the entry to the end. */
  readonly types: readonly VerificationType[];
  /** Those variables, and behind them such that hold something between two packets only: no frame names them. */
  readonly slots: number;
  /** Before the entry packet. */
  readonly begin: readonly number[];
  /** Before exits. */
  readonly told: readonly number[];
  /** Behind that, where the method leaves by an exception. */
  readonly failed: readonly number[];
  /** Before a constructor waits for the one that it calls. */
  readonly waiting: readonly number[];
  /** Pushes one more argument of the exits. */
  readonly exitValue: readonly number[];
  /** Slots that its packets need on top of what the method has on its stack. */
  readonly stack: number;
  /** Slots that exits need more than without it. */
  readonly exitStack: number;
}

export const NO_PARTS: ProbeParts = {
  ...{ insertions: [], types: [], slots: 0, begin: [], told: [], failed: [], waiting: [], exitValue: [] },
  ...{ stack: 0, exitStack: 0 },
};

/** One kind of probe, for the methods of one class. A method may have several kinds: they are placed in one pass (probeKinds.ts). */
export interface ProbeKind {
  /**
   * @param timed null: the method does not tell of its entry, so it has no probe, no exit and no handlers of ours
   * @param free  the first variable that nothing else has
   * @returns null if the constant pool is full
   */
  place(method: OldMethod, timed: TimedMethod | null, free: number): ProbeParts | null;
}

/**
 * All kinds of one method as if they were one. Their variables stand behind each other from `free` on; at one place the packets of
 * the last kind come first.
 */
export function placeAll(
  kinds: readonly ProbeKind[],
  method: OldMethod,
  timed: TimedMethod | null,
  free: number,
): ProbeParts | null {
  let all = NO_PARTS;
  for (const kind of kinds) {
    const parts = kind.place(method, timed, free + all.slots);
    if (parts === null) return null;
    if (parts !== NO_PARTS) all = all === NO_PARTS ? parts : both(all, parts);
  }
  return all;
}

function both(first: ProbeParts, second: ProbeParts): ProbeParts {
  return {
    insertions: [...second.insertions, ...first.insertions],
    types: second.types.length === 0 ? first.types : [...padded(first), ...second.types],
    slots: first.slots + second.slots,
    begin: [...second.begin, ...first.begin],
    told: [...second.told, ...first.told],
    failed: [...second.failed, ...first.failed],
    waiting: [...second.waiting, ...first.waiting],
    exitValue: [...first.exitValue, ...second.exitValue],
    stack: Math.max(first.stack, second.stack),
    exitStack: first.exitStack + second.exitStack,
  };
}

/** With the variables that no frame names: others stand behind them. */
function padded({ types, slots }: ProbeParts): readonly VerificationType[] {
  const named = types.reduce((sum, { kind }) => sum + (kind === 'long' || kind === 'double' ? 2 : 1), 0);
  return [...types, ...Array.from({ length: slots - named }, (): VerificationType => ({ kind: 'top' }))];
}
