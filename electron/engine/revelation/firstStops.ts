import type { MethodId } from '../../../shared/base/ids.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { Obstacle, Reachability } from '../../../shared/callgraph/reachability.ts';
import type { GatedMethod } from '../../../shared/instrument/instrumentationPlan.ts';

/**
 * The methods that are to stop at their first invocation, each until nothing is in its way any more. Invariant: each is to be
 * looked at, or stands behind one obstacle. So a round looks at what is new and at those whose obstacle went, however many are planned.
 */
export class FirstStops {
  readonly #reachability: Reachability;
  readonly #onStep: () => void;
  readonly #planned = new Map<MethodNode, GatedMethod>();
  readonly #toLookAt = new Set<MethodNode>();
  /** Those that are planned no more may still stand here. */
  readonly #behind = new Map<Obstacle, MethodNode[]>();

  /** @param onStep one of those that wait was looked at */
  constructor(reachability: Reachability, onStep: () => void) {
    this.#onStep = onStep;
    this.#reachability = reachability;
  }

  add(planned: GatedMethod): void {
    this.#planned.set(planned.method, planned);
    this.#toLookAt.add(planned.method);
  }

  /** It was invoked, or carries no probe any more. */
  delete({ method }: GatedMethod): void {
    this.#planned.delete(method);
    this.#toLookAt.delete(method);
  }

  /** As Reachability tells it. */
  gone(obstacle: Obstacle): void {
    const methods = this.#behind.get(obstacle);
    if (methods === undefined) return;
    this.#behind.delete(obstacle);
    for (const method of methods) if (this.#planned.has(method)) this.#toLookAt.add(method);
  }

  /** Of all methods, those that need not stop: what they can call carries probes. They are revealed. */
  takeReady(): readonly MethodId[] {
    return this.#takeReady(this.#toLookAt);
  }

  /** The same of some methods. */
  takeReadyOf(planned: Iterable<GatedMethod>): readonly MethodId[] {
    return this.#takeReady(
      [...planned].map(({ method }) => method).filter((method) => this.#toLookAt.has(method)),
    );
  }

  #takeReady(methods: Iterable<MethodNode>): readonly MethodId[] {
    const ready: MethodId[] = [];
    for (const method of methods) {
      this.#onStep();
      const planned = this.#planned.get(method);
      this.#toLookAt.delete(method);
      if (planned === undefined) continue;
      const obstacle = this.#reachability.obstacleOf(method);
      if (obstacle === null) {
        this.#planned.delete(method);
        this.#reachability.reveal(method);
        ready.push(planned.methodId);
        continue;
      }
      const behind = this.#behind.get(obstacle);
      if (behind === undefined) this.#behind.set(obstacle, [method]);
      else behind.push(method);
    }
    return ready;
  }
}
