import { SluiceError } from '../../../shared/base/errors.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import type { PlannedMethod } from '../../../shared/instrument/instrumentationPlan.ts';
import type { ClassRefusal } from '../../../shared/messages/refusalMessages.ts';
import { SWAP_STATUS, type SwapResult } from '../../../shared/wire/controlMessage.ts';
import type { TargetAgent } from '../agent/targetAgent.ts';
import type { UnderWay } from './loadWaits.ts';
import { whyItCannotRun } from './refusedClass.ts';
import { PreparedCode } from './preparedCode.ts';
import { Subgraph, type LoadAnswer } from './revelationSubgraph.ts';
import type { Shortcomings } from './shortcomings.ts';
import type { Stopwatch } from './stopwatch.ts';

/** How long a swap looks for a class that was announced but is not defined yet. */
const DEFINE_RETRY_MS = 250;
/** Swaps that a class may miss by not being defined before it is given up. */
const MAX_MISSED_SWAPS = 3;

export interface ClassSwapsOptions {
  /** Class files that the JVM has handed out. */
  readonly files: Map<ClassId, Uint8Array>;
  /** Of all recordings of the session: tried again at the end of each. */
  readonly notRestored: Set<ClassId>;
  readonly analysis: Stopwatch;
  /** Aborted, the rest of a swap is not wanted any more. */
  readonly signal: AbortSignal | undefined;
}

const NOTHING_PLANNED: ReadonlySet<PlannedMethod> = new Set();

/**
 * The hot swaps of one recording, and what they left in the JVM. They are to run one after the other.
 *
 *     planned in the subgraph -> swap -> carries probes -> restore
 *                                  +---> refused: out of the subgraph, with the JVM's reason; or left alone, with its loader's name
 *                                  +---> not defined yet, or no answer of ours in time: with the next swap (missed); given up after the third
 */
export class ClassSwaps {
  readonly #agent: TargetAgent;
  readonly #subgraph: Subgraph;
  readonly #shortcomings: Shortcomings;
  /** What of a class carries probes in the JVM: what stays if it refuses more. */
  readonly #carried = new Map<ClassId, ReadonlySet<PlannedMethod>>();
  /** What was planned for a class when it was rewritten last: while it is swapped, more may be. */
  readonly #rewritten = new Map<ClassId, ReadonlySet<PlannedMethod>>();
  readonly #prepared: PreparedCode;
  /** Classes that came without probes, and made methods of others reachable. */
  readonly #leading = new Set<ClassId>();
  /** Classes that are not swapped for probes any more. */
  readonly #refused = new Set<ClassId>();
  readonly #notRestored: Set<ClassId>;
  /** Whoever swapped them, the tool was asked about their code. */
  readonly #handedOut = new Set<ClassId>();
  readonly #missed = new Map<ClassId, number>();
  /** Classes given up because they were not defined; if they are after all, calls of them were not counted. */
  readonly #givenUp = new Set<ClassId>();
  /** Of the swap that is under way. */
  #swapping: readonly ClassId[] = [];
  /** How many of them are done. */
  #swapped = 0;
  #isOver = false;
  #count = 0;
  #elapsedNs = 0;
  readonly #signal: AbortSignal | undefined;

  constructor(
    agent: TargetAgent,
    subgraph: Subgraph,
    shortcomings: Shortcomings,
    { files, notRestored, analysis, signal }: ClassSwapsOptions,
  ) {
    this.#signal = signal;
    this.#notRestored = notRestored;
    this.#agent = agent;
    this.#subgraph = subgraph;
    this.#shortcomings = shortcomings;
    this.#prepared = new PreparedCode(files, (classId, bytes) =>
      analysis.time(() => this.#rewrite(classId, bytes)),
    );
  }

  get count(): number {
    return this.#count;
  }

  get elapsedMs(): number {
    return this.#elapsedNs / 1e6;
  }

