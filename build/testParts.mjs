/** Parts of the tests, in the order in which `npm test` runs them. */
export const USUAL_PARTS = ['check', 'unit', 'jdks', 'libraries', 'e2e'];

/** Those that run only when they are asked for. */
export const EXTRA_PARTS = ['long', 'faults', 'faultsShare', 'fuzz'];
