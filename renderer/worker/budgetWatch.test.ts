import { expect, test } from 'vitest';
import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import type { MethodInfo } from '../../shared/model/methodInfo.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import { BudgetWatch } from './budgetWatch.ts';
import { RecordingReader } from './recordingReader.ts';

const MAIN = 1 as ThreadId;
const METHODS = ['order', 'work', 'size'].map((name, i): MethodInfo => ({
  id: (16 + i) as MethodId,
  className: 'a.Shop',
  name,
  descriptor: '()V',
  root: i === 0,
}));
const [ORDER, WORK, SIZE] = METHODS.map(({ id }) => id);

/** order() works for 90 ms, and asks for a size so many times, 1 µs each. */
function reader(sizes: number): RecordingReader {
  const words: number[] = [];
  let timeNs = 0;
  const event = (id: number, exit: boolean): void => {
    words.push(lowOfWord(id, exit, timeNs), highOfWord(timeNs));
  };
  event(CONTROL_WORD.rootIn, false);
  event(ORDER, false);
  event(WORK, false);
  timeNs += 90e6;
  event(WORK, true);
  for (let i = 0; i < sizes; i++) {
    event(SIZE, false);
    timeNs += 1000;
    event(SIZE, true);
  }
  event(ORDER, true);
  const read = new RecordingReader();
  read.feed(encodeRecordingStart());
  read.feed(new BlockEncoder().events(MAIN, true, Uint32Array.from(words), timeNs));
  read.calibrate({ ...NO_CALIBRATION, innerNs: 400, outerNs: 500 }, 'nano');
  return read;
}

test('what costs most and tells least is to be switched off, once, and no root', () => {
  const watch = new BudgetWatch(0.0001);
  const source = reader(1000);
  expect(watch.look(source, METHODS)).toMatchObject({ limit: 0.0001, patterns: ['a.Shop::size()'] });
  expect(watch.look(source, METHODS)).toBe(null);
});

test('nothing is, while the probes cost less', () => {
  expect(new BudgetWatch(0.1).look(reader(1000), METHODS)).toBe(null);
});

test('nothing is, before the calibration is known', () => {
  const source = reader(1000);
  source.calibrate(NO_CALIBRATION, 'nano');
  expect(new BudgetWatch(0.001).look(source, METHODS)).toBe(null);
});
