import { describe, expect, test } from 'vitest';
import { drained } from '../../shared/base/drained.ts';
import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import type { RecordingMoment } from './cctProtocol.ts';
import { RecordingReader } from './recordingReader.ts';
import { ResultsHost } from './resultsHost.ts';
import type { TablePicture } from './table/tableRow.ts';

const MAIN = 1 as ThreadId;
const POOL = 2 as ThreadId;
const A = 16;
const B = 17;
const C = 18;

/** `>16 0` enters method 16 at 0 ns, `<16 50` leaves it at 50 ns. */
function words(...events: readonly string[]): Uint32Array {
  return Uint32Array.from(
    events.flatMap((event) => {
      const [id, timeNs] = event.slice(1).split(' ').map(Number);
      return [lowOfWord(id, event[0] === '<', timeNs), highOfWord(timeNs)];
    }),
  );
}

const ONCE = words(`>${CONTROL_WORD.rootIn} 0`, `>${A} 0`, `>${B} 100`, `<${B} 400`, `<${A} 500`);

/** A host of a stream in which two threads are announced, with the call tree in front. */
function started() {
  const reader = new RecordingReader();
  const host = new ResultsHost(reader);
  const blocks = new BlockEncoder();
  drained(host.show('tree'));
  const feed = (bytes: Uint8Array): void => {
    reader.feed(bytes);
    host.sourceChanged();
  };
  feed(encodeRecordingStart());
  feed(blocks.thread(MAIN, 'main', false));
  feed(blocks.thread(POOL, 'pool-1', false));
  return { reader, host, blocks, feed };
}

const AGAIN = words(`>${CONTROL_WORD.rootIn} 0`, `>${A} 1000`, `>${B} 1100`, `<${B} 1400`, `<${A} 1500`);

function refresh(host: ResultsHost, nowMs = 0): RecordingMoment {
  return drained(host.refresh(nowMs));
}

const named = (id: number, name: string) => ({
  id: id as MethodId,
  className: 'T',
  name,
  descriptor: '()V',
  root: false,
});

function pictureOf(host: ResultsHost): TablePicture {
  const message = host.picture();
  if (message?.view !== 'tree') throw new Error('nothing changed');
  return message.picture;
}

/** Each row as method, calls, self time. */
function rowsOf(host: ResultsHost): string[] {
  return pictureOf(host).rows.map(({ method, calls, selfNs }) => `${method} ${calls} ${selfNs}`);
}

test('threads are merged or shown alone, with the cost of the probes taken out', () => {
  const { reader, host, blocks, feed } = started();
  reader.calibrate({ ...NO_CALIBRATION, innerNs: 10, outerNs: 20, spreadNs: 1 }, 'nano', null);
  feed(blocks.events(MAIN, true, ONCE, 500));
  feed(blocks.events(POOL, true, ONCE, 500));
  const moment = refresh(host);
  expect(rowsOf(host)).toEqual([`${A} 2 ${2 * (200 - 10 - 20)}`, `${B} 2 ${2 * (300 - 10)}`]);
  expect(moment.threads.map(({ name }) => name)).toEqual(['main', 'pool-1']);
  expect(moment.calledMethods).toBe(2);
  expect(host.changed).toBe(false);
  host.choose([POOL], 'all');
  refresh(host);
  expect(rowsOf(host)[0]).toMatch(`${A} 1 `);
  host.choose([POOL, MAIN], 'all');
  refresh(host);
  expect(rowsOf(host)[0]).toMatch(`${A} 2 `);
  host.choose([99 as ThreadId], 'all');
  expect(refresh(host).nodes).toBe(0);
});

test('where the root was timed bare, the tree is calibrated on the program until it is charged with that', () => {
  const { reader, host, blocks, feed } = started();
  host.addMethods([{ ...named(A, 'a'), root: true }]);
  reader.calibrate(NO_CALIBRATION, 'nano', 470);
  for (let call = 0; call < 30; call++) feed(blocks.events(MAIN, true, ONCE, 500));
  expect(refresh(host).contextNs).toBe(10);
  expect(host.changed).toBe(true); // what it shows is of the calibration before
  refresh(host);
  expect(rowsOf(host)).toEqual([`${A} 30 ${30 * (200 - 2 * 10)}`, `${B} 30 ${30 * (300 - 10)}`]);
  expect(host.changed).toBe(false);
});

