import { describe, expect, it } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { allMutants, damaged, failedTests } from './mutant.mjs';
import { fromRoot } from './tree.mjs';

describe('a mutant', () => {
  const mutant = { name: 'less', file: 'a.ts', from: 'x < 5', to: 'x < $& 6', tests: [] };

  it('is the file with the one place damaged, to the letter', () => {
    expect(damaged(mutant, 'if (x < 5) y();')).toBe('if (x < $& 6) y();');
  });

  it.each([
    ['nowhere', 'if (x < 7) y();', '0 places'],
    ['twice', 'x < 5 || x < 5', '2 places'],
  ])('is refused where its text stands %s', (_, source, found) => {
    expect(() => damaged(mutant, source)).toThrow(found);
  });
});

it('each mutant damages the code as it is now, and the tests that it names are there', async () => {
  const mutants = await allMutants();
  expect(mutants.length).toBeGreaterThanOrEqual(60);
  for (const mutant of mutants) {
    const source = readFileSync(fromRoot(mutant.file), 'utf8');
    expect(damaged(mutant, source)).not.toBe(source);
    expect(mutant.tests.filter((test) => !existsSync(fromRoot(test)))).toEqual([]);
  }
});

describe('what failed', () => {
  it('are the tests that vitest reports so, and files that it could not run', () => {
    const test = (fullName, status) => ({ fullName, status });
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          assertionResults: [test('is a', 'failed'), test('is b', 'passed'), test('c', 'skipped')],
        },
        { name: '/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    };
    expect(failedTests(report, 'a')).toEqual({ failed: ['is a', '/b.test.ts could not be run'], ran: 3 });
  });

  it('are the specs that Playwright reports so, at any depth', () => {
    const spec = (title, ok, status) => ({ title, ok, tests: [{ status }] });
    const inner = { specs: [spec('inner', false, 'unexpected')] };
    const report = {
      suites: [
        { specs: [spec('outer', true, 'expected'), spec('left out', true, 'skipped')], suites: [inner] },
      ],
    };
    expect(failedTests(report, 'a')).toEqual({ failed: ['inner'], ran: 2 });
  });

  it('is all of a run that ended without a report', () => {
    expect(failedTests(null, 'a.spec.ts')).toEqual({ failed: ['a.spec.ts ended without a report'], ran: 1 });
  });
});
