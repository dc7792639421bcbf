import {
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SluiceError } from '../../../shared/base/errors.ts';
import {
  CONSUMED_BYTES_OFFSET,
  MIN_RING_BYTES,
  PRODUCED_BYTES_OFFSET,
  RING_OFFSET,
  WORK_STEPS_OFFSET,
  readPosition,
  writePosition,
} from '../../../shared/wire/eventFileLayout.ts';
import { EventFile } from './eventFile.ts';
import { EventPump, type EventRing } from './eventPump.ts';
import { waitUntil } from '../testing/javaFixture.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  path = join(folder, 'events');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** The agent's side of an event file. */
class FileWriter {
  readonly #file = openSync(path, 'r+');
  readonly #position = new DataView(new ArrayBuffer(8));
  produced = 0;

  consumed(): number {
    readSync(this.#file, new Uint8Array(this.#position.buffer), 0, 8, CONSUMED_BYTES_OFFSET);
    return readPosition(this.#position, 0);
  }

  /** Writes bytes that say where in the stream they are; must not cross the ring's end. */
  write(count: number): void {
    const bytes = new Uint8Array(count).map((_, i) => byteAt(this.produced + i));
    writeSync(this.#file, bytes, 0, count, RING_OFFSET + (this.produced % MIN_RING_BYTES));
    this.publish(this.produced + count);
  }

  publish(position: number): void {
    this.produced = position;
    writePosition(this.#position, 0, position);
    writeSync(this.#file, new Uint8Array(this.#position.buffer), 0, 8, PRODUCED_BYTES_OFFSET);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const byteAt = (position: number): number => (position * 31 + (position >> 8)) & 0xff;

describe('EventFile', () => {
  it('is private, exclusive and written in full', () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const stat = statSync(path);
    expect(stat.mode & 0o777).toBe(0o600);
    expect(stat.size).toBe(RING_OFFSET + MIN_RING_BYTES);
    expect(stat.blocks * 512).toBeGreaterThanOrEqual(stat.size);
    expect(() => EventFile.create(path, MIN_RING_BYTES)).toThrow(/could not be made/);
    file.close();
    file.close();
  });

  it('shows the agent each step of long work, and no more once it is closed', () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const steps = (): bigint => readFileSync(path).readBigUInt64LE(WORK_STEPS_OFFSET);
    expect(steps()).toBe(0n);
    file.noteWorkStep();
    file.noteWorkStep();
    expect(steps()).toBe(2n);
    file.close();
    file.noteWorkStep();
    expect(steps()).toBe(2n);
  });
});

describe('EventPump', () => {
  it('hands on every byte once and in order, over many turns of the ring', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    let taken = 0;
    let wrong = 0;
    const pump = new EventPump(file, (bytes) => {
      for (let i = 0; i < bytes.length; i++) if (bytes[i] !== byteAt(taken + i)) wrong++;
      taken += bytes.length;
    });
    const failures: SluiceError[] = [];
    pump.start((error) => failures.push(error));
    for (let written = 0; written < 5 * MIN_RING_BYTES;) {
      const untilWrap = MIN_RING_BYTES - (written % MIN_RING_BYTES);
      const count = Math.min(untilWrap, 8 * (1 + (written % 9973)));
      await waitUntil(() => written + count - writer.consumed() <= MIN_RING_BYTES, 'room in the ring');
      writer.write(count);
      written += count;
    }
    await pump.stop();
    expect({ taken, wrong, failures }).toEqual({ taken: 5 * MIN_RING_BYTES, wrong: 0, failures: [] });
    expect(writer.consumed()).toBe(taken);
    writer.close();
    file.close();
  });

  it('says when all that was there has been taken, also when it is not running', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    let taken = 0;
    const pump = new EventPump(file, (bytes) => void (taken += bytes.length));
    await pump.caughtUp();
    writer.write(64);
    pump.start(() => {});
    await pump.caughtUp();
    expect(taken).toBe(64);
    await pump.caughtUp();
    writer.write(8);
    await pump.caughtUp();
    expect(taken).toBe(72);
    await pump.stop();
    writer.close();
    file.close();
  });

  it('gives room back only when the consumer has taken the bytes', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    let release: () => void = () => {};
    let asked = 0;
    const pump = new EventPump(file, () => {
      asked++;
      return new Promise<void>((resolve) => (release = resolve));
    });
    pump.start(() => {});
    writer.write(64);
    await waitUntil(() => asked === 1, 'the consumer');
    expect(writer.consumed()).toBe(0);
    release();
    await waitUntil(() => writer.consumed() === 64, 'the acknowledgement');
    await pump.stop();
    writer.close();
    file.close();
  });

  it('stops at what was there when it was asked to, though the target goes on producing', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    let taken = 0;
    const pump = new EventPump(file, (bytes) => {
      taken += bytes.length;
      writer.write(4096); // as fast as it is taken
    });
    writer.write(8192);
    pump.start((error) => expect.fail(error.message));
    const stopped = pump.stop();
    const asked = writer.produced;
    await stopped;
    expect([taken, pump.consumedBytes]).toEqual([asked, asked]);
    expect(writer.produced).toBeGreaterThan(asked);
    file.close();
    writer.close();
  });

  it('takes nothing while it rests, and all of it afterwards', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    const takenAtMs: number[] = [];
    const pump = new EventPump(file, () => void takenAtMs.push(performance.now()));
    pump.rest(100);
    const restedFromMs = performance.now();
    pump.start((error) => expect.fail(error.message));
    writer.write(8192);
    await pump.stop();
    expect(takenAtMs[0] - restedFromMs).toBeGreaterThan(90);
    expect(pump.consumedBytes).toBe(writer.produced);
    file.close();
    writer.close();
  });

  it('gives up a consumer that has not taken the rest in time, and says so', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    const told: string[] = [];
    const pump = new EventPump(file, () => new Promise<never>(() => {}));
    writer.write(8192);
    pump.start(({ message }) => told.push(message));
    await pump.stop(20);
    expect(told).toEqual(['The last events were not taken within 0.02 s.']);
    file.close();
    writer.close();
  });

