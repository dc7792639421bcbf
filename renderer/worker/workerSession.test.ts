import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import { decodeSnapshot, encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import type { FromCctWorker, MethodName, NamedBytes, ToCctWorker } from './cctProtocol.ts';
import type { TablePicture } from './table/tableRow.ts';
import { WorkerSession, type ImportFiles } from './workerSession.ts';

const BEFORE = 'main: 0>A 100>B 200<B 1100<A';
const AFTER = 'main: 0>A 100>C 200<C 300>C 400<C 1100<A';
const BROKEN: NamedBytes = { name: 'broken.sluice', bytes: new ArrayBuffer(64) };
const THREAD = 1 as ThreadId;
const CORES = 2;
/** In the stream, where names come by another way. */
const STREAMED = { id: 16 as MethodId, className: 'demo.Demo', name: 'S', descriptor: '()V', root: true };

function fileOf(script: string): ArrayBuffer {
  return encodeSnapshot(exampleSnapshot(script)).slice().buffer;
}

/** The page's side: what it asks, and what it was answered. */
class Page {
  readonly answers: FromCctWorker[] = [];
  readonly session: WorkerSession;
  readonly #names = new Map<number, MethodName>();
  readonly #looks = new Set<() => void>();
  #read = 0;

  constructor(importFiles?: ImportFiles) {
    const post = (answer: FromCctWorker): void => {
      this.answers.push(answer);
      if (answer.kind === 'moment') queueMicrotask(() => this.ask({ kind: 'painted' }));
      for (const look of [...this.#looks]) look();
    };
    this.session = new WorkerSession(post, CORES, importFiles);
  }

  ask(...messages: ToCctWorker[]): this {
    for (const message of messages) this.session.receive(message);
    return this;
  }

  /** The next answer of a kind; those before it are passed over. */
  async next<K extends FromCctWorker['kind']>(kind: K): Promise<Extract<FromCctWorker, { kind: K }>> {
    return new Promise((resolve) => {
      const look = (): void => {
        while (this.#read < this.answers.length) {
          const answer = this.answers[this.#read++];
          if (answer.kind === 'picture') for (const one of answer.methods) this.#names.set(one.id, one);
          if (answer.kind !== kind) continue;
          this.#looks.delete(look);
          return resolve(answer as Extract<FromCctWorker, { kind: K }>);
        }
      };
      this.#looks.add(look);
      look();
    });
  }

  /** The rows of the next picture that has some, as `A 1`: method and calls. */
  async rows(): Promise<string[]> {
    const { picture } = await this.next('picture');
    const { rows } = picture as TablePicture;
    if (rows.length === 0) return this.rows();
    return rows.map(({ method, calls }) => `${this.#names.get(method)?.name} ${calls}`);
  }
}

/** An event stream that gives what is put into it, and ends when it is told to; whether it was given up. */
function streamed() {
  const blocks = new BlockEncoder();
  let put: ReadableStreamDefaultController<Uint8Array> | undefined;
  let givenUp = false;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        put = controller;
        signal?.addEventListener('abort', () => {
          givenUp = true;
          controller.error(signal.reason);
        });
      },
    });
    return Promise.resolve(new Response(body));
  });
  return {
    isGivenUp: () => givenUp,
    begin: () => {
      put?.enqueue(encodeRecordingStart());
      put?.enqueue(blocks.thread(THREAD, 'main', false));
    },
    /** So many calls of S. */
    call: (times: number) => {
      const calls = Array.from({ length: times }, () => [
        [lowOfWord(STREAMED.id, false, 0), highOfWord(0)],
        [lowOfWord(STREAMED.id, true, 0), highOfWord(0)],
      ]);
      const root = [lowOfWord(CONTROL_WORD.rootIn, false, 0), highOfWord(0)];
      put?.enqueue(blocks.events(THREAD, true, Uint32Array.from([root, ...calls.flat()].flat()), 500));
    },
    breakOff: () => put?.error(new Error('the socket was closed')),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const SHOW = { kind: 'show', view: 'tree' } as const;
const STREAM = { kind: 'openStream', url: 'events' } as const;
const METHODS = { kind: 'methods', methods: [STREAMED] } as const;
const file = (script: string): ToCctWorker => ({ kind: 'openFile', bytes: fileOf(script) });
const named = (name: string, script: string): NamedBytes => ({ name, bytes: fileOf(script) });
const compare = (): ToCctWorker => ({
  kind: 'openComparison',
  a: named('a', BEFORE),
  b: named('b', AFTER),
});
const write = (format: 'sluice' | 'comparison') =>
  ({ kind: 'write', id: 7, format, session: null, streamBytes: 0 }) as const;

/** The page asks for the call tree and sees these rows. */
async function shown(page: Page): Promise<string[]> {
  return page.ask(SHOW).rows();
}

describe('a stream', () => {
  test('is read into moments and pictures, with the names of its methods', async () => {
    const stream = streamed();
    const page = new Page().ask(STREAM, METHODS, SHOW);
    stream.begin();
    stream.call(3);
    expect(await page.rows()).toEqual(['S 3']);
  });

  test('that breaks off is told, and what was read of it stays', async () => {
    const stream = streamed();
    const page = new Page().ask(STREAM, METHODS, SHOW);
    stream.begin();
    stream.call(3);
    await page.rows();
    stream.breakOff();
    expect((await page.next('failed')).message).toBe('The event stream broke off: the socket was closed');
    page.ask({ kind: 'show', view: 'hot' });
    expect(await page.rows()).toEqual(['S 3']);
  });

  test('takes the place of the one before, which is given up', async () => {
    const former = streamed();
    const page = new Page().ask(STREAM, METHODS, SHOW);
    former.begin();
    former.call(3);
    await page.rows();
    const next = streamed();
    page.ask(STREAM, METHODS, SHOW);
    expect(former.isGivenUp()).toBe(true);
    next.begin();
    next.call(1);
    expect(await page.rows()).toEqual(['S 1']);
    expect(page.answers.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });

  test('that ends lets nobody wait who wants more of it in a file', async () => {
    const stream = streamed();
    const page = new Page().ask(STREAM, { ...write('sluice'), streamBytes: 1e9 });
    stream.begin();
    page.ask(file(BEFORE));
    expect((await page.next('written')).id).toBe(7);
  });
});

describe('a file', () => {
  test('is shown, and written as it was', async () => {
    const page = new Page().ask(file(BEFORE));
    expect((await page.next('opened')).contents.summary.target.mainClass).toBe('demo.Demo');
    expect(await shown(page)).toEqual(['A 1', 'B 1']);
    const { file: written } = await page.ask(write('sluice')).next('written');
    if (!(written instanceof Blob)) throw new Error(written.message);
    expect(decodeSnapshot(await written.bytes())).toEqual(decodeSnapshot(new Uint8Array(fileOf(BEFORE))));
  });

  test('takes the place of a stream: nothing of that comes any more', async () => {
    const stream = streamed();
    const page = new Page().ask(STREAM, METHODS, { kind: 'limitOverhead', limit: 0.1 }, SHOW);
    stream.begin();
    stream.call(3);
    await page.rows();
    page.ask(file(AFTER));
    await page.next('opened');
    expect(stream.isGivenUp()).toBe(true);
    expect((await page.next('moment')).moment).toMatchObject({ events: 0, calledMethods: 2 });
    expect(await shown(page)).toEqual(['A 1', 'C 2']);
  });

  test('takes the place of a comparison: its JSON is refused, as is another basis', async () => {
    const page = new Page().ask(compare(), file(AFTER));
    await page.next('moment');
    expect(page.answers.map(({ kind }) => kind)).toEqual(['compared', 'opened', 'moment']);
    expect(await shown(page)).toEqual(['A 1', 'C 2']);
    const { file: written } = await page.ask(write('comparison')).next('written');
    expect(written).toMatchObject({ message: 'The file could not be made: comparison is missing' });
    page.ask({ kind: 'compareBy', basis: 'second' }, { kind: 'catchUp', id: 3 });
    await page.next('caughtUp');
    expect(page.answers.filter(({ kind }) => kind === 'compared')).toHaveLength(1);
  });

  test('is opened before what is asked of it then, though its part of the worker is loaded first', async () => {
    const page = new Page().ask(file(AFTER), SHOW, { kind: 'flush', id: 4 }, { kind: 'catchUp', id: 3 });
    await page.next('flushed');
    const kinds = page.answers.map(({ kind }) => kind);
    expect(kinds[0]).toBe('opened');
    expect(kinds).toContain('caughtUp');
  });

  test('whose part of the worker does not come is told, and the next one tries again', async () => {
    let tries = 0;
    const page = new Page(() => {
      if (tries++ === 0)
        throw new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/');
      return import('./fileWork.ts');
    });
    page.ask(file(BEFORE), { kind: 'catchUp', id: 3 });
    expect(await page.next('failed')).toMatchObject({
      code: 'io',
      message: 'The part of Sluice that reads and writes files could not be loaded.',
    });
    await page.next('caughtUp');
    page.ask(file(AFTER));
    expect(await shown(page)).toEqual(['A 1', 'C 2']);
  });

  test('that cannot be read keeps what was shown', async () => {
    const page = new Page().ask(file(BEFORE));
    await page.next('opened');
    await shown(page);
    page.ask({ kind: 'openFile', bytes: new ArrayBuffer(64) });
    expect((await page.next('failed')).message).toContain('not a Sluice recording');
    page.ask({ kind: 'show', view: 'hot' });
    expect((await page.rows()).toSorted()).toEqual(['A 1', 'B 1']);
    expect((await page.ask(write('sluice')).next('written')).file).toBeInstanceOf(Blob);
  });

  test('has the tree of the one before no more, nor what was asked of it while that changed', async () => {
    const page = new Page().ask(file(BEFORE));
    await page.next('moment');
    await shown(page);
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10)); // each step is a turn
    const before = page.answers.length + 1; // `history` tells of the change
    page.ask(
      { kind: 'changeTree', change: { kind: 'takeStep', step: { kind: 'dropMethods', methods: [16] } } },
      { kind: 'show', view: 'hot' },
      { kind: 'catchUp', id: 4 },
      file(AFTER),
    );
    vi.restoreAllMocks();
    await page.next('caughtUp');
    await page.ask({ kind: 'flush', id: 5 }).next('flushed');
    expect(page.answers.slice(before).map(({ kind }) => kind)).toEqual([
      'opened',
      'moment',
      'caughtUp',
      'flushed',
    ]);
  });
});

