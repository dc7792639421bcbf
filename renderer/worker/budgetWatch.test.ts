import { expect, test } from 'vitest';
import type { MethodId, ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION, type Calibration } from '../../shared/cct/cctTable.ts';
import { CONTROL_WORD, highOfWord, lowOfWord } from '../../shared/events/eventWord.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { BlockEncoder, encodeRecordingStart } from '../../shared/wire/blockEncoder.ts';
import type { OverBudget } from '../../shared/recording/overheadBudget.ts';
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

/** A recording of a program. */
class Shop {
  readonly source = new RecordingReader();
  readonly #encoder = new BlockEncoder();
  readonly #sizes: number;
  #timeNs = 0;

  constructor(sizes: number, calibration: Calibration = { ...NO_CALIBRATION, innerNs: 400, outerNs: 500 }) {
    this.#sizes = sizes;
    this.source.feed(encodeRecordingStart());
    this.source.calibrate(calibration, 'nano', null);
  }

  /** order() works for 90 ms, and asks for a size so many times, 1 µs each. */
  order(): void {
    const words: number[] = [];
    const event = (id: number, exit: boolean): void => {
      words.push(lowOfWord(id, exit, this.#timeNs), highOfWord(this.#timeNs));
    };
    event(CONTROL_WORD.rootIn, false);
    event(ORDER, false);
    event(WORK, false);
    this.#timeNs += 90e6;
    event(WORK, true);
    for (let i = 0; i < this.#sizes; i++) {
      event(SIZE, false);
      this.#timeNs += 1000;
      event(SIZE, true);
    }
    event(ORDER, true);
    this.source.feed(this.#encoder.events(MAIN, true, Uint32Array.from(words), this.#timeNs));
  }
}

/** What is said after each of so many orders. */
function looks(shop: Shop, limit: number, orders: number): (OverBudget | null)[] {
  const watch = new BudgetWatch(limit);
  return Array.from({ length: orders }, () => {
    shop.order();
    const said = watch.look(shop.source, METHODS);
    expect(watch.look(shop.source, METHODS), 'nothing new has come').toBe(null);
    return said;
  });
}

test('what costs most and tells least is to be switched off, and no root', () => {
  const [, said] = looks(new Shop(1000), 0.001, 2);
  expect(said).toMatchObject({ limit: 0.001, patterns: ['a.Shop::size()'] });
});

test('nothing is, while the probes cost less', () => {
  expect(looks(new Shop(1000), 0.1, 30)).toEqual(Array.from({ length: 30 }, () => null));
});

test('nothing is, before the calibration is known', () => {
  expect(looks(new Shop(1000, NO_CALIBRATION), 0.001, 30)).toEqual(Array.from({ length: 30 }, () => null));
});
