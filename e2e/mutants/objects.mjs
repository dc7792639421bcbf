import { inJava } from './inJava.mjs';

const SITES = 'shared/bytecode/allocationSites.ts';
const TIMED_METHOD = 'shared/bytecode/timedMethod.ts';
const SITE_TESTS = ['shared/bytecode/allocationSites.test.ts'];

/** Faults of what is made and what lives. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'what a loop has made is not told when an exception ends the method',
    file: TIMED_METHOD,
    from: 'failed: [...parts.told, ...parts.failed, ...failed],',
    to: 'failed: [...parts.failed, ...failed],',
    tests: SITE_TESTS,
  },
  {
    name: 'what a loop has made is not told at a return',
    file: TIMED_METHOD,
    from: 'exit: [...parts.told, ...exit],',
    to: 'exit,',
    tests: SITE_TESTS,
  },
  {
    name: 'an object that is gone stays alive in the recording',
    file: 'shared/cct/liveObjects.ts',
    from: '      this.#living.delete(serial);\n',
    to: '',
    tests: ['shared/cct/liveObjects.test.ts'],
  },
  {
    name: 'an object that is followed stands for itself alone',
    file: 'shared/cct/liveWeight.ts',
    from: 'return { objects: 1 / chance,',
    to: 'return { objects: 1,',
    tests: ['shared/cct/liveObjects.test.ts'],
  },
  {
    name: 'objects that are gone are forgotten when there is no room to tell of them',
    file: 'backend-java/src/main/java/sluice/agent/LiveObjects.java',
    from: `            if (!room.await(BlockLayout.MAX_EVENTS)) {
                lookAgainAtNs = System.nanoTime();
                return false;
            }
            int gone = 0;`,
    to: '            int gone = 0;',
    tests: [inJava('LiveObjects')],
  },
  {
    name: 'an estimate fails a limit within its error',
    file: 'shared/recording/options/accountLimits.ts',
    from: 'found * (1 - 2 * relative) > value',
    to: 'found > value',
    tests: ['shared/recording/options/accountLimits.test.ts'],
  },
  {
    name: 'samples of a peculiar context are spread by its calls',
    file: 'shared/recording/samples/sampledEstimate.ts',
    from: 'return peculiar * samples + (1 - peculiar) * asOthers;',
    to: 'return asOthers;',
    tests: ['shared/recording/samples/sampledEstimate.test.ts'],
  },
  {
    name: 'each bytecode weighs one, whatever its weight is',
    file: 'shared/bytecode/bytecodeRuns.ts',
    from: 'const own = weights[at.opcode];',
    to: 'const own = weights === EACH_ONE ? weights[at.opcode] : 1;',
    tests: ['shared/bytecode/rewrittenPrograms.test.ts'],
  },
  {
    name: 'a recording of accounts alone has probes in every method',
    file: 'electron/engine/revelation/revelationClasses.ts',
    from: 'accountProbes?.needs(model, method) !== false',
    to: 'accountProbes?.needs(model, method) !== undefined',
    tests: ['e2e/seeds.spec.ts'],
  },
];
