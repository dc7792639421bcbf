import { describe, expect, it } from 'vitest';
import { corpusOf } from './corpus.ts';
import { decode } from './coverageLoop.ts';
import { fuzzTargets } from './fuzzTargets.ts';

/** What fuzzing once found stays found; see fuzz.ts. */
describe.each(fuzzTargets().map((target) => ({ name: target.name, target })))('$name', ({ name, target }) => {
  it('its own examples are taken', () => {
    for (const bytes of target.seeds) expect(() => target.decode(bytes)).not.toThrow();
  });

  it('what it failed at once is taken or refused', () => {
    const faults = [...corpusOf(name)].map(([file, bytes]) => [file, decode(target, bytes).fault]);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
  });
});
