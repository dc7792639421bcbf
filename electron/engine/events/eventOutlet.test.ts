import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ThreadId } from '../../../shared/base/ids.ts';
import type { EventSink } from '../../../shared/events/eventSink.ts';
import { noteText } from '../../../shared/messages/noteMessages.ts';
import { BlockDecoder } from '../../../shared/wire/blockDecoder.ts';
import { BlockEncoder } from '../../../shared/wire/blockEncoder.ts';
import { EventOutlet } from './eventOutlet.ts';
import { RecordingSpool } from './recordingSpool.ts';

const MAIN = 1 as ThreadId;
const POOL = 2 as ThreadId;
const VIRTUAL = 3 as ThreadId;

let outlet: EventOutlet;
let blocks: BlockEncoder;
let notes: string[];
let failures: number;

beforeEach(() => {
  notes = [];
  blocks = new BlockEncoder();
  failures = 0;
  outlet = new EventOutlet(
    (id, details) => notes.push(noteText(id, details)),
    () => failures++,
  );
});
afterEach(() => outlet.close());

/** What a reader understands of the stream, in order: "start", "1 main", "3 virtual", "1: 2 events", "end 1". */
class Reader {
  readonly seen: string[] = [];
  readonly #decoder = new BlockDecoder({
    events: (threadId, _timed, _words, eventCount) => this.seen.push(`${threadId}: ${eventCount} events`),
    thread: (threadId, name, virtual) => this.seen.push(`${threadId} ${virtual ? 'virtual' : name}`),
    threadEnd: (threadId) => this.seen.push(`end ${threadId}`),
    recordingStart: () => this.seen.push('start'),
  } satisfies EventSink);
  readonly take = (bytes: Uint8Array): void => this.#decoder.feed(bytes);
}

/** Takes nothing more, as the socket of a page that is gone. */
const gone = (): Promise<never> => Promise.reject(new Error('hung up'));
const events = (threadId: ThreadId, count: number): Uint8Array =>
  blocks.events(threadId, false, new Uint32Array(2 * count).fill(16), 0);

/** A page that read a whole recording with two threads, and went away. */
async function recordedOnce(): Promise<Reader> {
  const first = new Reader();
  outlet.setReader(first.take, 'page');
  await outlet.beginRecording();
  await outlet.take(blocks.thread(MAIN, 'main', false));
  await outlet.take(events(MAIN, 2));
  await outlet.take(blocks.thread(POOL, 'pool-1', false));
  await outlet.take(blocks.thread(VIRTUAL, 'v', true));
  outlet.setReader(null, 'page');
  return first;
}

describe('a page that was loaded anew', () => {
  it('sees the whole recording, also what came while no page was there', async () => {
    const first = await recordedOnce();
    await outlet.take(events(POOL, 3));
    const second = new Reader();
    outlet.setReader(second.take, 'page');
    await outlet.take(events(MAIN, 1));
    expect(first.seen).toEqual(['start', '1 main', '1: 2 events', '2 pool-1', '3 virtual']);
    expect(second.seen).toEqual(['start', 'start', ...first.seen.slice(1), '2: 3 events', '1: 1 events']);
    expect(outlet.complete).toBe(true);
    expect(notes).toEqual([]);
  });

  it('knows the threads that earlier recordings announced and that live', async () => {
    await recordedOnce();
    await outlet.take(blocks.threadEnd(POOL));
    outlet.setReader(new Reader().take, 'page');
    await outlet.beginRecording();
    await outlet.take(events(MAIN, 1));
    const third = new Reader();
    outlet.setReader(third.take, 'page');
    await outlet.settle();
    expect(third.seen).toEqual(['start', '1 main', '3 virtual', 'start', '1: 1 events']);
  });

  it('gets what the page before did not take any more', async () => {
    const cut = new Reader();
    outlet.setReader(cut.take, 'page');
    await outlet.beginRecording();
    outlet.setReader(gone, 'page');
    await outlet.take(blocks.thread(MAIN, 'main', false));
    expect(outlet).toMatchObject({ hasReader: false, lostReader: true, complete: true });
    await outlet.take(events(MAIN, 1));
    const second = new Reader();
    outlet.setReader(second.take, 'page');
    await outlet.settle();
    expect(second.seen.slice(-2)).toEqual(['1 main', '1: 1 events']);
  });

  it('sees the blocks in order wherever the pieces of the stream are cut', async () => {
    const first = new Reader();
    outlet.setReader(first.take, 'page');
    await outlet.beginRecording();
    const stream = Buffer.concat([blocks.thread(MAIN, 'main', false), events(MAIN, 5), events(MAIN, 7)]);
    const readers = [first];
    for (let at = 0; at < stream.byteLength; at += 24) {
      if (at % 48 === 0) {
        const reader = new Reader();
        readers.push(reader);
        outlet.setReader(reader.take, 'page');
      }
      await outlet.take(stream.subarray(at, at + 24));
    }
    expect(readers.at(-1)?.seen).toEqual(['start', 'start', '1 main', '1: 5 events', '1: 7 events']);
  });
});

