import type { RegionRequest, RegionStatus } from '../../shared/ipc/engineApi.ts';
import { PassHistogram } from '../../shared/recording/passHistogram.ts';

const PASSES_AT_A_TIME = 10_000;

/** A timed region without a JVM: whatever is timed has passes of a made-up method. */
export class FakeRegion {
  readonly #request: RegionRequest;
  readonly #histogram = new PassHistogram();
  readonly #startedMs = Date.now();

  constructor(request: RegionRequest) {
    this.#request = request;
  }

  /** More passes end. */
  go(): RegionStatus {
    this.#histogram.add(...fakePasses(PASSES_AT_A_TIME));
    return {
      request: this.#request,
      method: this.#request.method,
      elapsedMs: Date.now() - this.#startedMs,
      calibration: { emptyNs: 22.8, passNs: 49.1, spreadNs: 4.3 },
      summary: this.#histogram.summary(),
    };
  }
}

/** Times as a method with a cache has them: most are short, some take a hundred times as long, one in a thousand waits. */
function fakePasses(count: number): [Uint32Array, number, number] {
  const words = new Uint32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const spread = 1 + Math.abs(Math.sin(i * 12.9898)) ** 4;
    words[2 * i] = spread * (i % 1000 === 0 ? 4_000_000 : i % 12 === 0 ? 60_000 : 700);
  }
  return [words, count, 0];
}