  /** Methods that the swap which is under way has not given their probes yet. */
  get awaitedMethods(): number {
    let methods = 0;
    for (const classId of this.#swapping.slice(this.#swapped)) {
      methods += this.#subgraph.plannedOf(classId).size - (this.#carried.get(classId)?.size ?? 0);
    }
    return Math.max(0, methods); // some may be taken out
  }

  /** Put together when it is looked at: most loads need not. @param owed classes that are swapped next */
  underWay(owed: Iterable<ClassId>): UnderWay {
    const swapping = this.#swapping;
    return {
      get classIds() {
        return new Set([...owed, ...swapping]);
      },
      carries: (planned) => this.carries(planned),
    };
  }

  /** Whether the method carries a probe in the JVM, as far as is known. */
  carries(planned: PlannedMethod): boolean {
    return this.#carried.get(planned.method.owner.classId)?.has(planned) === true;
  }

  /** The class is to come with the probes that are planned for it now, or to wait for others. */
  loaded(classId: ClassId, { bytes, toSwap, swapFirst }: LoadAnswer): void {
    if (bytes !== null) this.#carried.set(classId, this.#subgraph.plannedOf(classId));
    else if (toSwap.length > 0 || swapFirst !== 'no') this.#leading.add(classId);
  }

  /**
   * It was defined before the answer.
   * @param mayBeCalled within the subgraph
   * @returns it, to be swapped; nothing if nothing was to be put into it
   */
  loadLost(classId: ClassId, mayBeCalled: boolean): readonly ClassId[] {
    const lacksProbes = this.#carried.delete(classId);
    if (this.#isOver || !(lacksProbes || this.#leading.has(classId))) return [];
    if (mayBeCalled) this.#shortcomings.loseLoad();
    if (!lacksProbes) return [];
    this.#subgraph.loadLost(classId);
    return [classId];
  }

  /** It was to get probes and has none, for its loader does not hand on their class. */
  leaveAlone(classId: ClassId, loader: string): void {
    this.#shortcomings.leaveAlone(loader, classId, this.#subgraph.plannedOf(classId).size);
    this.#carried.delete(classId);
    this.#subgraph.refuse(classId, null);
  }

  /** The JVM hands out the code of a class, in our swap or another agent's. @returns as it is to be; null: as it is */
  handedOut(classId: ClassId, bytes: Uint8Array): Uint8Array | null {
    this.#prepared.forget(classId); // perhaps others have changed it
    return this.#rewrite(classId, bytes);
  }

  /** With the probes that are planned now, and without any in a swap of a start that was cancelled. */
  #rewrite(classId: ClassId, bytes: Uint8Array): Uint8Array | null {
    this.#handedOut.add(classId);
    if (this.#signal?.aborted === true) return Subgraph.rewriteWithout(bytes);
    const rewritten = this.#subgraph.rewrite(classId, bytes);
    this.#rewritten.set(classId, this.#subgraph.plannedOf(classId));
    return rewritten;
  }

  /** From now on swaps are small. */
  dropFiles(): void {
    this.#prepared.drop();
  }

  /** From now on no class is swapped but by `restore`. */
  end(): void {
    this.#isOver = true;
  }

  /** Swaps classes, and after them those that became reachable because something was refused. */
  async swap(classIds: Iterable<ClassId>): Promise<void> {
    for (let reached: Iterable<ClassId> = classIds; ; reached = this.#subgraph.takeReached()) {
      const next = [...reached].filter((classId) => !this.#isRefusedAsItIs(classId));
      if (next.length === 0 || this.#isOver) return;
      this.#swapping = next;
      try {
        const { results } = await this.#agent.retransform(next, DEFINE_RETRY_MS, {
          prepare: (batch) => this.#prepared.of(batch),
          swapped: (batch, elapsedNs) => {
            this.#count++;
            this.#elapsedNs += elapsedNs;
            this.#swapped += batch.length;
            this.#signal?.throwIfAborted();
          },
        });
        for (const result of results) this.#ended(result);
      } catch (thrown) {
        // Whoever swaps again what was missed would do so for ever, and let nobody else have a turn.
        if (thrown instanceof SluiceError && thrown.code === 'target-gone') this.end();
        else for (const classId of next) if (this.#missed.has(classId)) this.#miss(classId);
        throw thrown;
      } finally {
        this.#swapping = [];
        this.#swapped = 0;
      }
    }
  }

  /** Classes that were not defined when they were to be swapped: to be swapped again, and given up after the third time. None at the end. */
  get missed(): readonly ClassId[] {
    if (this.#isOver) return [];
    return [...this.#missed.keys()].filter((classId) => !this.#givenUp.has(classId));
  }

  /** Swaps back all that may carry probes. Harmless when nothing does. */
  async restore(): Promise<void> {
    const { classes } = this.#subgraph;
    const mayCarry = [...this.#handedOut, ...this.#carried.keys(), ...this.#notRestored];
    const classIds = new Set([...mayCarry, ...this.#givenUp]);
    this.#carried.clear();
    if (classIds.size === 0) return;
    const results = await this.#agent.restore([...classIds], DEFINE_RETRY_MS);
    for (const { classId, status, message } of results) {
      if (this.#givenUp.has(classId) && status !== SWAP_STATUS.notDefinedYet)
        this.#missCalls('classTookTooLong', classId);
      if (status !== SWAP_STATUS.refused) this.#notRestored.delete(classId);
      else if (!this.#notRestored.has(classId)) {
        this.#notRestored.add(classId);
        this.#shortcomings.note('classNotRestoredYet', { class: classes.nameOf(classId), why: message });
      }
    }
  }

  #ended({ classId, status, message }: SwapResult): void {
    switch (status) {
      case SWAP_STATUS.swapped:
        this.#carried.set(classId, this.#rewritten.get(classId) ?? NOTHING_PLANNED);
        this.#missed.delete(classId);
        return;
      case SWAP_STATUS.refused:
        this.#refuse(classId, `the JVM refused it with probes: ${message}`);
        return;
      case SWAP_STATUS.cannotRun:
        this.#refuse(classId, whyItCannotRun(message), 'classCannotRun');
        return;
      case SWAP_STATUS.loaderRefuses:
        this.leaveAlone(classId, message);
        return;
      case SWAP_STATUS.unanswered:
        if (this.#carried.delete(classId)) this.#missCalls('rewriteLost', classId);
        this.#miss(classId);
        return;
      case SWAP_STATUS.notDefinedYet:
        this.#miss(classId);
        return;
      default:
        this.#subgraph.refuse(classId, message === '' ? 'it is gone or cannot be modified' : message);
    }
  }

  #refuse(classId: ClassId, reason: string, id?: ClassRefusal): void {
    this.#refused.add(classId);
    this.#subgraph.refuse(classId, reason, this.#carried.get(classId), id);
  }

  /** Nothing is to be taken out of it either. */
  #isRefusedAsItIs(classId: ClassId): boolean {
    if (!this.#refused.has(classId)) return false;
    return this.#subgraph.plannedOf(classId).size === (this.#carried.get(classId)?.size ?? 0);
  }

  /** Still not defined: its loading may have failed. Or a debugger held the agent while it asked. */
  #miss(classId: ClassId): void {
    const missed = (this.#missed.get(classId) ?? 0) + 1;
    this.#missed.set(classId, missed);
    if (missed < MAX_MISSED_SWAPS) return;
    this.#subgraph.forget(classId);
    this.#givenUp.add(classId);
  }

  #missCalls(id: 'classTookTooLong' | 'rewriteLost', classId: ClassId): void {
    this.#shortcomings.missCalls(id, { class: this.#subgraph.classes.nameOf(classId) });
  }
}
