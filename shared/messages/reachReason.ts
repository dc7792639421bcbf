/**
 * What makes a method belong to the subgraph, the first of several:
 *
 * - root: chosen by the user, or by a pattern of the scheme `everything`;
 * - call: a revealed call ends in it and in no other method, as far as was known;
 * - dispatch: one of several that a revealed call may end in, as its receiver chooses;
 * - callback: left-out code may call it: it overrides what that declares, or is the body of a lambda;
 * - initializer: a static initialiser that has not run yet;
 * - reflection: reflective calls may find it;
 * - unsettled: its class was announced before its supertypes were known.
 */
export const REACH_REASONS = [
  'root',
  'call',
  'dispatch',
  'callback',
  'initializer',
  'reflection',
  'unsettled',
] as const;
export type ReachReason = (typeof REACH_REASONS)[number];
