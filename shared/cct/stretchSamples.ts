/**
 * What is known of the stretches between events where the clock pauses (clock `bursts`): some were measured, the others only
 * passed. Columns beside those of a CctTable, whose selfNs is the sum of the measured ones.
 *
 *     events   >A   >B   <B   >B   <B   ...        A: 3 stretches, B: 2
 *     clock    ====10===25=======================  in a burst each measured stretch stands for `weight` stretches:
 *                                                  itself, and weight - 1 of the pause before it
 *
 * So the pauses' stretches of a node took restNs / restWeight each, in the mean (Horvitz and Thompson, JASA 1952).
 */
export interface StretchSamples {
  readonly timed: Float64Array; //         NodeIndex -> stretches measured: those in the node's selfNs
  readonly restWeight: Float64Array; //    NodeIndex -> unmeasured stretches that measured ones stand for
  readonly restNs: Float64Array; //        NodeIndex -> ns, measured times times what they stand for
  readonly restSquaredNs: Float64Array; // NodeIndex -> ns², their squares times what they stand for
  readonly pauses: Pauses;
}

/** All pauses of a tree's clock together, and of those in which the thread left the subgraph the parts that it spent within and that were timed. */
export interface Pauses {
  /** Measured stretches that stand for others, and for how many. */
  readonly samples: number;
  readonly sampledWeight: number;
  /** So many they were, with so many stretches. */
  readonly innerSpans: number;
  readonly innerStretches: number;
  /** How long they took on the wall, ns: waits for Sluice and halts, which are charged otherwise, left out. */
  readonly innerNs: number;
}

/**
 * A longer stretch stands for itself only: the agent tells the halts that it sees in pauses, and would have told this one. Standing for
 * others, a thread's wait for a core, of some ms, would be 32 times as long, and one of those puts a method among the hottest.
 */
const HALT_NS = 3_000_000;

const MIN_CAPACITY = 1024;

/** StretchSamples of a tree that grows; nodes may come in any order. */
export class GrowingSamples {
  #timed = new Float64Array(MIN_CAPACITY);
  #restWeight = new Float64Array(MIN_CAPACITY);
  #restNs = new Float64Array(MIN_CAPACITY);
  #restSquaredNs = new Float64Array(MIN_CAPACITY);
  #samples = 0;
  #sampledWeight = 0;
  #innerSpans = 0;
  #innerStretches = 0;
  #innerNs = 0;

  get byteLength(): number {
    return 4 * this.#timed.byteLength;
  }

  /** A stretch of this node was measured, and stands for `weight` stretches. Called at each event in a burst. */
  take(node: number, ns: number, weight: number): void {
    if (node >= this.#timed.length) this.#grow(node + 1);
    this.#timed[node]++;
    if (weight === 1 || ns >= HALT_NS) return;
    const rest = weight - 1;
    this.#samples++;
    this.#sampledWeight += rest;
    this.#restWeight[node] += rest;
    this.#restNs[node] += rest * ns;
    this.#restSquaredNs[node] += rest * ns * ns;
  }

  /** Takes back beforehand a take() of 0 ns: the stretch that ends with the first word after a pause was not measured. */
  forgo(node: number, weight: number): void {
    this.take(node, 0, weight);
    const rest = weight - 1;
    this.#timed[node] -= 2;
    if (rest === 0) return;
    this.#samples -= 2;
    this.#sampledWeight -= 2 * rest;
    this.#restWeight[node] -= 2 * rest;
  }

  /** @param innerNs what the pause or a part of it took; NaN where the thread left the subgraph meanwhile, or nobody knows */
  addPause(stretches: number, innerNs: number): void {
    if (!(innerNs >= 0)) return;
    this.#innerSpans++;
    this.#innerStretches += stretches;
    this.#innerNs += innerNs;
  }

  /** Adds those of another tree. @param nodeOf its nodes -> the nodes here */
  add(other: StretchSamples, nodeOf: Int32Array): void {
    for (let node = 1; node < nodeOf.length; node++) {
      const target = nodeOf[node];
      if (target >= this.#timed.length) this.#grow(target + 1);
      this.#timed[target] += other.timed[node];
      this.#restWeight[target] += other.restWeight[node];
      this.#restNs[target] += other.restNs[node];
      this.#restSquaredNs[target] += other.restSquaredNs[node];
    }
    const { samples, sampledWeight, innerSpans, innerStretches, innerNs } = other.pauses;
    this.#samples += samples;
    this.#sampledWeight += sampledWeight;
    this.#innerSpans += innerSpans;
    this.#innerStretches += innerStretches;
    this.#innerNs += innerNs;
  }

  /** A copy for the first `count` nodes. */
  toColumns(count: number): StretchSamples {
    if (count > this.#timed.length) this.#grow(count);
    return {
      timed: this.#timed.slice(0, count),
      restWeight: this.#restWeight.slice(0, count),
      restNs: this.#restNs.slice(0, count),
      restSquaredNs: this.#restSquaredNs.slice(0, count),
      pauses: {
        samples: this.#samples,
        sampledWeight: this.#sampledWeight,
        innerSpans: this.#innerSpans,
        innerStretches: this.#innerStretches,
        innerNs: this.#innerNs,
      },
    };
  }

  #grow(count: number): void {
    let capacity = this.#timed.length;
    while (capacity < count) capacity *= 2;
    this.#timed = grown(this.#timed, capacity);
    this.#restWeight = grown(this.#restWeight, capacity);
    this.#restNs = grown(this.#restNs, capacity);
    this.#restSquaredNs = grown(this.#restSquaredNs, capacity);
  }
}

function grown(column: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
}
