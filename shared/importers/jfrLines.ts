import type { JfrChunk, JfrMethod } from '../jfr/jfrChunk.ts';
import { methodPattern } from '../naming/methodNames.ts';
import type { DataSet } from '../recording/dataSet.ts';
import { columnsOf } from '../recording/rowColumns.ts';
import { LINES_SET } from '../recording/sampledLines.ts';

/** Of a file of others, which may have anything. */
const MOST_LINES = 200_000;

interface LineRow {
  readonly method: string;
  readonly line: number;
  selfSamples: number;
  totalSamples: number;
  selfNs: number;
  /** The sample that was counted last: a recursion has a line several times in one stack. */
  last: number;
}

/**
 * Samples by line of code, of every method that was found
 *
 *     main: Shop.main:3 Shop.order:12       Self Samples  Total Samples  Method       Line
 *                                                      1              1  Shop::order    12
 *                                                      0              1  Shop::main      3
 */
export class JfrLines {
  readonly #rows = new Map<string, LineRow>();
  /** Of methods as their chunk has them: a name for each frame would take ten times as long as all else. */
  readonly #known = new Map<JfrMethod, Map<number, LineRow | null>>();
  #samples = 0;

  /**
   * @param trace place of its stack in the chunk
   * @param ns what the sample stands for
   */
  add(chunk: JfrChunk, trace: number, ns: number): void {
    const { stackTraces } = chunk;
    this.#samples++;
    let isInnermost = true;
    for (let frame = stackTraces.start(trace); frame < stackTraces.start(trace + 1); frame++) {
      const method = chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      const row = this.#rowOf(method, stackTraces.lineOf(frame));
      if (row !== null && row.last !== this.#samples) {
        row.last = this.#samples;
        row.totalSamples++;
      }
      if (row !== null && isInnermost) {
        row.selfSamples++;
        row.selfNs += ns;
      }
      isInnermost = false;
    }
  }

  #rowOf(method: JfrMethod, line: number): LineRow | null {
    if (line <= 0) return null;
    let lines = this.#known.get(method);
    if (lines === undefined) this.#known.set(method, (lines = new Map<number, LineRow | null>()));
    let row = lines.get(line);
    if (row === undefined) lines.set(line, (row = this.#namedRow(method, line)));
    return row;
  }

  #namedRow(method: JfrMethod, line: number): LineRow | null {
    const name = methodPattern(method);
    const key = `${line} ${name}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      if (this.#rows.size === MOST_LINES) return null;
      row = { method: name, line, selfSamples: 0, totalSamples: 0, selfNs: 0, last: 0 };
      this.#rows.set(key, row);
    }
    return row;
  }

  /** None where no sample has lines. Those with most time come first. */
  dataSets(): readonly DataSet[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()].sort(
      (a, b) => b.selfSamples - a.selfSamples || b.totalSamples - a.totalSamples,
    );
    return [
      {
        ...{ id: LINES_SET, title: 'Lines of code by samples' },
        ...columnsOf(rows, {
          texts: [
            ['method', 'Method', ({ method }) => method],
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
