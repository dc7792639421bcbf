import { Problem } from './command.mjs';

/**
 * A fault made on purpose: one text of one file, found exactly once, in place of another.
 * @typedef {object} Mutant
 * @property {string} name  what would be wrong, as a statement
 * @property {string} file  named from the root
 * @property {string} from  a text that stands in the file exactly once
 * @property {string} to  what is put there
 * @property {readonly string[]} tests  the nearest ones: test files of vitest, specs of Playwright
 * @property {string} [survives]  why no test can see it
 */

const AREAS = [
  ...['agent', 'engine', 'wire', 'tree', 'objects', 'recordings', 'revelation'],
  ...['readers', 'gates', 'judged', 'exports'],
];

/** @returns {Promise<readonly Mutant[]>} all that there are, by area */
export async function allMutants() {
  const areas = AREAS.map(async (area) => (await import(`../e2e/mutants/${area}.mjs`)).MUTANTS);
  return (await Promise.all(areas)).flat();
}

/** @param {Mutant} mutant @param {string} source @returns the file with the fault */
export function damaged({ name, file, from, to }, source) {
  const places = source.split(from).length - 1;
  if (places === 1) return source.replace(from, () => to);
  throw new Problem(
    `Mutant "${name}": ${file} has ${places} places with the text to be damaged, and one is needed. Mend e2e/mutants:\n${from}`,
  );
}

/**
 * What a runner's JSON report says.
 * @param report of vitest or of Playwright; null: it ended without one, so the fault ended or hung all of it
 * @param test the file, for a failure that has no test
 * @returns {{ failed: string[], ran: number }} names of failed tests; how many passed or failed
 */
export function failedTests(report, test) {
  if (report === null) return { failed: [`${test} ended without a report`], ran: 1 };
  const results = report.testResults ? vitestResults(report) : playwrightResults(report.suites ?? []);
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  return { failed, ran: results.length };
}

function vitestResults({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
    if (tests.length === 0 && status === 'failed')
      return [{ name: `${name} could not be run`, passed: false }];
    return tests.map(({ fullName, status }) => ({ name: fullName, passed: status === 'passed' }));
  });
}

function playwrightResults(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title, ok }) => ({ name: title, passed: ok })),
    ...playwrightResults(inner),
  ]);
}
