/** Parts of the tests that `npm test` runs, in this order: what a change usually breaks. */
export const USUAL_PARTS = ['check', 'unit', 'e2e'];

/**
 * Specs of `e2e`: each goes through what most of the others stand on, so that a fault there is seen within minutes. Counts, bytecodes and
 * objects by known trees; roots and classes that come late; the page from its start to a comparison; bad input; what files tell.
 */
export const USUAL_SPECS = [
  ...[
    'exactCounts',
    'bytecodes',
    'objects',
    'seeds',
    'callbackKinds',
    'hiddenClasses',
    'lateRoots',
    'rehearsal',
  ],
  ...['commands', 'ci', 'slowCalls', 'unmade', 'window', 'myCode', 'keyboard', 'badInput', 'address'],
  ...['renderer', 'application', 'liveTree', 'tables', 'dataSets', 'metrics', 'addedMeasure'],
];

const EVERY_CLASS = ['jdks', 'libraries'];

/** What runs behind the usual parts, by the name of the set: `all` what takes longer, `ci` a third of it that the clock chooses (testShare.mjs). */
const BEHIND = {
  all: [...EVERY_CLASS, 'unitRest', 'e2eRest', 'window', 'faultsBrief', 'fuzzBrief'],
  ci: [...EVERY_CLASS, 'unitRestShare', 'e2eRestShare', 'faultsShare', 'fuzzBrief'],
};

/** Those that run only when they are asked for. */
const EXTRA_PARTS = ['long', 'faults', 'fuzz'];

const PARTS = [...new Set([USUAL_PARTS, ...Object.values(BEHIND), EXTRA_PARTS].flat())];

/** What `npm test` may be given: names of sets, and of parts. */
export const PART_NAMES = [...Object.keys(BEHIND), ...PARTS];

/** @returns {readonly string[] | null} the parts that are run; null for a name that is none. */
export function partsOf(names) {
  if (names.length === 0) return USUAL_PARTS;
  if (names.length === 1 && Object.hasOwn(BEHIND, names[0])) return [...USUAL_PARTS, ...BEHIND[names[0]]];
  return names.every((name) => PARTS.includes(name)) ? names : null;
}
