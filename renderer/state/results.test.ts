import { afterEach, expect, test, vi } from 'vitest';
import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import { GROUPS_VIEW } from '../../shared/rows/groupRows.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import type { FromCctWorker, RecordingMoment } from '../worker/cctProtocol.ts';
import * as fileWork from '../worker/fileWork.ts';
import { WorkerSession } from '../worker/workerSession.ts';
import { Results } from './results.ts';

/** A busy machine takes its time. */
const PATIENT = { timeout: 20_000 };

const CORES = 2;
const MAIN = 1 as ThreadId;
const METHOD = 16;
const LIMIT_NS = 1_000;

/** Results of an event stream that gives what is put into it, with the worker's session beside them. */
function streamed() {
  const blocks = new BlockEncoder();
  let nowNs = 0;
  let put: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(new ReadableStream({ start: (controller) => void (put = controller) }))),
  );
  const results = new Results(
    (receive) => {
      const session = new WorkerSession(
        (message) => {
          receive(message);
          if (message.kind === 'moment') queueMicrotask(() => session.receive({ kind: 'painted' }));
        },
        CORES,
        () => Promise.resolve(fileWork),
      );
      return { send: (message) => session.receive(message), close: () => {} };
    },
    { onProblem: ({ message }) => expect.unreachable(message) },
  );
  results.openStream('events');
  return {
    results,
    /** A recording begins that tells slow root calls apart, with root calls of so many ns each. */
    begin: (...callsNs: readonly number[]) => {
      put?.enqueue(encodeRecordingStart(null, false, LIMIT_NS));
      put?.enqueue(blocks.thread(MAIN, 'main', false));
      const words = callsNs.flatMap((ns) => {
        const startNs = (nowNs += 10 * LIMIT_NS);
        return [
          ...[lowOfWord(CONTROL_WORD.rootIn, false, startNs), highOfWord(startNs)],
          ...[lowOfWord(METHOD, false, startNs), highOfWord(startNs)],
          ...[lowOfWord(METHOD, true, startNs + ns), highOfWord(startNs + ns)],
        ];
      });
      put?.enqueue(blocks.events(MAIN, true, Uint32Array.from(words), 500));
    },
    /** The first moment of which that holds. */
    moment: (holds: (moment: RecordingMoment) => boolean) =>
      vi.waitUntil(() => {
        const moment = results.moment.get();
        return moment !== null && holds(moment) && moment;
      }, PATIENT),
  };
}

afterEach(() => vi.unstubAllGlobals());

test('root calls are told once more only when what was told last has come', () => {
  const sent: string[] = [];
  let receive: ((message: FromCctWorker) => void) | undefined;
  const results = new Results(
    (onMessage) => {
      receive = onMessage;
      return { send: ({ kind }) => void sent.push(kind), close: () => {} };
    },
    { onProblem: ({ message }) => expect.unreachable(message) },
  );
  for (let second = 0; second < 3; second++) results.tellRootCalls();
  expect(sent).toEqual(['tellRootCalls']);
  receive?.({ kind: 'rootCalls', sets: [] });
  expect(sent).toEqual(['tellRootCalls', 'tellRootCalls']); // of what was asked meanwhile
  receive?.({ kind: 'rootCalls', sets: [] });
  expect(sent).toHaveLength(2);
  results.tellRootCalls();
  expect(sent).toHaveLength(3);
});

test('a group of root calls is shown until another recording begins, even one that has such a group too', async () => {
  const { results, begin, moment } = streamed();
  begin(100, 2 * LIMIT_NS, 200);
  const { recording } = await moment(({ groups }) => groups.includes('slow'));
  results.choose([MAIN], ['slow']);
  await results.flush();
  expect(results.groups.get()).toEqual(['slow']);
  begin(2 * LIMIT_NS, 100);
  await moment((now) => now.recording !== recording && now.groups.includes('slow'));
  expect(results.groups.get()).toBe('all');
  expect(results.threads.get()).toEqual([MAIN]);
  await results.flush();
  expect(results.moment.get()?.nodes).toBe(1);
});

test('groups of root calls are told of a stream so far', async () => {
  const { results, begin, moment } = streamed();
  const method = { id: METHOD as MethodId, className: 'demo.Demo', name: 'A', descriptor: '()V', root: true };
  results.addMethods([method]);
  begin(100, 2 * LIMIT_NS, 200);
  await moment(({ groups }) => groups.includes('slow'));
  await results.flush();
  results.makeTable(GROUPS_VIEW);
  const told = (): readonly unknown[] => {
    const { texts = [], values = [] } = results.tables.get().get(GROUPS_VIEW) ?? {};
    return [
      ...texts.map((column) => column.texts),
      ...values.slice(0, 2).map((column) => [...column.values]),
    ];
  };
  await vi.waitUntil(() => told().length > 0, PATIENT);
  expect(told()).toEqual([
    ['slow', 'fast'],
    [1, 2],
    [2 * LIMIT_NS, 300],
  ]);
});

test('a group that the recording does not have is not left chosen', async () => {
  const { results, begin, moment } = streamed();
  begin(100);
  await moment(({ groups }) => groups.join() === 'fast');
  results.chooseGroups(['slow']);
  await vi.waitUntil(() => results.groups.get() === 'all', PATIENT);
  await results.flush();
  expect(results.moment.get()?.nodes).toBe(1);
});
