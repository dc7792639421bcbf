import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../base/ids.ts';
import type { JfrChunk } from '../jfr/jfrChunk.ts';
import { KeyTable } from '../jfr/keyTable.ts';
import { methodPattern } from '../naming/methodNames.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { LINES_SET } from '../recording/samples/sampledLines.ts';
import type { JfrTrees } from './jfrTrees.ts';

/** Of a file of others, which may have anything. */
const MOST_LINES = 200_000;
const LINE_BYTES = 300;

interface LineRow {
  /** Its id in the recording. */
  readonly method: number;
  readonly line: number;
  selfSamples: number;
  totalSamples: number;
  selfNs: number;
  /** The stack that was counted last: a recursion has a line several times in one stack. */
  last: number;
}

/** Of one stack. */
interface Pending {
  samples: number;
  ns: number;
}

/**
 * Samples by line of code, of every method that was found
 *
 *     main: Shop.main:3 Shop.order:12       Self Samples  Total Samples  Method       Line
 *                                                      1              1  Shop::order    12
 *                                                      0              1  Shop::main      3
 */
export class JfrLines {
  readonly #trees: JfrTrees;
  /** By method and line. */
  readonly #keys = new KeyTable();
  readonly #rows: LineRow[] = [];
  #pending = new Map<number, Pending>();
  #stacks = 0;
  #isAsked = false;

  constructor(trees: JfrTrees) {
    this.#trees = trees;
  }

  /** The file says that samples were taken: where there are none there is a table without rows. */
  ask(): void {
    this.#isAsked = true;
  }

  /**
   * @param trace place of its stack in the chunk
   * @param samples how many there are of it
   * @param ns what they stand for
   */
  add(chunk: JfrChunk, trace: number, samples: number, ns: number): void {
    let pending = this.#pending.get(trace);
    if (pending === undefined) {
      chunk.account.take(LINE_BYTES);
      this.#pending.set(trace, (pending = { samples: 0, ns: 0 }));
    }
    pending.samples += samples;
    pending.ns += ns;
  }

  /** All of a chunk were added: each stack is gone through once, however many samples it has. */
  settle(chunk: JfrChunk): void {
    for (const [trace, pending] of this.#pending) this.#settle(chunk, trace, pending);
    this.#pending = new Map<number, Pending>();
  }

  #settle(chunk: JfrChunk, trace: number, { samples, ns }: Pending): void {
    const { stackTraces } = chunk;
    this.#stacks++;
    let isInnermost = true;
    for (let frame = stackTraces.start(trace); frame < stackTraces.start(trace + 1); frame++) {
      const method = chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      const row = this.#rowOf(chunk, this.#trees.methodOf(chunk, method).id, stackTraces.lineOf(frame));
      if (row !== null && row.last !== this.#stacks) {
        row.last = this.#stacks;
        row.totalSamples += samples;
      }
      if (row !== null && isInnermost) {
        row.selfSamples += samples;
        row.selfNs += ns;
      }
      isInnermost = false;
    }
  }

  #rowOf(chunk: JfrChunk, method: number, line: number): LineRow | null {
    if (line <= 0) return null;
    const key = line * METHOD_ID_LIMIT + method;
    const known = this.#keys.placeOf(key);
    if (known >= 0) return this.#rows[known];
    if (this.#rows.length === MOST_LINES) return null;
    const { className, name, descriptor } = this.#trees.methods[method - FIRST_METHOD_ID];
    chunk.account.take(LINE_BYTES + className.length + name.length + descriptor.length);
    const row = { method, line, selfSamples: 0, totalSamples: 0, selfNs: 0, last: 0 };
    this.#keys.placeFor(key);
    this.#rows.push(row);
    return row;
  }

  #nameOf(method: number): string {
    return methodPattern(this.#trees.methods[method - FIRST_METHOD_ID]);
  }

  /** Those with most time come first. None where samples have no lines, or nobody asked for samples. @param samples there are */
  dataSets(samples: number): readonly DataSet[] {
    if (this.#rows.length === 0 && (samples > 0 || !this.#isAsked)) return [];
    const rows = this.#rows.toSorted(
      (a, b) => b.selfSamples - a.selfSamples || b.totalSamples - a.totalSamples,
    );
    return [
      {
        ...{ id: LINES_SET, title: 'Lines of code by samples' },
        ...columnsOf(rows, {
          texts: [
            ['method', 'Method', ({ method }) => this.#nameOf(method)],
            ['line', 'Line', ({ line }) => String(line)],
          ],
          values: [
            ['selfNs', 'Self Time', 'ns', ({ selfNs }) => selfNs],
            ['samples', 'Self Samples', 'samples', ({ selfSamples }) => selfSamples],
            ['totalSamples', 'Total Samples', 'samples', ({ totalSamples }) => totalSamples],
          ],
        }),
      },
    ];
  }
}
