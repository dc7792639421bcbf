import { SAMPLED_TIME, SAMPLES } from '../../shared/metrics/furtherMetrics.ts';
import { sampledErrorNs } from '../../shared/metrics/sampledError.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';

/** Of the contexts of a recording: how many have a time that is off by its own ± at most, by a sampler that had no part in it. */
export interface HeldOut {
  readonly contexts: number;
  readonly within: number;
  /** Those with so many samples of their own. */
  readonly sampledContexts: number;
  readonly sampledWithin: number;
}

const ENOUGH_SAMPLES = 10;

/** Contexts by names of methods, as samplers tell them: overloads are one. */
class NamedContexts {
  readonly #children: Map<string, number>[] = [new Map()];

  get count(): number {
    return this.#children.length;
  }

  find(caller: number, frame: string): number | undefined {
    return this.#children[caller].get(frame);
  }

  childOf(caller: number, frame: string): number {
    const known = this.find(caller, frame);
    if (known !== undefined) return known;
    this.#children[caller].set(frame, this.count);
    return this.#children.push(new Map()) - 1;
  }
}

/**
 * Lays the judge's stacks on the tree of the recording, as placedSamples does with those of the Flight Recorder. The judge's parts are
 * taken of the same whole: its own errors are not allowed for.
 *
 * @param stacks collapsed
 * @param counts whether a stack with this innermost frame is one that both samplers take
 */
export function heldOut(
  snapshot: Snapshot,
  root: string,
  stacks: readonly string[],
  counts: (innermost: string) => boolean,
): HeldOut {
  const { all, methods } = recordingResults(snapshot);
  const contexts = new NamedContexts();
  const at = [0]; // node -> context
  const [ns, samples]: [number[], number[]] = [[0], [0]];
  for (let node = 1; node < all.length; node++) {
    const { className, name } = methods.get(all.method[node]);
    const context = contexts.childOf(at[all.parent[node]], `${className}.${name}`);
    at[node] = context;
    ns[context] = (ns[context] ?? 0) + (all.metrics?.get(SAMPLED_TIME)?.self[node] ?? 0);
    samples[context] = (samples[context] ?? 0) + (all.metrics?.get(SAMPLES)?.self[node] ?? 0);
  }
  const judged = new Float64Array(contexts.count);
  for (const line of stacks.join('\n').split('\n')) {
    const end = line.lastIndexOf(' ');
    const frames = line.slice(0, end).split(';');
    const begin = frames.indexOf(root);
    if (begin < 0 || !counts(frames[frames.length - 1])) continue;
    let context = 0;
    for (const frame of frames.slice(begin)) context = contexts.find(context, frame) ?? context;
    judged[context] += Number(line.slice(end + 1));
  }
  const [wholeNs, wholeJudged] = [ns, [...judged]].map((each) => each.reduce((sum, one) => sum + one, 0));
  const found = { contexts: 0, within: 0, sampledContexts: 0, sampledWithin: 0 };
  for (let context = 1; context < contexts.count; context++) {
    const isWithin =
      Math.abs((judged[context] * wholeNs) / wholeJudged - ns[context]) <= sampledErrorNs(ns[context], all);
    found.contexts++;
    if (isWithin) found.within++;
    if (samples[context] < ENOUGH_SAMPLES) continue;
    found.sampledContexts++;
    if (isWithin) found.sampledWithin++;
  }
  return found;
}