describe('a comparison', () => {
  test('is shown, takes another basis, and is written as the JSON of sluice diff', async () => {
    const page = new Page().ask(compare());
    expect((await page.next('compared')).comparison).toMatchObject({ a: { name: 'a' }, b: { name: 'b' } });
    expect((await shown(page)).length).toBeGreaterThan(1);
    page.ask({ kind: 'compareBy', basis: 'second' });
    expect((await page.next('compared')).comparison.basis).toBe('second');
    const { file: written } = await page.ask(write('comparison')).next('written');
    if (!(written instanceof Blob)) throw new Error(written.message);
    expect(JSON.parse(await written.text())).toHaveProperty('a');
  });

  test('takes the place of a file: that cannot be written any more', async () => {
    const page = new Page().ask(file(BEFORE), compare());
    await page.next('compared');
    const { file: written } = await page.ask(write('sluice')).next('written');
    expect(written).toMatchObject({ message: 'The file could not be made: opened recording is missing' });
  });

  test('of a file that cannot be read names it, and keeps what was shown', async () => {
    const page = new Page().ask(compare());
    await page.next('compared');
    page.ask({ kind: 'openComparison', a: named('a', BEFORE), b: BROKEN });
    expect((await page.next('failed')).message).toMatch(/^broken\.sluice: /);
    expect((await page.ask(write('comparison')).next('written')).file).toBeInstanceOf(Blob);
  });
});

