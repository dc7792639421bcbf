const REFLECTION = 'shared/callgraph/reflection.ts';
const LOOKAHEAD = 'shared/callgraph/lookahead.ts';
const LOOKAHEAD_TESTS = ['electron/engine/revelation/revelationLookahead.test.ts'];

/** Faults of what is revealed, and when. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'handles of constructors ask nobody',
    file: 'shared/instrument/reflectiveCalls.ts',
    from: "  'constructorMethod',\n",
    to: '',
    tests: ['shared/instrument/reflectiveCalls.test.ts'],
  },
  {
    name: 'handles that keep their method elsewhere are taken to ask',
    file: 'shared/instrument/reflectiveCalls.ts',
    from: "declaresField(model, 'clazz', 'Ljava/lang/Class;') &&",
    to: '',
    tests: ['shared/instrument/reflectiveCalls.test.ts'],
  },
  {
    name: 'what handles call is not looked for where only Method and Constructor ask',
    file: REFLECTION,
    from: "if (told === 'all') return null;",
    to: "if (told !== 'nothing') return null;",
    tests: ['shared/callgraph/reflection.test.ts'],
  },
  {
    name: 'what handles call is guessed although they ask',
    file: REFLECTION,
    from: "if (told === 'all') return null;",
    to: '',
    tests: ['shared/callgraph/reflection.test.ts'],
  },
  {
    name: 'what left-out code calls is expected below every root',
    file: LOOKAHEAD,
    from: "isCompiled && (reachedBy !== 'callback' || !this.#isForeseen)",
    to: 'isCompiled',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'short methods of classes at work are not expected',
    file: LOOKAHEAD,
    from: 'if (isCompiled || isShort) this.#expected.add(method);\n    return isCompiled || isShort;',
    to: 'return isCompiled;',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'a root that is not compiled is foreseen',
    file: LOOKAHEAD,
    from: 'root.isReached && this.#isCompiled(root)',
    to: 'root.isReached',
    tests: LOOKAHEAD_TESTS,
  },
];
