import type { ClassModel } from '../classfile/classModel.ts';
import { ConstantPoolAppend } from './constantPoolAppend.ts';
import { LiveCalls } from './liveCalls.ts';
import type { LiveTracking } from './livePackets.ts';
import { ProbeCalls, type ProbeTarget } from './probePackets.ts';
import { rewriteMethod } from './rewriteMethod.ts';
import { rewriteMethods, type MethodRewriter, type RewrittenClass } from './rewriteMethods.ts';
import type { SiteNumbers } from './siteNumbers.ts';
import { SitePackets } from './sitePackets.ts';

export interface RewriteOptions {
  /** Internal name of the class that ProbeCalls describes: java/lang/SluiceProbe. */
  readonly probeClass: string;
  /** Methods tell how many bytecodes they have executed. */
  readonly countsBytecodes?: boolean;
  /** Blocks of them count as a whole, though an exception may end one early. */
  readonly countsWholeBlocks?: boolean;
  /** Their exits have times, so that a word of its own tells it. */
  readonly isTimed?: boolean;
  /** Methods tell what they make, each place by its number. */
  readonly sites?: SiteNumbers | null;
  /** Which of these objects are followed until they are collected; only with sites. */
  readonly live?: LiveTracking | null;
}

/**
 * Puts probes into methods of one class. The same input gives the same bytes. A method that cannot be rewritten is left
 * as it is and reported; the others are rewritten all the same.
 *
 * @param targets index in model.methods -> what to measure; worked through by rising index
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function rewriteClass(
  model: ClassModel,
  targets: ReadonlyMap<number, ProbeTarget>,
  options: RewriteOptions,
): RewrittenClass {
  const methods = new Map<number, MethodRewriter>();
  const constants = new ConstantPoolAppend(model.pool);
  const { probeClass, countsBytecodes, countsWholeBlocks, isTimed, sites } = options;
  const bytecodes = !countsBytecodes ? 'never' : isTimed ? 'besideExits' : 'inExits';
  const sitePackets = sites ? new SitePackets(sites, constants, probeClass) : null;
  const live = options.live ? new LiveCalls(constants, probeClass, options.live) : null;
  const probes = new ProbeCalls(constants, probeClass, bytecodes, sitePackets, live, countsWholeBlocks);
  for (const [methodIndex, target] of targets) {
    methods.set(methodIndex, (method, writer) =>
      rewriteMethod(model, method, target, probes, constants, writer),
    );
  }
  return rewriteMethods(model, methods, constants);
}
