import type { RegionId, ThreadId } from '../base/ids.ts';
import type { CoreWait } from '../events/coreWait.ts';
import { highOfWord, lowOfWord } from '../events/eventWord.ts';
import { RECORDING_MARK } from '../events/recordingMark.ts';
import { TICKER_NEWS } from '../events/tickerNews.ts';
import { BlockEncoder, encodeRecordingStart } from '../wire/blockEncoder.ts';
import { LIVE_NEWS } from '../wire/blockLayout.ts';
import { fieldLines, GOLDEN_LAYOUT, STRANGE_TEXT, type GoldenFile } from './goldenWire.ts';

/** Every kind of block, as one stream in this order: the blocks' sequence numbers follow each other. */
export function goldenBlocks(): GoldenFile[] {
  const encoder = new BlockEncoder();
  const thread = 41 as ThreadId;
  const timeNs = 123_456_789_012_345; // more than 44 bits: the words keep the low ones
  const words = [
    { id: 2, exit: false, timeNs: 0 },
    { id: 16, exit: false, timeNs },
    { id: 1, exit: false, timeNs: 20_000 },
    { id: 524_287, exit: false, timeNs: timeNs + 25_000 },
    { id: 524_287, exit: true, timeNs: timeNs + 29_096 },
    { id: 16, exit: true, timeNs: timeNs + 30_000 },
    { id: 5, exit: false, timeNs: 3 },
    { id: 6, exit: false, timeNs: 524_287 },
    { id: 7, exit: false, timeNs: timeNs + 31_000 },
  ];
  const untimed = [
    { id: 2, exit: false, timeNs: 0 },
    { id: 17, exit: false, timeNs: 0 },
    { id: 17, exit: true, timeNs: 0 },
  ];
  const baseTimeNs = timeNs + 31_000;
  const durationsNs = [41, 0, 17_592_186_044_415]; // 44 bits at most
  const negativeTimeNs = -5_000_000_001;
  const coreWait: CoreWait = {
    untilNs: negativeTimeNs,
    durationNs: 3_000_000,
    wordCount: 20_000,
    sinceNs: negativeTimeNs - 9_000_000,
    ranNs: 2_000_000,
    arrivals: 3,
  };
  const births = [
    { serial: 1, code: 4_194_303, isExact: false, bornAt: 30, bytes: 24 },
    { serial: 17_592_186_044_415, code: 8, isExact: true, bornAt: 4_294_967_295, bytes: 8_589_934_608 },
  ];
  const label = { number: 1_001, text: STRANGE_TEXT };
  return [
    blockFile('block-thread', encoder.thread(thread, STRANGE_TEXT, false), 0, {
      threadId: thread,
      name: STRANGE_TEXT,
      virtual: false,
    }),
    blockFile('block-events', encoder.events(thread, true, pairsOf(words), baseTimeNs), 1, {
      threadId: thread,
      timed: true,
      baseTimeNs,
      dropped: 0,
      words,
    }),
    blockFile('block-padding', encoder.padding(8), 2, {}),
    blockFile('block-padding-long', encoder.padding(48), 3, {}),
    blockFile('block-thread-virtual', encoder.thread(5_000_000_000 as ThreadId, '', true), 4, {
      threadId: 5_000_000_000,
      name: '',
      virtual: true,
    }),
    blockFile(
      'block-events-untimed',
      encoder.events(5_000_000_000 as ThreadId, false, pairsOf(untimed), negativeTimeNs, 4_000_000_000),
      5,
      {
        threadId: 5_000_000_000,
        timed: false,
        baseTimeNs: negativeTimeNs,
        dropped: 4_000_000_000,
        words: untimed,
      },
    ),
    blockFile('block-thread-end', encoder.threadEnd(thread), 6, { threadId: thread }),
    blockFile('block-passes', encoder.passes(300 as RegionId, durationsNs, baseTimeNs, 8_192), 7, {
      regionId: 300,
      baseTimeNs,
      lost: 8_192,
      durationsNs,
    }),
    blockFile('block-mark', encoder.mark('resume', negativeTimeNs), 8, {
      mark: RECORDING_MARK.resume,
      baseTimeNs: negativeTimeNs,
    }),
    blockFile('block-ticker', encoder.ticker('gap', negativeTimeNs, 4_000_000), 9, {
      news: TICKER_NEWS.gap,
      baseTimeNs: negativeTimeNs,
      durationNs: 4_000_000,
    }),
    blockFile('block-core-wait', encoder.coreWait(thread, coreWait), 10, {
      threadId: thread,
      baseTimeNs: negativeTimeNs,
      durationNs: 3_000_000,
      wordCount: 20_000,
      sinceNs: coreWait.sinceNs,
      ranNs: 2_000_000,
      arrivals: 3,
    }),
    blockFile('block-live-born', encoder.liveBorn(births, 524_288, 31), 11, {
      what: LIVE_NEWS.born,
      collections: 31,
      baseTimeNs: 524_288,
      births,
    }),
    blockFile('block-live-gone', encoder.liveGone([1, 17_592_186_044_415], 32), 12, {
      what: LIVE_NEWS.gone,
      collections: 32,
      serials: [1, 17_592_186_044_415],
    }),
    blockFile('block-label', encoder.label(label.number, label.text), 13, label),
    blockFile('block-recording-start', encodeRecordingStart(), 0, {}),
    blockFile('block-recording-start-objects', encodeRecordingStart(GOLDEN_LAYOUT), 0, GOLDEN_LAYOUT),
  ];
}

function blockFile(name: string, bytes: Uint8Array, sequence: number, fields: object): GoldenFile {
  const kind = new DataView(bytes.buffer).getUint16(4, true);
  const values = [`blockBytes=${bytes.byteLength}`, `kind=${kind}`, `sequence=${sequence}`];
  return { name, bytes, values: [...values, ...fieldLines('', fields)] };
}

function pairsOf(words: readonly { id: number; exit: boolean; timeNs: number }[]): Uint32Array {
  return Uint32Array.from(
    words.flatMap(({ id, exit, timeNs }) => [lowOfWord(id, exit, timeNs), highOfWord(timeNs)]),
  );
}
