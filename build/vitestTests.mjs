/**
 * The tests of a report of vitest (its reporter json) that were chosen. A file that failed though none of its tests did, as when
 * what stands before them threw, is a test that failed: vitest calls its tests skipped.
 * @param report what the reporter has written
 * @param {{ names: RegExp, slow?: boolean }} chosen by name and by the tag `slow`, slow or not unless told
 * @param {(path: string) => string} nameOf of a file
 * @returns {import('./test.mjs').Test[]}
 */
export function vitestTests({ testResults = [] }, { names, slow }, nameOf) {
  return testResults.flatMap(({ name, assertionResults, status, message }) => {
    const file = nameOf(name);
    const isUnrun = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
    const chosen = assertionResults.filter(
      ({ fullName, tags }) => names.test(fullName) && (slow === undefined || slow === tags.includes('slow')),
    );
    return [
      ...(isUnrun
        ? [{ title: `${file} could not be run, or not all of it`, status, firstFailure: message }]
        : []),
      ...chosen.map((test) => ({
        title: `${file}: ${test.fullName}`,
        status: test.status,
        durationMs: test.duration ?? 0,
        firstFailure: test.failureMessages[0],
      })),
    ];
  });
}
