import { crc32 } from '../../../shared/base/crc32.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { PreparedClass } from '../../../shared/wire/controlMessage.ts';
import { TurnBudget } from '../process/turnBudget.ts';

/** What a command may hold is 32 MiB: the JVM has it all in its heap. */
const MAX_PREPARED_BYTES = 8 << 20;

/** By this the agent knows the code of which a class was made. Not against anybody's will: who changes a class does not hide it. */
export function sourceOf(bytes: Uint8Array): number {
  return bytes.length * 2 ** 32 + crc32(bytes);
}

/**
 * Classes rewritten before the swap that hands them out, from the class files that a start has read: the JVM need not ask about each,
 * and the tool works while the JVM swaps the classes before. Where the JVM hands out other code, the agent asks all the same.
 */
export class PreparedCode {
  readonly #files: Map<ClassId, Uint8Array>;
  readonly #rewrite: (classId: ClassId, bytes: Uint8Array) => Uint8Array | null;

  /** @param files as the JVM has handed them out; it lets go of them */
  constructor(
    files: Map<ClassId, Uint8Array>,
    rewrite: (classId: ClassId, bytes: Uint8Array) => Uint8Array | null,
  ) {
    this.#files = files;
    this.#rewrite = rewrite;
  }

  /** @returns the classes that are known, up to 8 MiB of code */
  async of(classIds: readonly ClassId[]): Promise<readonly PreparedClass[]> {
    const prepared: PreparedClass[] = [];
    const budget = new TurnBudget();
    let preparedBytes = 0;
    for (const classId of classIds) {
      const bytes = this.#files.get(classId);
      if (bytes === undefined) continue;
      budget.begin();
      const rewritten = this.#rewrite(classId, bytes) ?? NOTHING;
      prepared.push({ classId, source: sourceOf(bytes), rewritten });
      const nextTurn = budget.end();
      preparedBytes += rewritten.length;
      if (preparedBytes > MAX_PREPARED_BYTES) break;
      if (nextTurn !== null) await nextTurn;
    }
    return prepared;
  }

  /** The recording runs: what comes is few classes at a time, and their files take memory. */
  drop(): void {
    this.#files.clear();
  }

  /** The agent asks about it: from now on it does so each time. */
  forget(classId: ClassId): void {
    this.#files.delete(classId);
  }
}

const NOTHING = new Uint8Array();
