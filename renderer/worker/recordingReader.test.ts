import { expect, test } from 'vitest';
import type { ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import { RecordingReader } from './recordingReader.ts';

const MAIN = 1 as ThreadId;
const POOL = 2 as ThreadId;
const A = 16;
const B = 17;

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

function startedReader(): { reader: RecordingReader; blocks: BlockEncoder } {
  const reader = new RecordingReader();
  const blocks = new BlockEncoder();
  reader.feed(encodeRecordingStart());
  reader.feed(blocks.thread(MAIN, 'main', false));
  reader.feed(blocks.thread(POOL, 'pool-1', false));
  return { reader, blocks };
}

test('threads are merged or shown alone, with the cost of the probes taken out', () => {
  const { reader, blocks } = startedReader();
  reader.calibrate({ ...NO_CALIBRATION, innerNs: 10, outerNs: 20, spreadNs: 1 }, 'nano');
  reader.feed(blocks.events(MAIN, true, ONCE, 500));
  reader.feed(blocks.events(POOL, true, ONCE, 500));
  const merged = reader.snapshot(0);
  expect([...merged.tree.calls]).toEqual([0, 2, 2]);
  expect([...merged.tree.selfNs]).toEqual([0, 2 * (200 - 10 - 20), 2 * (300 - 10)]);
  expect(merged.threads.map(({ name }) => name)).toEqual(['main', 'pool-1']);
  expect(merged.calledMethods).toBe(2);
  expect(reader.changed).toBe(false);
  reader.choose(POOL);
  expect([...reader.snapshot(1).tree.calls]).toEqual([0, 1, 1]);
  reader.choose(99 as ThreadId);
  expect(reader.snapshot(2).tree.length).toBe(1);
});

test('a reset and a new recording each begin a generation', () => {
  const { reader, blocks } = startedReader();
  reader.feed(blocks.events(MAIN, true, ONCE, 500));
  const first = reader.snapshot(0);
  reader.reset();
  const afterReset = reader.snapshot(1);
  expect(afterReset.generation).toBe(first.generation + 1);
  expect(afterReset.tree.length).toBe(1);
  reader.feed(blocks.events(MAIN, true, words(`>${B} 600`), 600));
  reader.feed(encodeRecordingStart());
  const again = reader.snapshot(2);
  expect(again.generation).toBe(first.generation + 2);
  expect(again.events).toBe(0);
});

test('the rate counts what came since the last snapshot', () => {
  const { reader, blocks } = startedReader();
  reader.snapshot(1000);
  reader.feed(blocks.events(MAIN, true, ONCE, 500));
  expect(reader.snapshot(1500).eventsPerSecond).toBe(10);
});

test('without a clock there are counts and no times', () => {
  const { reader, blocks } = startedReader();
  reader.calibrate(NO_CALIBRATION, 'none');
  reader.feed(blocks.events(MAIN, false, words(`>${A} 0`, `<${A} 0`), 0));
  const { tree } = reader.snapshot(0);
  expect([...tree.calls]).toEqual([0, 1]);
  expect([...tree.totalNs]).toEqual([0, 0]);
});