describe('before anything is there', () => {
  test('views are shown and asked, and have no rows', async () => {
    const page = new Page().ask(SHOW, { kind: 'ask', view: 'tree', ask: { kind: 'search', text: 'A' } });
    page.ask({ kind: 'chooseSelected' }, { kind: 'tellSelected', id: 1, what: 'stack' });
    expect(await page.next('selectedText')).toEqual({ kind: 'selectedText', id: 1, text: '' });
    page.ask({ kind: 'flush', id: 2 });
    expect((await page.next('moment')).moment).toMatchObject({ nodes: 0, threads: [] });
    await page.next('flushed');
  });

  test('there is no file to write, and nothing that a comparison could be by', async () => {
    const page = new Page().ask({ kind: 'compareBy', basis: 'second' }, write('sluice'));
    const { file: written } = await page.next('written');
    expect(written).toMatchObject({ message: 'The file could not be made: opened recording is missing' });
    expect(page.answers).toHaveLength(1);
  });
});

test('what is thrown in a turn of its own is told; want of memory with what to do', () => {
  const page = new Page();
  page.session.failed(new Error('no such node'));
  page.session.failed(new RangeError('Array buffer allocation failed'));
  expect(page.answers).toMatchObject([
    { kind: 'failed', code: 'bug', message: 'The call tree worker failed: no such node' },
    { kind: 'failed', code: 'memory' },
  ]);
});
