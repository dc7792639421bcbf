import type { OpcodeWeights } from '../classfile/opcodeWeights.ts';
import type { InsertedCalls } from './insertedCalls.ts';
import type { LiveTracking } from './livePackets.ts';
import type { MayBeEnum, RootRequests } from './rootRequests.ts';
import type { SiteNumbers } from './siteNumbers.ts';

/**
 * What the methods of a recording tell beside their entries and exits. It is chosen once (requestedProbes.ts), handed on as one value,
 * and read where classes are rewritten.
 */
export interface ProbeSelection {
  /** Parts of a choice of metrics: what methods count beside calls, as bytecodes. */
  readonly counts?: readonly string[];
  /** What each of them counts; null: 1. */
  readonly weights?: OpcodeWeights | null;
  /** Blocks of them count as a whole, though an exception may end one early. */
  readonly countsWholeBlocks?: boolean;
  /** Their exits have times, so that a word of its own tells it. */
  readonly isTimed?: boolean;
  /** Methods tell what they make, each place by its number. */
  readonly sites?: SiteNumbers | null;
  /** Which of these objects are followed until they are collected; only with sites. */
  readonly live?: LiveTracking | null;
  /** What roots are asked before they open the gate; null: nothing. */
  readonly requests?: RootRequests | null;
}

/** What one class gets. */
export interface RewriteOptions extends ProbeSelection {
  /** Internal name of the class that ProbeCalls describes: java/lang/SluiceProbe. */
  readonly probeClass: string;
  /** What is known of the types of roots' arguments. */
  readonly mayBeEnum?: MayBeEnum;
  /** Gates and hooks, also in methods that have no other probe. */
  readonly calls?: InsertedCalls;
}
