import { refusalReason, refusalSentence } from '../messages/refusalMessages.ts';
import type { ProbeTarget } from '../bytecode/probePackets.ts';
import { mayBeReplaced } from '../bytecode/intrinsics.ts';
import { rewriteClass } from '../bytecode/rewriteClass.ts';
import type { RewriteOptions } from '../bytecode/rewriteOptions.ts';
import { inPartText, refusalText } from '../bytecode/rewriteRefusal.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { methodKey } from './instrumentationPlan.ts';
import { PROBE_CLASS } from './probeClass.ts';

export interface InstrumentedClass<Target extends ProbeTarget> {
  /** null: nothing of the class was changed. */
  readonly bytes: Uint8Array | null;
  readonly refused: readonly { readonly target: Target; readonly text: string }[];
  /** Of methods that have probes, and whose calls the compilers may replace: a sentence each. */
  readonly inPart: readonly string[];
  /** Indices of methods that were to have calls and are left as they are, whatever is the cause. */
  readonly withoutCalls: ReadonlySet<number>;
}

/**
 * Puts probes into the planned methods of one class as it is now.
 *
 * @param planned by methodKey
 * @param beside what is put in beside entries and exits
 * @throws SluiceError 'protocol' if the class is malformed
 */
export function instrumentClass<Target extends ProbeTarget>(
  model: ClassModel,
  planned: ReadonlyMap<string, Target>,
  beside: Omit<RewriteOptions, 'probeClass'>,
): InstrumentedClass<Target> {
  const targets = new Map<number, Target>();
  const missing = new Map(planned);
  for (const { index, name, descriptor } of model.methods) {
    const key = methodKey(name, descriptor);
    const target = planned.get(key);
    if (target === undefined) continue;
    targets.set(index, target);
    missing.delete(key);
  }
  const { bytes, refused } = rewriteClass(model, targets, { ...beside, probeClass: PROBE_CLASS });
  const refusals: { target: Target; text: string }[] = [];
  for (const { methodIndex, reason } of refused) {
    const target = targets.get(methodIndex);
    if (target === undefined) continue;
    const { name, descriptor } = model.methods[methodIndex];
    refusals.push({ target, text: refusalText(model.name, name, descriptor, reason) });
  }
  for (const [key, target] of missing) {
    refusals.push({
      target,
      text: refusalSentence(
        'methodGone',
        `Method ${model.name.replaceAll('/', '.')}.${key} is not measured: ${refusalReason('methodGone')}`,
      ),
    });
  }
  const left = new Set(refused.map(({ methodIndex }) => methodIndex));
  const replaced = model.methods.filter(
    (method) => targets.has(method.index) && !left.has(method.index) && mayBeReplaced(model, method),
  );
  const withoutCalls = refused.filter(({ methodIndex }) => beside.calls?.has(methodIndex));
  return {
    bytes: bytes === model.bytes ? null : bytes,
    refused: refusals,
    inPart: replaced.map(({ name, descriptor }) => inPartText(model.name, name, descriptor)),
    withoutCalls: new Set(withoutCalls.map(({ methodIndex }) => methodIndex)),
  };
}
