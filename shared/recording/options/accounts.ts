import { UsageError } from '../../base/errors.ts';
import { toldText } from '../../base/toldText.ts';
import { parseMethodPattern, type MethodPattern } from '../../callgraph/methodPattern.ts';
import type { MethodInfo } from '../../naming/methodInfo.ts';

/** Code to whose account things go: NAME=PATTERN as typed, those of one name together. */
export interface Account {
  readonly name: string;
  readonly patterns: readonly MethodPattern[];
}

/** Of nodes and methods that are no account's. */
export const NO_ACCOUNT = -1;

const REMEDY = "Write NAME=PATTERN: --account 'xml=org.xml.**'";
const NAME = /^[A-Za-z][\w.-]{0,63}$/;

/**
 * In the order in which they are named first.
 * @throws SluiceError 'usage' that says what is not understood
 */
export function accountsOf(texts: readonly string[]): readonly Account[] {
  const accounts = new Map<string, MethodPattern[]>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at)).trim();
    if (!NAME.test(name))
      throw new UsageError(
        `The account ${toldText(text)} has no name: a letter and up to 63 letters, digits, _ . or - are needed before "=".`,
        REMEDY,
      );
    const pattern = parseMethodPattern(text.slice(at + 1));
    if (pattern.isExclusion)
      throw new UsageError(
        `The account ${toldText(text)} excludes methods, and names none.`,
        'Give the packages that belong to it; of two patterns that match, the one that says more wins.',
      );
    const known = accounts.get(name);
    if (known === undefined) accounts.set(name, [pattern]);
    else known.push(pattern);
  }
  return [...accounts].map(([name, patterns]) => ({ name, patterns }));
}

/**
 * Method id -> place of its account, or NO_ACCOUNT. Of patterns that match the one wins that says more: a.b.** before a.**; of those
 * that say as much, the one that was given first.
 */
export function accountsByMethod(
  accounts: readonly Account[],
  methods: readonly MethodInfo[],
): (method: number) => number {
  const ranked = accounts
    .flatMap(({ patterns }, account) => patterns.map((pattern) => ({ pattern, account })))
    .sort((a, b) => saidBy(b.pattern) - saidBy(a.pattern));
  const places = new Map<number, number>();
  for (const { id, className, name, descriptor } of methods) {
    const found = ranked.find(({ pattern }) => pattern.matchesMethod(className, name, descriptor));
    if (found !== undefined) places.set(id, found.account);
  }
  return (method) => places.get(method) ?? NO_ACCOUNT;
}

/** Characters that a name must have. */
function saidBy({ text }: MethodPattern): number {
  return text.startsWith('re:') ? 0 : text.replaceAll('*', '').length;
}
