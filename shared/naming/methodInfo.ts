import type { MethodId } from '../base/ids.ts';
import type { ReachReason } from '../messages/reachReason.ts';
import type { AllocationSite } from './allocationSite.ts';

/** What a method id stands for. */
export interface MethodInfo {
  readonly id: MethodId;
  /** As Class.getName(): a.b.C$D. */
  readonly className: string;
  /** As in the class file: name, <init> or <clinit>. */
  readonly name: string;
  /** As in the class file: (I)V. */
  readonly descriptor: string;
  readonly root: boolean;
  /** What made it part of the subgraph; files from before there was this field do not say. */
  readonly reason?: ReachReason;
  /** It was to carry a probe and could not; told again, with this, when that turns out. */
  readonly refused?: true;
  /** Where it makes objects, if they are counted; told again when more is known of them. Not in files: what they made is. */
  readonly sites?: readonly AllocationSite[];
}