test('a second thread that joins the first leaves its nodes where they are', () => {
  const { host, blocks, feed } = started();
  feed(blocks.events(POOL, true, ONCE, 500));
  refresh(host);
  const alone = pictureOf(host);
  // The main thread was announced first, so its tree comes first.
  const other = words(`>${CONTROL_WORD.rootIn} 0`, `>${C} 0`, `>${B} 100`, `<${B} 150`, `<${C} 160`);
  feed(blocks.events(MAIN, true, other, 500));
  refresh(host);
  const both = pictureOf(host);
  expect(both.generation).toBe(alone.generation);
  expect(both.selected?.node).toBe(alone.selected?.node);
  expect(both.selected?.method).toBe(B);
  expect(both.rows.map(({ method }) => method)).toEqual([A, B, C]);
});

test('a reset and a new recording each begin anew, and forget what was selected', () => {
  const { host, blocks, feed } = started();
  feed(blocks.events(MAIN, true, ONCE, 500));
  refresh(host);
  expect(host.picture()?.selection).toEqual([A, B]);
  feed(blocks.mark('reset', 500));
  expect(refresh(host).nodes).toBe(0);
  expect(pictureOf(host).selected).toBeNull();
  feed(blocks.events(MAIN, true, words(`>${B} 600`), 600));
  feed(encodeRecordingStart());
  expect(refresh(host).events).toBe(0);
  expect(pictureOf(host).rowCount).toBe(0);
});

test('the rate counts what came since the last moment', () => {
  const { host, blocks, feed } = started();
  refresh(host, 1000);
  feed(blocks.events(MAIN, true, ONCE, 500));
  expect(refresh(host, 1500).eventsPerSecond).toBe(10);
});

test('without a clock there are counts and no times', () => {
  const { reader, host, blocks, feed } = started();
  reader.calibrate(NO_CALIBRATION, 'none', null);
  feed(blocks.events(MAIN, false, words(`>${A} 0`, `<${A} 0`), 0));
  refresh(host);
  expect(pictureOf(host)).toMatchObject({ timed: false, totalNs: 0, rows: [{ calls: 1, totalNs: 0 }] });
});

test('a name goes to the page with the first picture that shows it, and again when it has changed', () => {
  const { host, blocks, feed } = started();
  host.addMethods([named(A, 'a'), named(C, 'c')]);
  feed(blocks.events(MAIN, true, ONCE, 500));
  refresh(host);
  expect(host.picture()?.methods.map(({ name }) => name)).toEqual(['a', `method ${B}`]);
  host.addMethods([named(B, 'b')]);
  refresh(host);
  expect(host.picture()?.methods.map(({ name }) => name)).toEqual(['b']);
  host.ask({ kind: 'ask', view: 'tree', ask: { kind: 'act', action: 'up' } });
  expect(host.picture()).toMatchObject({ methods: [], selection: [A] });
  expect(host.picture()).toBeNull();
});

test('the tree is transformed before views see it, and what was selected stays selected', () => {
  const { host, blocks, feed } = started();
  feed(blocks.events(MAIN, true, ONCE, 500));
  refresh(host);
  expect(pictureOf(host).selected?.method).toBe(B);
  host.transform([{ kind: 'focusSubtree', path: [A, B] }]);
  expect(refresh(host).transforms.length).toBe(1);
  expect(host.picture()).toMatchObject({ selection: [B], picture: { rowCount: 1, totalNs: 300 } });
  // It grows on under its transforms.
  feed(blocks.events(MAIN, true, AGAIN, 1500));
  refresh(host);
  expect(rowsOf(host)).toEqual([`${B} 2 600`]);
  host.transform([]);
  refresh(host);
  expect(host.picture()?.selection).toEqual([A, B]);
  // What is gone leaves the selection to its caller.
  host.transform([{ kind: 'dropMethods', methods: [B] }]);
  refresh(host);
  expect(host.picture()?.selection).toEqual([A]);
  host.transform([]);
  refresh(host);
  const wrong = { kind: 'showOnly', filter: { kind: 'regexp', text: '(' } } as const;
  expect(() => host.transform([wrong])).toThrow('( is no regular expression');
  expect(refresh(host).transforms).toEqual([]);
});

