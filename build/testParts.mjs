/** Parts of the tests that `npm test` runs, in this order: what a change usually breaks. */
export const USUAL_PARTS = ['check', 'unit', 'e2e'];

/** What takes longer: `npm run test:all` runs it behind the usual parts. */
export const LONGER_PARTS = ['jdks', 'libraries', 'unitRest', 'e2eRest', 'faultsShare', 'fuzzShare'];

/** Those that run only when they are asked for. */
export const EXTRA_PARTS = ['long', 'faults', 'fuzz'];

export const ALL_PARTS = [...USUAL_PARTS, ...LONGER_PARTS, ...EXTRA_PARTS];
