import { SluiceError } from '../../../shared/base/errors.ts';
import { METHOD_ID_LIMIT, type MethodId } from '../../../shared/base/ids.ts';
import type { ReflectedCall } from '../../../shared/wire/controlMessage.ts';

/** Each stops a thread of the program. */
const MAX_CALLS = 10_000;
/** Of threads that do not wait, and may ask anew with each call: what is left away is asked again by the recording. */
const MAX_UNWAITED_CALLS = 1_000;
/** A million calls of methods with usual names. */
const MAX_REFLECTED_CHARS = 64 << 20;

export interface Stops {
  readonly methodIds: readonly MethodId[];
  readonly calls: readonly ReflectedCall[];
}

/** What threads wait for: methods at their first invocation, and calls by reflection, which no round has taken up yet. */
export class WaitingStops {
  #methodIds = new Set<MethodId>();
  #calls: ReflectedCall[] = [];
  /** Of all methods that were told in this recording. */
  #toldMethods = 0;
  /** Of all calls by reflection that were told in this recording: their names stay in the hierarchy. */
  #reflectedChars = 0;
  #lastToldMs = -Infinity;

  /** When something was told last, as performance.now(); -Infinity: nothing was. */
  get lastToldMs(): number {
    return this.#lastToldMs;
  }

  get isEmpty(): boolean {
    return this.#methodIds.size === 0 && this.#calls.length === 0;
  }

  /** @throws SluiceError 'protocol', which ends the session, where more are told than there can be */
  noteTold(methods: number): void {
    this.#toldMethods += methods;
    if (this.#toldMethods > METHOD_ID_LIMIT) {
      throw new SluiceError(
        'protocol',
        `The agent told of first invocations without end: ${METHOD_ID_LIMIT} methods can be in a recording, each of which is told once.`,
        'If the program means no harm, report it.',
      );
    }
  }

  addMethods(methodIds: Iterable<MethodId>): void {
    this.#lastToldMs = performance.now();
    for (const id of methodIds) this.#methodIds.add(id);
  }

  /**
   * @param isWaitedFor its thread waits for the answer
   * @throws SluiceError 'protocol', which ends the session, where no program makes so many
   */
  addCall(call: ReflectedCall, isWaitedFor = true): void {
    if (!isWaitedFor && this.#calls.length >= MAX_UNWAITED_CALLS) return;
    this.#reflectedChars += call.name.length + call.descriptor.length;
    if (this.#calls.length >= MAX_CALLS || this.#reflectedChars > MAX_REFLECTED_CHARS) {
      throw new SluiceError(
        'protocol',
        `The agent told of calls by reflection without end: ${MAX_CALLS} at a time are allowed, with names of ${MAX_REFLECTED_CHARS} characters in all.`,
        'Each is told once; if the program means no harm, report it.',
      );
    }
    this.#lastToldMs = performance.now();
    this.#calls.push(call);
  }

  /** All that wait now; those who come later are the next. */
  take(): Stops {
    const taken = { methodIds: [...this.#methodIds], calls: this.#calls };
    this.#methodIds = new Set();
    this.#calls = [];
    return taken;
  }
}
