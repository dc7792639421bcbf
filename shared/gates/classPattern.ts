import { parseMethodPattern } from '../callgraph/methodPattern.ts';

/** Classes of which objects are made, as Java writes them: a.b.C$D, int[]. */
export interface ClassPattern {
  readonly text: string;
  matches(made: string): boolean;
}

const BRACKETS = /(?:\[\])*$/;

/**
 * A class pattern as roots have it, with brackets for arrays: `com.acme.Cart`, `com.acme.**`, `byte[]`. Without brackets one with a
 * `*` means arrays of what matches too.
 * @throws SluiceError 'usage'
 */
export function parseClassPattern(text: string): ClassPattern {
  const [brackets] = BRACKETS.exec(text) ?? [''];
  const pattern = parseMethodPattern(text.slice(0, text.length - brackets.length));
  const withArrays = brackets === '' && text.includes('*');
  return {
    text,
    matches(made) {
      const [dimensions] = BRACKETS.exec(made) ?? [''];
      if (dimensions !== brackets && !withArrays) return false;
      return pattern.matchesClass(made.slice(0, made.length - dimensions.length)) !== pattern.isExclusion;
    },
  };
}
