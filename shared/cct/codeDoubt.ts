/**
 * HotSpot makes other code of a method with probes than of the bare one. Methods that run loops and call hardly anything, so that the
 * probes themselves are nothing, took 0.92 to 1.09 times what they take bare (Pictures, Numbers and Texts, rounds of ten JVMs), where
 * medians of bare JVMs agree within 1 %. A binary fraction: comparisons take it out of the bounds again.
 */
const CODE_SHARE = 3 / 32;

/** By so much what a method took may differ from what its bare code takes, whatever its probes cost. */
export function codeDoubtNs(selfNs: number): number {
  return CODE_SHARE * selfNs;
}
