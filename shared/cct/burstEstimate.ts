import { assert } from '../base/assert.ts';
import type { Calibration, CctTable } from './cctTable.ts';
import { codeDoubtNs } from './codeDoubt.ts';
import { wholeTimeBound } from './uncertain.ts';

/** A context leans on its method's mean as if it had been met so often more: most contexts are called a handful of times. */
const BORROWED_SAMPLES = 4;
/** Where the clock's cost is all that was measured, a stretch is taken for so short: the shares of the pauses follow the calls. */
const SHORTEST_STRETCH_NS = 0.25;
/** Of the standard errors of a mean, so many contain the truth in 95 of 100 cases. */
const STANDARD_ERRORS = 2;

/**
 * Self times where the clock pauses between bursts (StretchSamples):
 *
 *     selfNs = measured + rest * mean * scale
 *
 * rest: stretches of the node in pauses, exact, for all calls are counted.
 * mean: of the node's stretches that stand for others, each as long as measured less what the probes cost in it. With few
 *     of them it is drawn towards the mean of all contexts of the method.
 * scale: one number for the tree. What all pauses took together was measured, so the estimates, with the cost of probes in pauses,
 *     must add up to it: what is uncertain is the share of each context, not the sum.
 *
 * errorNs bounds the error of selfNs: that of the measured part as in overhead.ts, two standard errors of the mean for the
 * rest, and how far the scale had to go. Where the probes' cost exceeds what is left, the bound is the time itself at least. To that
 * comes what probes make of the code around them (codeDoubt.ts).
 */
export class BurstEstimate {
  readonly #table: CctTable;
  readonly #calibration: Calibration;
  readonly #stretches: Float64Array;
  /** NodeIndex -> what probes cost in a measured stretch, ns. */
  readonly #costNs: Float64Array;
  readonly #countedNs: Float64Array;
  readonly #methodWeight: Float64Array;
  readonly #methodNs: Float64Array;
  #allWeight = 0;
  #allNs = 0;
  #restNs = 0;
  #restStretches = 0;
  #restCountedNs = 0;

  /**
   * @param stretches NodeIndex -> stretches between two events in it, measured or not
   * @param costNs NodeIndex -> what the probes cost in all its stretches if all were measured
   * @param countedNs NodeIndex -> what of it is for calls that are only counted, in pauses too
   */
  constructor(
    table: CctTable,
    calibration: Calibration,
    stretches: Float64Array,
    costNs: Float64Array,
    countedNs: Float64Array,
  ) {
    this.#table = table;
    this.#calibration = calibration;
    this.#stretches = stretches;
    this.#costNs = costNs;
    this.#countedNs = countedNs;
    let methods = 0;
    for (const method of table.method) methods = Math.max(methods, method + 1);
    this.#methodWeight = new Float64Array(methods);
    this.#methodNs = new Float64Array(methods);
  }

  /** First, for all nodes in pieces: collects the means of the methods. */
  collect(from: number, end: number): void {
    const { method, counted } = this.#table;
    const { restWeight } = this.#samples;
    for (let node = from; node < end; node++) {
      if (counted[node] === 1 || restWeight[node] === 0) continue;
      const ns = this.#sampledNs(node);
      this.#methodWeight[method[node]] += restWeight[node];
      this.#methodNs[method[node]] += ns;
      this.#allWeight += restWeight[node];
      this.#allNs += ns;
    }
  }

  /** Then: estimates what the pauses' stretches took, into selfNs. */
  estimateRest(selfNs: Float64Array, from: number, end: number): void {
    const { counted } = this.#table;
    for (let node = from; node < end; node++) {
      if (counted[node] === 1) continue;
      const rest = this.#restOf(node);
      selfNs[node] = rest * this.#meanOf(node);
      this.#restNs += selfNs[node];
      this.#restStretches += rest;
      if (rest > 0) this.#restCountedNs += (this.#countedNs[node] * rest) / this.#stretches[node];
    }
  }

