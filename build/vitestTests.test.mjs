import { expect, it } from 'vitest';
import { vitestTests } from './vitestTests.mjs';

const test = (fullName, status, tags = []) => ({ fullName, status, tags, duration: 5, failureMessages: [] });
const all = { names: /(?:)/ };
const titles = (report, chosen = all) =>
  vitestTests(report, chosen, (path) => path.slice(1)).map(({ title, status }) => `${status} ${title}`);

it('takes the tests that are chosen by name and tag', () => {
  const tests = [
    test('on JDK 17 a', 'passed'),
    test('on JDK 25 a', 'passed'),
    test('on JDK 25 b', 'failed', ['slow']),
  ];
  const report = { testResults: [{ name: '/a.test.ts', status: 'failed', assertionResults: tests }] };
  expect(titles(report)).toHaveLength(3);
  expect(titles(report, { names: /JDK 25/, slow: false })).toEqual(['passed a.test.ts: on JDK 25 a']);
  expect(titles(report, { names: /JDK 25/, slow: true })).toEqual(['failed a.test.ts: on JDK 25 b']);
});

it('takes a file for failed whose tests were skipped since what stands before them threw', () => {
  const tests = [test('a dump is read', 'skipped'), test('of another JDK', 'passed')];
  const file = {
    name: '/a.test.ts',
    status: 'failed',
    message: 'javac: bad class file',
    assertionResults: tests,
  };
  expect(titles({ testResults: [file] })).toContain('failed a.test.ts could not be run, or not all of it');
  expect(vitestTests({ testResults: [file] }, all, String)[0].firstFailure).toBe('javac: bad class file');
  expect(titles({ testResults: [{ ...file, assertionResults: [] }] })).toEqual([
    'failed a.test.ts could not be run, or not all of it',
  ]);
  expect(titles({ testResults: [{ ...file, status: 'passed' }] })).toHaveLength(2);
});
