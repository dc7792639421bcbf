import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GlobMatcher, type GlobStyle } from './globMatcher.ts';

const CLASS: GlobStyle = { dotIsNesting: true, beginsAnywhere: false };
const TYPE: GlobStyle = { dotIsNesting: true, beginsAnywhere: true };

/** The slow one that it replaces: tries each division of the text among the stars. */
function expressionOf(glob: string, { beginsAnywhere }: GlobStyle): RegExp {
  const source = glob.replace(/[.$]|\*\*|\*/g, (part) =>
    part === '.' ? '[.$]' : part === '$' ? '\\$' : part === '**' ? '[^]*' : '[^.]*',
  );
  return new RegExp(`^${beginsAnywhere ? '(?:[^]*[.$])?' : ''}${source}$`);
}

describe('a glob', () => {
  it.each([CLASS, TYPE])('matches what an equal regular expression does, style %j', (style) => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '$'), maxLength: 12 });
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '.', '$', '*'), maxLength: 8 });
    fc.assert(
      fc.property(glob, fc.boolean(), fc.array(text, { minLength: 1, maxLength: 8 }), (body, open, texts) => {
        const written = body.replaceAll(/\*+/g, '*') + (open && !body.endsWith('*') ? '.**' : '');
        const matcher = new GlobMatcher(written, style);
        const expression = expressionOf(written, style);
        for (const one of texts) expect([one, matcher.matches(one)]).toEqual([one, expression.test(one)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes milliseconds for the longest name there can be, however many stars it has', () => {
    const name = 'a'.repeat(65_535);
    const startMs = performance.now();
    expect(new GlobMatcher('*a*a*a*a*b', CLASS).matches(name)).toBe(false);
    expect(new GlobMatcher('*a*a*a*a*', CLASS).matches(name)).toBe(true);
    expect(performance.now() - startMs).toBeLessThan(500);
  });
});
