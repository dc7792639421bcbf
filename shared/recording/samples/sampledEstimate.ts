/** A context in a hundred behaves as no other of its method does: what its samples say is believed then. */
const PECULIAR_SHARE = 0.01;

/**
 * What each context takes, in samples, of those that there are of its method. Nine contexts in ten have none of their own: they get
 * their method's by counts. Those that have some are between what was expected of them and what was found.
 *
 *     method A, 10 samples      calls   expected e   own s   estimate
 *       context 1                 900          9       10        9.1      nearly its own samples
 *       context 2                 100          1        0        0.5      less than its calls say
 *
 * A context's true part is spread about e as an exponential distribution (a gamma prior of weight 1), so of s samples the mean of what
 * is likely is e (s + 1) / (e + 1); one in a hundred may take anything, and s alone counts there. How likely s is by either says
 * which it is. The sum over a method is that of its samples.
 *
 * @param calls context -> exact calls
 * @param own context -> samples
 */
export function sampledEstimate(method: Int32Array, calls: Float64Array, own: Float64Array): Float64Array {
  const { length } = own;
  const callsOf = new Map<number, number>();
  const samplesOf = new Map<number, number>();
  for (let node = 1; node < length; node++) {
    callsOf.set(method[node], (callsOf.get(method[node]) ?? 0) + calls[node]);
    samplesOf.set(method[node], (samplesOf.get(method[node]) ?? 0) + own[node]);
  }
  const estimate = new Float64Array(length);
  const sumOf = new Map<number, number>();
  for (let node = 1; node < length; node++) {
    const methodSamples = samplesOf.get(method[node]) ?? 0;
    if (methodSamples === 0) continue;
    const methodCalls = callsOf.get(method[node]) ?? 0;
    estimate[node] = likely(methodCalls > 0 ? (calls[node] * methodSamples) / methodCalls : 0, own[node]);
    sumOf.set(method[node], (sumOf.get(method[node]) ?? 0) + estimate[node]);
  }
  for (let node = 1; node < length; node++) {
    const sum = sumOf.get(method[node]) ?? 0;
    if (sum > 0) estimate[node] *= (samplesOf.get(method[node]) ?? 0) / sum;
  }
  return estimate;
}

/** @param expected by calls */
function likely(expected: number, samples: number): number {
  const asOthers = (expected * (samples + 1)) / (expected + 1);
  if (samples === 0) return asOthers;
  const likeOthers =
    (1 - PECULIAR_SHARE) * Math.exp(samples * Math.log(expected / (1 + expected)) - Math.log1p(expected));
  const likePeculiar = PECULIAR_SHARE / ((samples + 1) * (samples + 2));
  const peculiar = likePeculiar / (likeOthers + likePeculiar);
  return peculiar * samples + (1 - peculiar) * asOthers;
}
