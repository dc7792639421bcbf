import { describe, expect, it } from 'vitest';
import type { MethodId } from '../base/ids.ts';
import { CONTROL_WORD, EXIT_BIT, highOfWord, lowOfWord } from '../events/eventWord.ts';
import { isWhole, type AllocationAccount } from './allocationAccount.ts';
import { CctBuilder } from './cctBuilder.ts';
import { ThreadCursor } from './threadCursor.ts';

const A = 16 as MethodId;

/** Words of a thread: "in" opens a subgraph, ">" enters A, "<" leaves it, a number is told before the exit of the root. */
function wordsOf(script: string): Uint32Array {
  return Uint32Array.from(
    script.split(' ').flatMap((word) => {
      if (word === 'in') return [CONTROL_WORD.rootIn, 0];
      if (word === '>') return [A, 0];
      if (word === '<') return [EXIT_BIT | A, 0];
      return [(lowOfWord(0, false, Number(word)) | CONTROL_WORD.rootOut) >>> 0, highOfWord(Number(word))];
    }),
  );
}

/** Fed in parts; what stands in between is done to the builder. */
function accountOf(...parts: readonly (string | 'pause' | 'resume' | 'reset')[]): AllocationAccount {
  const builder = new CctBuilder();
  const cursor = new ThreadCursor();
  for (const part of parts) {
    if (part === 'pause' || part === 'resume' || part === 'reset') builder[part]([cursor], 0);
    else {
      const words = wordsOf(part);
      builder.feed(cursor, words, words.length / 2, false, 0, 0);
    }
  }
  return builder.allocation.account;
}

describe('what root calls allocate', () => {
  it('is added up, and is whole where each of them has told it, of many bytes too', () => {
    const account = accountOf('in > 100 <', 'in > > < 8796093022208 <');
    expect(account).toEqual({ rootCalls: 2, toldCalls: 2, allocatedBytes: 100 + 2 ** 43 });
    expect(isWhole(account)).toBe(true);
  });

  it('is not whole while a call is open', () => {
    expect(isWhole(accountOf('in > 100 <', 'in >'))).toBe(false);
    expect(isWhole(accountOf())).toBe(false);
  });

  it('is not whole where a pause or a reset lies within a call, and begins anew with a reset between two', () => {
    expect(isWhole(accountOf('in >', 'pause', 'resume', '100 <'))).toBe(false);
    expect(isWhole(accountOf('in >', 'reset', '100 <'))).toBe(false);
    expect(accountOf('in > 7 <', 'reset', 'in > 100 <')).toEqual({
      rootCalls: 1,
      toldCalls: 1,
      allocatedBytes: 100,
    });
    expect(accountOf('in > 7 <', 'pause', 'resume', 'in > 100 <').allocatedBytes).toBe(107);
  });
});
