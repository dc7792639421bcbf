/** A static method that takes one argument, an object or an int, and answers nothing. */
export interface StaticMethod {
  /** Internal name. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What it gets: the object in a local variable, or a number. */
export type CallArgument =
  { readonly kind: 'variable'; readonly index: number } | { readonly kind: 'number'; readonly value: number };

/** Before the instruction at a bci that is fallen into; a variable holds an object there. */
export interface InsertedCall {
  readonly bci: number;
  readonly callee: StaticMethod;
  readonly argument: CallArgument;
}

/** By index in ClassModel.methods. */
export type InsertedCalls = ReadonlyMap<number, readonly InsertedCall[]>;

export const NO_CALLS: InsertedCalls = new Map();

/** Where a method keeps it in variable 0. */
export const THIS: CallArgument = { kind: 'variable', index: 0 };

/** What is in some of them. */
export function allCalls(some: readonly InsertedCalls[]): InsertedCalls {
  const all = new Map<number, readonly InsertedCall[]>();
  for (const calls of some)
    for (const [index, ofMethod] of calls) all.set(index, [...(all.get(index) ?? []), ...ofMethod]);
  return all;
}