test('a step is taken with what is selected when it comes, and one that changes nothing is none', () => {
  const { host, blocks, feed } = started();
  host.addMethods([named(A, 'a'), named(B, 'b')]);
  feed(blocks.events(MAIN, true, ONCE, 500));
  refresh(host);
  const act = (action: 'up' | 'down'): void =>
    host.ask({ kind: 'ask', view: 'tree', ask: { kind: 'act', action } });
  // The page has seen neither key's picture.
  act('up');
  act('down');
  const focus = { kind: 'takeSelected', step: 'focusSubtree' } as const;
  expect(host.changeTree(focus)?.done).toEqual([{ kind: 'focusSubtree', path: [A, B] }]);
  expect(host.isChanging).toBe(true);
  refresh(host);
  expect(host.isChanging).toBe(false);
  expect(host.changeTree(focus)).toBeNull();
  expect(host.changeTree({ kind: 'moveSteps', by: -1 })).toMatchObject({
    done: [],
    undone: [{ path: [A, B] }],
  });
  refresh(host);
  const wrong = { kind: 'showOnly', filter: { kind: 'regexp', text: '(' } } as const;
  expect(() => host.changeTree({ kind: 'takeStep', step: wrong })).toThrow('is no regular expression');
  expect(host.changeTree({ kind: 'moveSteps', by: 1 })?.done.length).toBe(1);
});

test('what is asked while the tree is brought up to date is answered in the rows of before, with the numbers of one moment', () => {
  const { host, blocks, feed } = started();
  feed(blocks.events(MAIN, true, ONCE, 500));
  refresh(host);
  feed(blocks.events(MAIN, true, words(`>${CONTROL_WORD.rootIn} 600`, `>${A} 600`, `<${A} 700`), 700));
  const before = [`${A} 1 200`, `${B} 1 300`];
  const after = [`${A} 2 300`, `${B} 1 300`];
  const steps = host.refresh(1);
  const answers: string[][] = [];
  while (!steps.next().done) {
    const action = answers.length % 2 ? 'down' : 'up';
    host.ask({ kind: 'ask', view: 'tree', ask: { kind: 'act', action } });
    answers.push(rowsOf(host));
  }
  expect(answers.length).toBeGreaterThan(3);
  const changedAt = answers.findIndex((rows) => rows[0] !== before[0]);
  expect(answers).toEqual(answers.map((_, i) => (i < changedAt ? before : after)));
  expect(rowsOf(host)).toEqual(after);
});

describe('a row can be followed from one picture to the next', () => {
  /** What is told of the row of a method, and what a trend of its numbers is kept by. */
  function rowOf(host: ResultsHost, method: number) {
    const { generation, measured, rows } = (host.picture() as { picture: TablePicture }).picture;
    const row = rows.find((one) => one.method === method);
    return { kept: { generation, measured, node: row?.node }, calls: row?.calls };
  }

  test.each([
    [
      'a filter',
      { kind: 'ask', view: 'tree', ask: { kind: 'filter', filter: { kind: 'contains', text: 'b' } } },
    ],
    ['hidden small ones', { kind: 'hideSmall', share: 0.01 }],
  ] as const)('under %s, whose tree is made anew at each moment', (_, what) => {
    const { host, blocks, feed } = started();
    host.addMethods([named(A, 'a'), named(B, 'b'), named(C, 'c')]);
    feed(blocks.events(MAIN, true, ONCE, 500));
    refresh(host);
    if (what.kind === 'ask') host.ask(what);
    else host.transform([what]);
    refresh(host);
    const first = rowOf(host, B);
    expect(first.calls).toBe(1);
    feed(blocks.events(MAIN, true, AGAIN, 1500));
    refresh(host);
    expect(rowOf(host, B)).toEqual({ kept: first.kept, calls: 2 });
  });

  test.each(['tree', 'hot'] as const)('but not from one choice to another one, in the view %s', (view) => {
    const { host, blocks, feed } = started();
    drained(host.show(view));
    feed(blocks.events(MAIN, true, ONCE, 500));
    feed(blocks.events(POOL, true, ONCE, 500));
    host.choose([POOL], 'all');
    refresh(host);
    const ofPool = rowOf(host, A);
    host.choose('all', 'all');
    refresh(host);
    const ofAll = rowOf(host, A);
    expect([ofPool.calls, ofAll.calls]).toEqual([1, 2]);
    expect(ofAll.kept.measured).not.toBe(ofPool.kept.measured);
    host.choose('all', ['slow']);
    refresh(host);
    expect(rowOf(host, A).kept.measured).not.toBe(ofAll.kept.measured);
  });
});
