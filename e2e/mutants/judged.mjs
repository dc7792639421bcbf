const ACCOUNTS = 'shared/recording/options/accounts.ts';
const ACCOUNT_TESTS = ['shared/recording/options/accounts.test.ts'];
const LIMIT_TESTS = ['shared/recording/options/accountLimits.test.ts'];
const ROW_GATE = 'shared/gates/judgedRows.ts';
const ROW_GATE_TESTS = ['shared/gates/judgedRows.test.ts'];
const GATE = 'shared/gates/gate.ts';
const GATE_TESTS = ['electron/cli/commands/diffCommand.test.ts'];
const SAMPLED_TESTS = ['shared/recording/samples/sampledTimes.test.ts'];
const RISING = 'shared/compare/risingClasses.ts';
const RISING_TESTS = ['shared/compare/risingClasses.test.ts'];
const JOINT = 'shared/compare/jointMethods.ts';

/** Faults of what is judged: gates, accounts, comparisons. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'a regular expression outranks all patterns of accounts',
    file: ACCOUNTS,
    from: "text.startsWith('re:') ? 0 :",
    to: "text.startsWith('re:') ? Infinity :",
    tests: ACCOUNT_TESTS,
  },
  {
    name: 'the account whose pattern says least wins',
    file: ACCOUNTS,
    from: 'saidBy(b.pattern) - saidBy(a.pattern)',
    to: 'saidBy(a.pattern) - saidBy(b.pattern)',
    tests: ACCOUNT_TESTS,
  },
  {
    name: 'an account works for itself',
    file: 'shared/recording/sets/accountedNodes.ts',
    from: 'own !== NO_ACCOUNT && own !== agent[above]',
    to: 'own !== NO_ACCOUNT',
    tests: ['shared/recording/sets/accountSets.test.ts'],
  },
  {
    name: 'all variance is given to the first account',
    file: 'shared/recording/sets/accountUse.ts',
    from: 'if (account >= 0) sums[account].variance',
    to: 'if (account >= 0) sums[0].variance',
    tests: LIMIT_TESTS,
  },
  {
    name: 'what is just at a limit exceeds it',
    file: 'shared/recording/options/accountLimits.ts',
    from: "(unit === 'bytes' ? use.bytes : use.objects) > value",
    to: "(unit === 'bytes' ? use.bytes : use.objects) >= value",
    tests: LIMIT_TESTS,
  },
  {
    name: 'a gate judges a column that is not exact',
    file: ROW_GATE,
    from: 'if (!a.isExact)',
    to: 'if (a.values.length < 0)',
    tests: ROW_GATE_TESTS,
  },
  {
    name: 'a row with one of the names of a gate is judged',
    file: ROW_GATE,
    from: 'words.every((word)',
    to: 'words.some((word)',
    tests: ROW_GATE_TESTS,
  },
  {
    name: 'a limit in percent is of what came after',
    file: GATE,
    from: '(a * limit.value) / 100',
    to: '(b * limit.value) / 100',
    tests: ROW_GATE_TESTS,
  },
  {
    name: 'a gate fails within the error of a time',
    file: GATE,
    from: ' - error > rounding',
    to: ' > rounding',
    tests: ['shared/gates/gate.test.ts'],
  },
  {
    name: 'the digits that divisions lose fail a gate',
    file: GATE,
    from: 'isMean ? ROUNDING * Math.max(a, b) : 0',
    to: '0',
    tests: ['shared/gates/gate.test.ts'],
  },
  {
    name: 'a limit of a time needs no unit',
    file: GATE,
    from: "if (of === 'ns') throw bad",
    to: "if (of === 'bytes') throw bad",
    tests: GATE_TESTS,
  },
  {
    name: 'what fell again is rising',
    file: RISING,
    from: 'at === steps && last > first && ',
    to: 'at === steps && ',
    tests: RISING_TESTS,
  },
  {
    name: 'what is there anew has not risen',
    file: RISING,
    from: 'rises: at === 0 ? 0 : 1',
    to: 'rises: 0',
    tests: RISING_TESTS,
  },
  {
    name: 'methods whose names join alike are one in a comparison',
    file: JOINT,
    from: 'JSON.stringify([className, method.name, method.descriptor])',
    to: '`${className}\\n${method.name}${method.descriptor}`',
    tests: ['shared/compare/jointMethods.test.ts'],
  },
  {
    name: 'hidden classes of two runs are two',
    file: 'shared/compare/stableClassName.ts',
    from: ".replace(/\\/0x[0-9a-f]+(?=$|\\[)/i, '')",
    to: '',
    tests: ['shared/compare/recordingDiff.test.ts'],
  },
];
