const DIFF_TESTS = ['electron/cli/commands/diffCommand.test.ts'];
const ERROR_TESTS = ['shared/report/sampledErrors.test.ts'];
const RENAMED = 'shared/compare/renamedMethods.ts';
const RENAMED_TESTS = ['shared/compare/renamedMethods.test.ts'];

/** Faults of gates, comparisons and accounts. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'recordings with other numbers of root calls are judged per root call',
    file: 'shared/compare/comparisonBasis.ts',
    from: 'return areApart && a.rootCalls > 0',
    to: 'return (areApart || a.rootCalls !== b.rootCalls) && a.rootCalls > 0',
    tests: DIFF_TESTS,
  },
  {
    name: 'bytes of objects that are laid out differently are judged',
    file: 'shared/gates/judgedTrees.ts',
    from: 'if (differing.length === 0) return;',
    to: 'if (differing.length >= 0) return;',
    tests: DIFF_TESTS,
  },
  {
    name: 'a metric that was asked for is not known of a side that called nothing',
    file: 'shared/recording/measuredPairs.ts',
    from: '(asked.includes(id) && isUntold(id)) || isColumn',
    to: 'isColumn',
    tests: DIFF_TESTS,
  },
  {
    name: 'a gate on a column that is not exact judges it',
    file: 'shared/gates/judgedRows.ts',
    from: 'if (!a.isExact)',
    to: 'if (a.values.length < 0)',
    tests: ['electron/cli/dataSets.test.ts'],
  },
  {
    name: 'a regular expression outranks all names of accounts',
    file: 'shared/recording/options/accounts.ts',
    from: "text.startsWith('re:') ? 0 :",
    to: "text.startsWith('re:') ? 9999 :",
    tests: ['shared/recording/options/accounts.test.ts'],
  },
  {
    name: 'the first account has the variance of all',
    file: 'shared/recording/sets/accountUse.ts',
    from: 'sums[account].variance',
    to: 'sums[0].variance',
    tests: ['shared/recording/options/accountLimits.test.ts'],
  },
  {
    name: 'each thread has all samples of a context',
    file: 'shared/recording/samples/sampledTimes.ts',
    from: 'own[context] * part',
    to: 'own[context]',
    tests: ['shared/recording/samples/sampledTimes.test.ts'],
  },
  {
    name: 'errors of samples add linearly',
    file: 'shared/cct/errorSums.ts',
    from: 'return independentErrors === true ? errorNs * errorNs : errorNs;',
    to: 'return errorNs;',
    tests: ERROR_TESTS,
  },
  {
    name: 'back traces forget that errors are independent',
    file: 'shared/analysis/backTraces.ts',
    from: 'finishErrors(source, errorNs, first, end);',
    to: 'finishErrors({}, errorNs, first, end);',
    tests: ERROR_TESTS,
  },
  {
    name: 'errors of two samplings add linearly',
    file: 'shared/cct/errorSums.ts',
    from: '? Math.hypot(errorA, errorB)',
    to: '? errorA + errorB',
    tests: ERROR_TESTS,
  },
  {
    name: 'a method of several with its name is taken for the one with another signature',
    file: RENAMED,
    from: '    found.set(key, found.has(key) ? null : method);\n  }',
    to: '    found.set(key, method);\n  }',
    tests: RENAMED_TESTS,
  },
  {
    name: 'a method is taken for renamed though several could be meant',
    file: RENAMED,
    from: '      found.set(key, found.has(key) ? null : method);\n    }',
    to: '      found.set(key, method);\n    }',
    tests: RENAMED_TESTS,
  },
  {
    name: 'a method is taken for renamed by its calls alone',
    file: RENAMED,
    from: 'if (method === undefined || !((sums.get(BYTECODES) ?? 0) > 0)) continue;',
    to: 'if (method === undefined) continue;',
    tests: RENAMED_TESTS,
  },
  {
    name: 'threads without a lane mark no method',
    file: 'backend-java/src/probe/java/java/lang/SluiceProbe.java',
    from: 'if (noted[slot] == 0) noted[slot] = 1;',
    to: 'if (noted[slot] == 0) noted[slot] = 0;',
    tests: ['e2e/followThreads.spec.ts'],
  },
];
