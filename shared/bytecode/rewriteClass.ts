import type { ClassModel } from '../classfile/classModel.ts';
import { BYTECODES } from '../events/amounts.ts';
import { EACH_ONE } from '../classfile/opcodeWeights.ts';
import { ConstantPoolAppend } from './constantPoolAppend.ts';
import { probeKindsOf } from './probeKinds.ts';
import { ProbeCalls, type ProbeTarget } from './probePackets.ts';
import { rewriteMethod } from './rewriteMethod.ts';
import { rewriteMethods, type MethodRewriter, type RewrittenClass } from './rewriteMethods.ts';
import { RequestPackets } from './rootRequests.ts';
import type { RewriteOptions } from './rewriteOptions.ts';

/**
 * Puts probes into methods of one class, all kinds of them in one pass. The same input gives the same bytes. A method that cannot be rewritten is left
 * as it is and reported; the others are rewritten all the same.
 *
 * @param targets index in model.methods -> what to measure; those of `options.calls` are rewritten as well, by rising index
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function rewriteClass(
  model: ClassModel,
  targets: ReadonlyMap<number, ProbeTarget>,
  options: RewriteOptions,
): RewrittenClass {
  const constants = new ConstantPoolAppend(model.pool);
  const weights = options.counts?.includes(BYTECODES) === true ? (options.weights ?? EACH_ONE) : null;
  const mayBeEnum = options.mayBeEnum ?? (() => true); // of a class of which nothing is known
  const requests = options.requests ? new RequestPackets(options.requests, constants, mayBeEnum) : null;
  const probes = new ProbeCalls(constants, options.probeClass, weights, requests);
  const kinds = probeKindsOf(constants, options);
  const methods = new Map<number, MethodRewriter>();
  for (const index of new Set([...targets.keys(), ...(options.calls?.keys() ?? [])])) {
    const target = targets.get(index) ?? null;
    methods.set(index, (method, writer) =>
      rewriteMethod(model, method, target, probes, kinds, constants, writer),
    );
  }
  return rewriteMethods(model, methods, constants);
}
