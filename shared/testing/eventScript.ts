import { FIRST_METHOD_ID } from '../base/ids.ts';
import type { ThreadId } from '../base/ids.ts';
import type { EventSink } from '../events/eventSink.ts';
import type { RecordingMark } from '../events/recordingMark.ts';
import type { TickerNews } from '../events/tickerNews.ts';
import { CONTROL_WORD, COUNTED_ENDED, HIGH_TIME_BITS, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { BlockEncoder, encodeRecordingStart } from '../wire/blockEncoder.ts';

/**
 * Event streams as text, for tests and demos. A line is a thread's next events:
 *
 *     main: 0>A 10>B 30<B 45<A
 *     virtual v1: ^ 0>A ~5 20<A
 *     main: | 50>A !3 90<A end
 *
 *     10>B   entry of B at 10 ns         >B <B    without times
 *     30<B   exit of B                   +B       B is counted: a call without times and exit
 *     2»B    entry of B, without a time: 2 frames have ended before it        2+B   the same of a call that is counted
 *     ^      ROOT_IN                     ¤64      ROOT_OUT: the root has allocated 64 bytes
 *     ~5     ADJUST by 5 ns              |        a new block
 *     !3     3 events are lost, then a new block
 *     ?2     MISSED_EXITS: 2 frames have ended without an exit
 *     @8     TURN: after the next word the clock runs, and each stretch stands for 8; @0 pauses it
 *     =5     HALT: 5 ns of a pause
 *     %9     CLOCK: the thread's own clock stands at 9 ns
 *     §9     TIME: of the next word, in a pause
 *     end    the thread ends (last)
 *
 * `timeless v1:` before the events of a thread of which the clock has no time.
 *
 * Lines of their own: `recording` is a RECORDING_START; `pause 50`, `resume 70` and `reset 80` are MARKs at so many ns; `runs 0`,
 * `starved 90` and `gap 30 +40` are what the ticker tells: since when, for how long. `waited main 90 +40 of 6`: by 90 ns main had waited
 * 40 ns for a core, between its next 6 words.
 *
 * Method ids count from 16 and thread ids from 1, in the order in which the names come.
 */
export interface EventScript {
  /** Names by method id. */
  readonly methodNames: ReadonlyMap<number, string>;
  readonly threadIds: ReadonlyMap<string, ThreadId>;
  play(sink: EventSink): void;
  /** The same as a stream of blocks. */
  encode(): Uint8Array[];
}

export function eventScript(text: string): EventScript {
  const methodIds = new Map<string, number>();
  const threadIds = new Map<string, ThreadId>();
  const announced = new Set<string>();
  const steps: ((sink: EventSink) => void)[] = [];
  for (const line of text.trim().split('\n')) addLine(line.trim(), methodIds, threadIds, announced, steps);
  const play = (sink: EventSink): void => steps.forEach((step) => step(sink));
  return {
    methodNames: new Map([...methodIds].map(([name, id]) => [id, name])),
    threadIds,
    play,
    encode: () => encodePlayed(play),
  };
}

/** Of the time field of COUNTED: from this bit on it says how many frames have ended before. */
const COUNTED_ENDED_BIT = COUNTED_ENDED + HIGH_TIME_BITS;

/** What a player hands to a sink, as blocks. */
export function encodePlayed(play: (sink: EventSink) => void): Uint8Array[] {
  const encoder = new BlockEncoder();
  const blocks: Uint8Array[] = [];
  play({
    events: (threadId, timed, words, _eventCount, baseTimeNs, dropped) =>
      blocks.push(encoder.events(threadId, timed, words, baseTimeNs, dropped)),
    thread: (threadId, name, virtual) => blocks.push(encoder.thread(threadId, name, virtual)),
    threadEnd: (threadId) => blocks.push(encoder.threadEnd(threadId)),
    mark: (mark, timeNs) => blocks.push(encoder.mark(mark, timeNs)),
    ticker: (...news) => blocks.push(encoder.ticker(...news)),
    coreWait: (...wait) => blocks.push(encoder.coreWait(...wait)),
    recordingStart: () => blocks.push(encodeRecordingStart()),
  });
  return blocks;
}

function addLine(
  line: string,
  methodIds: Map<string, number>,
  threadIds: Map<string, ThreadId>,
  announced: Set<string>,
  steps: ((sink: EventSink) => void)[],
): void {
  if (line === 'recording') {
    steps.push((sink) => sink.recordingStart());
    return;
  }
  const mark = /^(pause|resume|reset) (\d+)$/.exec(line);
  if (mark !== null) {
    steps.push((sink) => sink.mark?.(mark[1] as RecordingMark, Number(mark[2])));
    return;
  }
  const news = /^(gap|starved|runs) (\d+)(?: \+(\d+))?$/.exec(line);
  if (news !== null) {
    steps.push((sink) => sink.ticker?.(news[1] as TickerNews, Number(news[2]), Number(news[3] ?? 0)));
    return;
  }
  const wait = /^waited (\S+) (\d+) \+(\d+) of (\d+)(?:, ran (\d+) in (\d+) arrivals? since (\d+))?$/.exec(
    line,
  );
  if (wait !== null) {
    const numbers = wait.slice(2).map((text) => Number(text ?? 0));
    const [untilNs, durationNs, wordCount, ranNs, arrivals, sinceNs] = numbers;
    const waiting = threadIdOf(wait[1], threadIds);
    const told = { untilNs, durationNs, wordCount, ranNs, arrivals, sinceNs };
    steps.push((sink) => sink.coreWait?.(waiting, told));
    return;
  }
  const header = /^(virtual |timeless )?([^:]+):(.*)$/.exec(line);
  if (header === null) throw new Error(`event script: "${line}" is not "thread: events"`);
  const [, kind, name, events] = header;
  const threadId = threadIdOf(name, threadIds);
  if (!announced.has(name)) steps.push((sink) => sink.thread(threadId, name, kind !== undefined));
  if (/\bend$/.test(events)) announced.delete(name);
  else announced.add(name);
  if (kind === 'timeless ') steps.push((sink) => sink.timeless?.(threadId));
  addEvents(threadId, events.trim().split(/\s+/), methodIds, steps);
}

function threadIdOf(name: string, threadIds: Map<string, ThreadId>): ThreadId {
  const threadId = threadIds.get(name) ?? ((threadIds.size + 1) as ThreadId);
  threadIds.set(name, threadId);
  return threadId;
}

function addEvents(
  threadId: ThreadId,
  tokens: readonly string[],
  methodIds: Map<string, number>,
  steps: ((sink: EventSink) => void)[],
): void {
  let words: number[] = [];
  let timed = false;
  let turns = false;
  let lastNs = 0;
  let dropped = 0;
  const endBlock = (): void => {
    if (words.length === 0 && dropped === 0) return;
    const block = { words: Uint32Array.from(words), timed, lastNs, dropped };
    steps.push((sink) =>
      sink.events(threadId, block.timed, block.words, block.words.length / 2, block.lastNs, block.dropped),
    );
    words = [];
    dropped = 0;
  };
  const addWord = (id: number, exit: boolean, timeNs: number): void => {
    words.push(lowOfWord(id, exit, timeNs), highOfWord(timeNs));
  };
  const idOf = (name: string): number => {
    const id = methodIds.get(name) ?? FIRST_METHOD_ID + methodIds.size;
    methodIds.set(name, id);
    return id;
  };
  for (const token of tokens) {
    const event = /^(-?\d*)([<>»~^¤|!?+@=%§])(\S*)$/.exec(token);
    if (event === null && token !== 'end') throw new Error(`event script: "${token}" is not an event`);
    const [, time, sign, rest] = event ?? ['', '', 'end', ''];
    switch (sign) {
      case '^':
        addWord(CONTROL_WORD.rootIn, false, Number(rest));
        break;
      case '¤':
        addWord(CONTROL_WORD.rootOut, true, Number(rest));
        break;
      case '~':
        addWord(CONTROL_WORD.adjust, false, Number(rest));
        break;
      case '?':
        addWord(CONTROL_WORD.missedExits, false, Number(rest));
        break;
      case '@':
        turns = true;
        addWord(CONTROL_WORD.turn, false, Number(rest));
        break;
      case '=':
        addWord(CONTROL_WORD.halt, false, Number(rest));
        break;
      case '%':
        lastNs = Number(rest);
        timed = true;
        addWord(CONTROL_WORD.clock, false, lastNs);
        break;
      case '§':
        lastNs = Number(rest);
        addWord(CONTROL_WORD.time, false, lastNs);
        break;
      case '|':
        endBlock();
        break;
      case '!':
        endBlock();
        dropped = Number(rest);
        break;
      case 'end':
        endBlock();
        steps.push((sink) => sink.threadEnd(threadId));
        break;
      case '+':
        addWord(CONTROL_WORD.counted, false, idOf(rest) + Number(time) * 2 ** COUNTED_ENDED_BIT);
        break;
      case '»':
        addWord(idOf(rest), false, Number(time));
        break;
      default: {
        const id = idOf(rest);
        timed = turns || time !== '';
        if (time !== '') lastNs = Number(time);
        addWord(id, sign === '<', time === '' ? 0 : lastNs);
      }
    }
  }
  endBlock();
}
