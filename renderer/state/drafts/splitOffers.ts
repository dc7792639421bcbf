import { READABLE_TYPES } from '../../../shared/classfile/methodArgument.ts';

/** Something that tells root calls apart, and need not be typed. */
export interface SplitOffer {
  /** As it stands behind --split: arg0, thread. */
  readonly split: string;
  /** Its type as Java writes it, without a package; "" of a thread's name. */
  readonly type: string;
}

/**
 * By what the calls of some roots can be split: arguments that each of them has and that can be read, and the thread. Roots tell their
 * types as patterns do: `Shop::order(int,String)`; of one that does not, only the thread is known. An enum's name looks like any class, so it is
 * not offered, but can be typed.
 */
export function splitOffers(roots: readonly string[]): readonly SplitOffer[] {
  const [types = [], ...others] = roots.map(typesOf);
  const read = types.flatMap((type, at) => {
    const isOfAll = isReadable(type) && others.every((more) => at in more && isReadable(more[at]));
    return isOfAll ? [{ split: `arg${at}`, type: type.slice(type.lastIndexOf('.') + 1) }] : [];
  });
  return [...read, { split: 'thread', type: '' }];
}

function typesOf(root: string): readonly string[] {
  const [, types] = /^(?!re:|!)[^(]*\(([^)]+)\)$/.exec(root) ?? [];
  return types?.split(',').map((type) => type.trim()) ?? [];
}

/** @param type qualified, or as it is typed: String */
function isReadable(type: string): boolean {
  return READABLE_TYPES.has(type) || READABLE_TYPES.has(`java.lang.${type}`);
}
