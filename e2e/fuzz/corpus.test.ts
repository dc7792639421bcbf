import { describe, expect, it } from 'vitest';
import { corpusOf } from './corpus.ts';
import { decode } from './coverageLoop.ts';
import { fuzzTargets } from './fuzzTargets.ts';

/** What fuzzing once found stays found; see fuzz.ts. */
describe.each(fuzzTargets().map((target) => ({ name: target.name, target })))('$name', ({ name, target }) => {
  it(target.built ? 'its own examples are taken or refused' : 'its own examples are taken', async () => {
    for (const bytes of target.seeds) {
      if (target.built) expect((await decode(target, bytes)).fault).toBeNull();
      else await target.decode(bytes);
    }
  });

  it('what it failed at once is taken or refused', async () => {
    const decoded = [...corpusOf(name)].map(async ([file, bytes]) => [
      file,
      (await decode(target, bytes)).fault,
    ]);
    const faults = await Promise.all(decoded);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
  });
});
