import { refusalReason, refusalSentence } from '../messages/refusalMessages.ts';
import type { ProbeTarget } from '../bytecode/probePackets.ts';
import { rewriteClass, type RewriteOptions } from '../bytecode/rewriteClass.ts';
import { refusalText } from '../bytecode/rewriteRefusal.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { methodKey } from './instrumentationPlan.ts';
import { PROBE_CLASS } from './probeClass.ts';

export interface InstrumentedClass<Target extends ProbeTarget> {
  /** null: nothing of the class was changed. */
  readonly bytes: Uint8Array | null;
  readonly refused: readonly { readonly target: Target; readonly text: string }[];
}

/**
 * Puts probes into the planned methods of one class as it is now.
 *
 * @param planned by methodKey
 * @param counting what is counted beside calls
 * @throws SluiceError 'protocol' if the class is malformed
 */
export function instrumentClass<Target extends ProbeTarget>(
  model: ClassModel,
  planned: ReadonlyMap<string, Target>,
  counting: Pick<RewriteOptions, 'countsBytecodes' | 'countsWholeBlocks' | 'isTimed' | 'sites' | 'live'>,
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
  const { bytes, refused } = rewriteClass(model, targets, { ...counting, probeClass: PROBE_CLASS });
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
  return { bytes: bytes === model.bytes ? null : bytes, refused: refusals };
}
