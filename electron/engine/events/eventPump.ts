import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { assert } from '../../../shared/base/assert.ts';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { EventConsumer } from '../../../shared/ipc/engineClient.ts';
import { BLOCK_ALIGNMENT_BYTES } from '../../../shared/wire/blockLayout.ts';

/** The ring as the pump needs it; EventFile is one. */
export interface EventRing {
  readonly ringBytes: number;
  producedBytes(): number;
  /** @throws SluiceError when a part of it is gone: then its positions make no sense either */
  checkWhole(): void;
  read(target: Uint8Array, position: number): void;
  acknowledge(position: number): void;
}

/** One turn's worth: a decoder needs 1 to 2 ms for it, and the control connection is served between turns. */
const CHUNK_BYTES = 1 << 20;
const BUSY_POLL_MS = 1;
const IDLE_POLL_MS = 10;
/** A ring of 16 MiB is taken in a tenth of a second. */
const STOP_DEADLINE_MS = 30_000;
/** Empty looks at the ring before the pauses begin to grow. */
const BUSY_POLLS = 50;

/**
 * Moves events from the ring to a consumer: looks every 1 ms while events come and every 10 ms when none do (a look
 * costs 0.9 us; a notification would cost the target 32-38 us per block), and gives room back only for what the consumer
 * has taken.
 */
export class EventPump {
  readonly #ring: EventRing;
  readonly #consume: EventConsumer;
  readonly #chunk: Uint8Array;
  #consumedBytes = 0;
  #running: Promise<void> | null = null;
  /** Who waits until so many bytes have been taken. */
  readonly #waiting = new Set<{ readonly bytes: number; readonly resolve: () => void }>();
  /** The position up to which it goes on; Infinity: no end is asked for. */
  #endBytes = Infinity;
  /** When it goes on after a rest, by performance.now(). */
  #restsUntilMs = 0;
  #onFailure: (error: SluiceError) => void = () => {};

  constructor(ring: EventRing, consume: EventConsumer) {
    this.#ring = ring;
    this.#consume = consume;
    this.#chunk = new Uint8Array(Math.min(CHUNK_BYTES, ring.ringBytes));
  }

  /** What the ring holds at most. */
  get ringBytes(): number {
    return this.#ring.ringBytes;
  }

  /** Bytes handed on since the ring was made. */
  get consumedBytes(): number {
    return this.#consumedBytes;
  }

  /** @param onFailure called at most once: the ring cannot be read, or its positions make no sense */
  start(onFailure: (error: SluiceError) => void): void {
    assert(this.#running === null, 'the pump starts once at a time');
    this.#endBytes = Infinity;
    this.#onFailure = onFailure;
    this.#running = this.#run()
      .catch((thrown: unknown) => {
        onFailure(
          thrown instanceof SluiceError
            ? thrown
            : new SluiceError('io', `The event stream failed: ${messageOf(thrown)}.`, '', { cause: thrown }),
        );
      })
      .finally(() => this.#wakeWaiting(Infinity));
  }

  /**
   * Takes nothing for so long, and the threads of the target wait once the ring is full. What comes until a target has heard that it shall
   * stop is a ring at most then, however fast it is.
   */
  rest(ms: number): void {
    this.#restsUntilMs = performance.now() + ms;
  }

  /** Resolves when everything that was produced before the call has been taken, or the pump has stopped. */
  caughtUp(): Promise<void> {
    return new Promise((resolve, reject) => {
      try {
        this.#waiting.add({ bytes: this.#produced(), resolve });
        if (this.#running === null) this.#wakeWaiting(Infinity);
      } catch (thrown) {
        reject(thrown);
      }
    });
  }

  /**
   * Resolves when everything that was produced before the call has been taken, and nothing that came later: a target that goes
   * on producing must not keep it from ending. A consumer that has not taken it in time is given up.
   */
  async stop(deadlineMs = STOP_DEADLINE_MS): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#endBytes = Math.min(this.#endBytes, this.#positionNow());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, deadlineMs, 'late')));
    if ((await Promise.race([running, late])) === 'late') {
      this.#endBytes = this.#consumedBytes;
      this.#onFailure(
        new SluiceError(
          'io',
          `The last events were not taken within ${deadlineMs / 1_000} s.`,
          'The recording up to there is kept. If the machine was busy, record again.',
        ),
      );
    }
    clearTimeout(timer);
    this.#running = null;
  }

  /** Infinity where it makes no sense: the loop says so, and ends. */
  #positionNow(): number {
    try {
      return this.#produced();
    } catch {
      return Infinity;
    }
  }

  async #run(): Promise<void> {
    let emptyPolls = 0;
    while (this.#consumedBytes < this.#endBytes) {
      if (this.#restMs > 0) await delay(this.#restMs);
      const produced = Math.min(this.#produced(), this.#endBytes);
      if (produced > this.#consumedBytes) {
        emptyPolls = 0;
        await this.#move(produced);
        this.#wakeWaiting(this.#consumedBytes);
      } else {
        this.#wakeWaiting(this.#consumedBytes);
        emptyPolls++;
        const idleMs = BUSY_POLL_MS + Math.max(0, emptyPolls - BUSY_POLLS) / 10;
        await delay(Math.min(IDLE_POLL_MS, idleMs));
      }
    }
  }

  #wakeWaiting(takenBytes: number): void {
    for (const waiting of this.#waiting) {
      if (waiting.bytes > takenBytes) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }

  /** Hands on [consumed, produced), in pieces that end at the ring's end. */
  async #move(produced: number): Promise<void> {
    while (this.#consumedBytes < Math.min(produced, this.#endBytes)) {
      const untilWrap = this.#ring.ringBytes - (this.#consumedBytes % this.#ring.ringBytes);
      const count = Math.min(produced - this.#consumedBytes, untilWrap, this.#chunk.byteLength);
      const bytes = this.#chunk.subarray(0, count);
      this.#ring.read(bytes, this.#consumedBytes);
      await this.#consume(bytes);
      this.#consumedBytes += count;
      this.#ring.acknowledge(this.#consumedBytes);
      await nextTurn();
      if (this.#restMs > 0) await delay(this.#restMs);
    }
  }

  /** How long it still rests. */
  get #restMs(): number {
    return this.#restsUntilMs - performance.now();
  }

  /** The agent's position, checked: it is written by another process. */
  #produced(): number {
    const produced = this.#ring.producedBytes();
    const waiting = produced - this.#consumedBytes;
    if (waiting < 0 || waiting > this.#ring.ringBytes || produced % BLOCK_ALIGNMENT_BYTES !== 0) {
      this.#ring.checkWhole();
      throw new SluiceError(
        'protocol',
        `Event file: produced position ${produced}, consumed ${this.#consumedBytes}, ring of ${this.#ring.ringBytes} bytes: ` +
          'the difference must be from 0 to the size of the ring, and a multiple of 8',
        'The recording up to here is kept. If it comes back, report it.',
      );
    }
    return produced;
  }
}