describe('a recording that is longer than what is kept', () => {
  beforeEach(() => {
    outlet = new EventOutlet(
      (id, details) => notes.push(noteText(id, details)),
      () => failures++,
      () => new RecordingSpool(600),
    );
  });

  it('is complete for the page that sees all of it', async () => {
    const reader = new Reader();
    outlet.setReader(reader.take, 'page');
    await outlet.beginRecording();
    await outlet.take(blocks.thread(MAIN, 'main', false));
    for (let i = 0; i < 10; i++) await outlet.take(events(MAIN, 10));
    expect(reader.seen).toHaveLength(12);
    expect(outlet.complete).toBe(true);
  });

  it('is shown in part to a page that was loaded anew, which is told so; the next recording is whole again', async () => {
    outlet.setReader(new Reader().take, 'page');
    await outlet.beginRecording();
    await outlet.take(blocks.thread(MAIN, 'main', false));
    const block = events(MAIN, 60); // 512 bytes: the limit is within it
    await outlet.take(block.subarray(0, 400));
    await outlet.take(block.subarray(400));
    await outlet.take(blocks.thread(POOL, 'pool-1', false));
    const second = new Reader();
    outlet.setReader(second.take, 'page');
    await outlet.take(events(MAIN, 1));
    expect(second.seen).toEqual(['start', 'start', '1 main']);
    expect(outlet.complete).toBe(false);
    expect(notes.join()).toContain('loaded anew. Of this recording only the first 0 MiB');
    await outlet.beginRecording();
    await outlet.take(events(POOL, 1));
    expect(second.seen.slice(3)).toEqual(['start', '1 main', '2 pool-1', 'start', '2: 1 events']);
    expect(outlet.complete).toBe(true);
  });

  it('is not complete when nobody takes the rest', async () => {
    outlet.setReader(new Reader().take, 'page');
    await outlet.beginRecording();
    outlet.setReader(null, 'page');
    for (let i = 0; i < 10; i++) await outlet.take(events(MAIN, 10));
    expect(outlet.complete).toBe(false);
  });
});

it('knows how much the present reader has been given, what was replayed to it included', async () => {
  const bytesOf = (): { readonly take: (bytes: Uint8Array) => void; taken: number } => ({
    taken: 0,
    take(bytes) {
      this.taken += bytes.byteLength;
    },
  });
  const [first, second] = [bytesOf(), bytesOf()];
  outlet.setReader((bytes) => first.take(bytes), 'page');
  await outlet.beginRecording();
  await outlet.take(blocks.thread(MAIN, 'main', false));
  await outlet.take(events(MAIN, 2));
  expect(outlet.givenBytes()).toBe(first.taken);
  outlet.setReader((bytes) => second.take(bytes), 'page');
  await outlet.settle();
  await outlet.take(events(MAIN, 5));
  expect(outlet.givenBytes()).toBe(second.taken);
  expect(second.taken).toBeGreaterThan(first.taken);
});

describe('a second window', () => {
  it('is given the recording so far, and from then on both are given all of it', async () => {
    const [first, second] = [new Reader(), new Reader()];
    outlet.addReader(first.take, 'page', 'a');
    await outlet.beginRecording();
    await outlet.take(blocks.thread(MAIN, 'main', false));
    await outlet.take(events(MAIN, 2));
    outlet.addReader(second.take, 'page', 'b');
    await outlet.take(events(MAIN, 1));
    expect(first.seen).toEqual(['start', '1 main', '1: 2 events', '1: 1 events']);
    expect(second.seen).toEqual(['start', ...first.seen]);
    expect(outlet.givenBytes('b')).toBeGreaterThan(outlet.givenBytes('a'));
    expect(outlet.givenBytes('c')).toBe(0);
  });

  it('keeps the recording going when the other one is closed, or fails', async () => {
    const stays = new Reader();
    const leaves = new Reader();
    outlet.addReader(stays.take, 'page', 'a');
    outlet.addReader(leaves.take, 'page', 'b');
    outlet.addReader(gone, 'page', 'c');
    await outlet.beginRecording();
    outlet.removeReader(leaves.take);
    await outlet.take(blocks.thread(MAIN, 'main', false));
    expect(stays.seen.slice(-2)).toEqual(['start', '1 main']);
    expect(leaves.seen.at(-1)).toBe('start');
    expect(outlet).toMatchObject({ hasReader: true, lostReader: false, complete: true });
    expect(failures).toBe(0);
    outlet.removeReader(stays.take);
    expect(outlet).toMatchObject({ hasReader: false, lostReader: true });
  });

  it('holds the pump back while it does not read', async () => {
    let taken = (): void => {};
    outlet.addReader(new Reader().take, 'page', 'a');
    outlet.addReader(() => new Promise((resolve) => (taken = resolve)), 'page', 'b');
    let isDone = false;
    const given = outlet.beginRecording().then(() => (isDone = true));
    await outlet.settle();
    expect(isDone).toBe(false);
    taken();
    await given;
  });
});

it('a reader in this process that fails leaves the recording incomplete, and says why', async () => {
  outlet.setReader(gone, 'inProcess');
  await outlet.beginRecording();
  expect(outlet.complete).toBe(false);
  expect(notes).toEqual(['The reader of the events failed: hung up']);
  expect(failures).toBe(1);
});

it('a reader in this process that has no more memory says that, and leaves the recording incomplete', async () => {
  outlet.setReader(() => void new Uint8Array(2 ** 53), 'inProcess');
  await outlet.beginRecording();
  expect(outlet.complete).toBe(false);
  expect(notes).toEqual([expect.stringMatching(/^There was no memory for more of the call tree: .*length/)]);
  expect(failures).toBe(1);
});
