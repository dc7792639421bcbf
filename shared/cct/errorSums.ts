import { subtreeSums } from './subtreeSums.ts';

/**
 * How the errors of rows make the error of what is summed of them, for all views, steps, comparisons and files:
 *
 *     by the probes    linear        e1 + e2         the calibration is wrong by the same, to the same side, for all of them
 *     by samples       in squares    √(e1² + e2²)    whether a sample meets a row is chance, for each by itself
 *
 * Of samples of 10 ms, 64 contexts of 4 are each ± 20 ms, and together ± 0.16 s; added up linearly they would be ± 1.28 s.
 * Errors by the probes are partly of chance too (clock steps, bursts). They are bounds, so the linear sum contains the truth.
 */
export interface ErrorKind {
  /** Missing: they add linearly. */
  readonly independentErrors?: true;
  /** What a sample of the bare program stands for, from which errors of sampled times follow; missing: it was not sampled. */
  readonly nsPerSample?: number;
}

/** Columns of errors, of whichever rows. */
export interface Errors extends ErrorKind {
  readonly errorNs: ArrayLike<number>;
}

/** What a tree or list made of another one says of its errors. */
export function errorKind({ independentErrors, nsPerSample }: ErrorKind): ErrorKind {
  return {
    ...(independentErrors === true ? { independentErrors } : {}),
    ...(nsPerSample === undefined ? {} : { nsPerSample }),
  };
}

/** An error as it is summed up. */
export function errorTerm({ independentErrors }: ErrorKind, errorNs: number): number {
  return independentErrors === true ? errorNs * errorNs : errorNs;
}

/** The error of a sum of terms. */
export function errorOfTerms({ independentErrors }: ErrorKind, sum: number): number {
  return independentErrors === true ? Math.sqrt(sum) : sum;
}

/** Sums of terms in [from, end) become errors, in their place. Allocates nothing. */
export function finishErrors(
  { independentErrors }: ErrorKind,
  sums: Float64Array | Float32Array,
  from = 0,
  end = sums.length,
): void {
  if (independentErrors !== true) return;
  for (let row = from; row < end; row++) sums[row] = Math.sqrt(sums[row]);
}

/** The error of all rows together. O(rows). */
export function errorOfAll(errors: Errors): number {
  const { errorNs } = errors;
  let sum = 0;
  for (let row = 0; row < errorNs.length; row++) sum += errorTerm(errors, errorNs[row]);
  return errorOfTerms(errors, sum);
}

/**
 * NodeIndex -> error of what a node and all below it have. O(nodes), allocates the result only.
 * @param into where they are written; as long as the tree
 */
export function subtreeErrors(
  tree: Errors & { readonly parent: Int32Array },
  into = new Float64Array(tree.errorNs.length),
): Float64Array {
  const { parent, errorNs } = tree;
  for (let node = 0; node < into.length; node++) into[node] = errorTerm(tree, errorNs[node]);
  subtreeSums(parent, into, into);
  finishErrors(tree, into);
  return into;
}

/** The error of the difference, or sum, of numbers of two recordings. Independent errors of both add in squares, all others linearly. */
export function errorOfBoth(a: ErrorKind, b: ErrorKind, errorA: number, errorB: number): number {
  return a.independentErrors === true && b.independentErrors === true
    ? Math.hypot(errorA, errorB)
    : errorA + errorB;
}

/** What is summed up for the errors of changes: one column where both sides add alike, else one of each. */
export interface ChangeTerms extends ErrorKind {
  readonly terms: Float64Array;
}

/** O(rows). @param a of as many rows as b */
export function changeTerms(a: Errors, b: Errors): readonly ChangeTerms[] {
  const of = (side: Errors): Float64Array => Float64Array.from(side.errorNs, (ns) => errorTerm(side, ns));
  const [ofA, ofB] = [of(a), of(b)];
  if (a.independentErrors === b.independentErrors)
    return [{ ...errorKind(a), terms: ofA.map((term, row) => term + ofB[row]) }];
  return [
    { ...errorKind(a), terms: ofA },
    { ...errorKind(b), terms: ofB },
  ];
}

/** The errors of changes, where `sums` are those of the terms of each part. */
export function errorsOfChanges(parts: readonly ErrorKind[], sums: readonly Float64Array[]): Float64Array {
  const errors = new Float64Array(sums[0].length);
  parts.forEach((part, i) => {
    for (let row = 0; row < errors.length; row++) errors[row] += errorOfTerms(part, sums[i][row]);
  });
  return errors;
}
