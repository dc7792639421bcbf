import { Float64Histogram } from 'hdr-histogram-js';
import type { PassBar, PassSummary } from './passSummary.ts';

/** Durations have 44 bits: 4.9 hours. */
const LONGEST_NS = 2 ** 44 - 1;
/** Percentiles are within a thousandth. */
const DIGITS = 3;
const PERCENTS = [50, 90, 99, 99.9];
const BARS_PER_DECADE = 10;
/**
 * Shorter ones are counted in a table of their own until someone asks: a call of the histogram takes 100 ns and more, and only
 * short passes come by the million.
 */
const SHORT_NS = 1 << 11;

/** Passes through one region: exact numbers, and a high dynamic range histogram of their times. */
export class PassHistogram {
  readonly #times = new Float64Histogram(1, LONGEST_NS, DIGITS);
  /** ns -> passes that are not in the histogram yet. */
  readonly #short = new Float64Array(SHORT_NS);
  #timed = 0;
  #lost = 0;
  #sumNs = 0;
  #minNs = Infinity;
  #maxNs = 0;

  /** See EventSink.passes. */
  add(durationsNs: Uint32Array, passCount: number, lost: number): void {
    const short = this.#short;
    let minNs = this.#minNs;
    let maxNs = this.#maxNs;
    let sumNs = 0;
    for (let i = 0; i < passCount; i++) {
      const ns = durationsNs[2 * i] + durationsNs[2 * i + 1] * 4_294_967_296;
      if (ns < SHORT_NS) short[ns]++;
      else this.#times.recordValue(ns);
      if (ns < minNs) minNs = ns;
      if (ns > maxNs) maxNs = ns;
      sumNs += ns;
    }
    this.#minNs = minNs;
    this.#maxNs = maxNs;
    this.#sumNs += sumNs;
    this.#timed += passCount;
    this.#lost += lost;
  }

  get passes(): number {
    return this.#timed + this.#lost;
  }

  summary(): PassSummary {
    this.#short.forEach((passes, ns) => {
      if (passes > 0) this.#times.recordValueWithCount(ns, passes);
    });
    this.#short.fill(0);
    const isEmpty = this.#timed === 0;
    return {
      passes: this.passes,
      timed: this.#timed,
      minNs: isEmpty ? 0 : this.#minNs,
      meanNs: isEmpty ? 0 : this.#sumNs / this.#timed,
      maxNs: this.#maxNs,
      percentiles: PERCENTS.map((percent) => ({ percent, ns: this.#percentile(percent) })),
      bars: isEmpty ? [] : this.#bars(),
    };
  }

  /** The histogram answers with the longest time that it cannot tell from the right one. */
  #percentile(percent: number): number {
    return Math.min(this.#times.getValueAtPercentile(percent), this.#maxNs);
  }

  #bars(): PassBar[] {
    const first = barOf(this.#minNs);
    const passes = new Array<number>(barOf(this.#maxNs) - first + 1).fill(0);
    const cells = this.#times.recordedValuesIterator;
    for (cells.reset(); cells.hasNext();) {
      const { valueIteratedTo, countAddedInThisIterationStep } = cells.next();
      // A cell is told by the longest time in it; ours are wider than any cell.
      const ns = Math.min(Math.max(valueIteratedTo, this.#minNs), this.#maxNs);
      passes[barOf(ns) - first] += countAddedInThisIterationStep;
    }
    return passes.map((count, i) => ({
      fromNs: edgeOf(first + i),
      toNs: edgeOf(first + i + 1),
      passes: count,
    }));
  }
}

/** What takes no time at all is in the first one. */
function barOf(ns: number): number {
  return Math.floor(Math.log10(Math.max(1, ns)) * BARS_PER_DECADE + 1e-9);
}

function edgeOf(bar: number): number {
  return 10 ** (bar / BARS_PER_DECADE);
}