  it('gives it up after 30 s unless told otherwise', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told: string[] = [];
    const ring = new MemoryRing(256);
    let asked = false;
    const pump = new EventPump(ring, () => {
      asked = true;
      return new Promise<never>(() => {});
    });
    ring.writeWord();
    pump.start(({ message }) => told.push(message));
    expect(asked).toBe(true);
    const stopped = pump.stop();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['The last events were not taken within 30 s.']);
    await stopped;
  });

  it('says that a position makes no sense also when it is asked to stop', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    const told: string[] = [];
    const pump = new EventPump(file, () => {});
    pump.start(({ message }) => told.push(message));
    writer.publish(2 * MIN_RING_BYTES);
    await pump.stop();
    expect(told).toEqual([expect.stringMatching(/^Event file: produced position 2097152/)]);
    file.close();
    writer.close();
  });

  it('says that the file was cut short when what it gives back has made the header again, of zeros', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    writer.write(4_096);
    const told: string[] = [];
    const pump = new EventPump(file, () => truncateSync(path, 0));
    pump.start(({ message }) => told.push(message));
    await waitUntil(() => told.length > 0, 'the failure');
    await pump.stop();
    expect(told).toEqual([`The event file ends at byte ${CONSUMED_BYTES_OFFSET + 8}: it was cut short.`]);
    file.close();
    writer.close();
  });

  it('can be started again after a stop', async () => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    let taken = 0;
    const pump = new EventPump(file, (bytes) => void (taken += bytes.length));
    for (const count of [8, 16]) {
      pump.start(() => {});
      writer.write(count);
      await pump.stop();
    }
    expect(taken).toBe(24);
    writer.close();
    file.close();
  });

  it.each([
    ['before what was consumed', 8],
    ['more than a ring ahead', 4096 + MIN_RING_BYTES + 16],
    ['at no block border', 4096 + 9],
  ])('fails once when the produced position is %s', async (_, position) => {
    const file = EventFile.create(path, MIN_RING_BYTES);
    const writer = new FileWriter();
    const pump = new EventPump(file, () => {});
    const failures: SluiceError[] = [];
    pump.start((error) => failures.push(error));
    writer.write(4096);
    await waitUntil(() => writer.consumed() === 4096, 'the first bytes');
    writer.publish(position);
    await waitUntil(() => failures.length > 0, 'the failure');
    await pump.stop();
    expect(failures.map((failure) => failure.code)).toEqual(['protocol']);
    writer.close();
    file.close();
  });

  it('moves any schedule of blocks without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), { maxLength: 60 }),
        async (steps) => {
          const ring = new MemoryRing(256);
          const taken: number[] = [];
          const pump = new EventPump(ring, async (bytes) => {
            await new Promise(setImmediate);
            taken.push(...bytes);
          });
          pump.start((error) => expect.unreachable(error.message));
          for (const [words, wait] of steps) {
            if (wait) await new Promise(setImmediate);
            for (let i = 0; i < words; i++) {
              while (!ring.writeWord()) await new Promise(setImmediate);
            }
          }
          await pump.stop();
          expect(taken).toEqual(Array.from({ length: ring.producedBytes() }, (_, i) => byteAt(i)));
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** A ring in memory whose bytes say where in the stream they are. */
class MemoryRing implements EventRing {
  readonly ringBytes: number;
  readonly #bytes: Uint8Array;
  #produced = 0;
  #consumed = 0;

  constructor(ringBytes: number) {
    this.ringBytes = ringBytes;
    this.#bytes = new Uint8Array(ringBytes);
  }

  writeWord(): boolean {
    if (this.#produced + 8 - this.#consumed > this.ringBytes) return false;
    for (let i = 0; i < 8; i++)
      this.#bytes[(this.#produced + i) % this.ringBytes] = byteAt(this.#produced + i);
    this.#produced += 8;
    return true;
  }

  producedBytes(): number {
    return this.#produced;
  }

  checkWhole(): void {}

  read(target: Uint8Array, position: number): void {
    const at = position % this.ringBytes;
    target.set(this.#bytes.subarray(at, at + target.length));
  }

  acknowledge(position: number): void {
    this.#consumed = position;
  }
}