  /** Last: adds what was measured, and the errors. @returns ns that had to be cut to keep times from falling below 0 */
  complete(selfNs: Float64Array, errorNs: Float32Array, from: number, end: number): number {
    const { counted, selfNs: measuredNs } = this.#table;
    const { timed, restWeight, restNs, restSquaredNs } = this.#samples;
    const { spreadNs, pausedPairNs, pausedSpreadNs } = this.#calibration;
    const scale = this.#scale();
    const weight = this.#weightOfSample;
    let clampedNs = 0;
    for (let node = from; node < end; node++) {
      if (counted[node] === 1) continue;
      const rest = this.#restOf(node);
      const estimateNs = selfNs[node] * scale;
      const correctedNs = measuredNs[node] - timed[node] * this.#costOfStretch(node);
      const cutNs = Math.max(0, -correctedNs - estimateNs);
      const samples = restWeight[node] / weight;
      const mean = samples > 0 ? restNs[node] / restWeight[node] : 0;
      const variance = samples > 0 ? Math.max(0, restSquaredNs[node] / restWeight[node] - mean * mean) : 0;
      const sampling =
        samples >= 1 ? (STANDARD_ERRORS * rest * Math.sqrt(variance)) / Math.sqrt(samples) : estimateNs;
      const measuring = timed[node] * spreadNs + (rest * pausedSpreadNs) / 2 + Math.sqrt(timed[node]);
      const boundNs = measuring + sampling + Math.abs(estimateNs - selfNs[node]);
      selfNs[node] = Math.max(0, correctedNs + estimateNs);
      const costNs = timed[node] * this.#costOfStretch(node) + (rest * pausedPairNs) / 2;
      const leastNs = costNs > selfNs[node] ? wholeTimeBound(selfNs[node]) : 0;
      errorNs[node] = Math.max(cutNs, boundNs, leastNs) + codeDoubtNs(selfNs[node]);
      clampedNs += cutNs;
    }
    return clampedNs;
  }

  /** What the pauses took, less their probes, over what the estimates say; 1 where no pause was measured. */
  #scale(): number {
    const { innerSpans, innerStretches, innerNs } = this.#samples.pauses;
    const { innerNs: readNs, pausedPairNs } = this.#calibration;
    if (innerStretches === 0 || this.#restNs === 0) return 1;
    const part = innerStretches / this.#restStretches;
    // On either side of a span the clock is read, and a part of each is within.
    const probesNs = innerSpans * readNs + (innerStretches * pausedPairNs) / 2 + part * this.#restCountedNs;
    return Math.max(0, innerNs - probesNs) / (part * this.#restNs);
  }

  #restOf(node: number): number {
    return Math.max(0, this.#stretches[node] - this.#samples.timed[node]);
  }

  #meanOf(node: number): number {
    const { restWeight } = this.#samples;
    const method = this.#table.method[node];
    const borrowed = BORROWED_SAMPLES * this.#weightOfSample;
    const ofMethod =
      this.#methodWeight[method] > 0
        ? this.#methodNs[method] / this.#methodWeight[method]
        : this.#allWeight > 0
          ? this.#allNs / this.#allWeight
          : 0;
    const ns = (restWeight[node] > 0 ? this.#sampledNs(node) : 0) + borrowed * ofMethod;
    return Math.max(SHORTEST_STRETCH_NS, ns / (restWeight[node] + borrowed));
  }

  /** What the samples stand for, less the probes. */
  #sampledNs(node: number): number {
    const { restWeight, restNs } = this.#samples;
    return restNs[node] - restWeight[node] * this.#costOfStretch(node);
  }

  #costOfStretch(node: number): number {
    return this.#stretches[node] > 0 ? this.#costNs[node] / this.#stretches[node] : 0;
  }

  /** How many pauses' stretches a sample stands for, in the mean. */
  get #weightOfSample(): number {
    const { samples, sampledWeight } = this.#samples.pauses;
    return samples > 0 ? sampledWeight / samples : 1;
  }

  get #samples() {
    const { samples } = this.#table;
    assert(samples !== undefined, 'the clock of this tree paused');
    return samples;
  }
}
