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
    from: 'isOfRoots && this.#isCompiled(method)',
    to: 'this.#isCompiled(method)',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'what left-out code calls is not expected of classes at work either',
    file: LOOKAHEAD,
    from: ' || this.#atWork.has(owner);\n    if (isOfRoots',
    to: ';\n    if (isOfRoots',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'nobody is told in a rehearsal what needs no stop',
    file: 'electron/engine/revelation/revelation.ts',
    from: 'this.#agent.markReady(subgraph.revealedIds())',
    to: 'Promise.resolve()',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'what a rehearsal found is known to any recording that follows',
    file: 'backend-java/src/main/java/sluice/agent/Recorder.java',
    from: 'if (rehearsed && found != null)',
    to: 'if (found != null)',
    tests: ['backend-java/agent.test.ts'],
  },
  {
    name: 'what is left out is read where nobody asks who calls whom',
    file: 'electron/engine/revelation/revelationStart.ts',
    from: "scheme === 'everything' ? subgraph.classes.measured() : subgraph.classes.withCallers()",
    to: 'subgraph.classes.withCallers()',
    tests: ['electron/engine/revelation/revelationStart.test.ts'],
  },
  {
    name: 'a rehearsal hands on what was given up',
    file: 'backend-java/src/probe/java/java/lang/SluiceKnown.java',
    from: 'if (marks[id] == READY) next',
    to: 'if (marks[id] != 0) next',
    tests: ['backend-java/agent.test.ts'],
  },
  {
    name: 'a root that is not compiled is foreseen',
    file: LOOKAHEAD,
    from: 'root.isReached && this.#isCompiled(root)',
    to: 'root.isReached',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'a rehearsal swaps for each method that it finds',
    file: 'electron/engine/revelation/roundPace.ts',
    from: 'if (this.isRehearsal) await delay(GATHER_MS);',
    to: '',
    tests: LOOKAHEAD_TESTS,
  },
  {
    name: 'a swap goes on with probes when the start was cancelled',
    file: 'electron/engine/revelation/classSwaps.ts',
    from: 'return this.#signal?.aborted !== true;',
    to: 'return true;',
    tests: ['electron/engine/revelation/revelation.test.ts'],
  },
  {
    name: 'a class that the JVM refuses is found by halves',
    file: 'backend-java/src/main/java/sluice/agent/HotSwap.java',
    from: '} else if (refusesLastOne(results, classes, from, to)) {',
    to: '} else if (from < 0) {',
    tests: ['backend-java/agent.test.ts'],
  },
  {
    name: 'a class that the JVM refused is restored',
    file: 'backend-java/src/main/java/sluice/agent/HotSwap.java',
    from: 'if (!instrumented.contains(results[i].classId)) classes[i] = null;',
    to: 'if (results[i] == null) classes[i] = null;',
    tests: ['backend-java/agent.test.ts'],
  },
  {
    name: 'a swap takes 200 classes however many are loaded',
    file: 'electron/engine/agent/agentConnection.ts',
    from: 'Math.ceil(this.#loadedClasses / LOADED_PER_SWAPPED)',
    to: '0',
    tests: ['electron/engine/agent/agentConnection.test.ts'],
  },
];
