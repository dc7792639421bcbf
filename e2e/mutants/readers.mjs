const JFR_TESTS = ['shared/importers/jfrRecording.test.ts'];
const LOCKS = 'shared/jvmEvents/lockRows.ts';
const LOCK_TESTS = ['shared/jvmEvents/lockRows.test.ts'];
const SCANNER = 'shared/hprof/dumpScanner.ts';
const SCANNER_TESTS = ['shared/hprof/dumpScanner.test.ts'];
const HEAP_TESTS = ['shared/hprof/heapGraph.test.ts'];
const HEAP_VIEW_TESTS = ['shared/hprof/views/views.test.ts'];
const DEADLOCKS = 'shared/threads/deadlocks.ts';
const DUMP_TESTS = ['shared/threads/threadDump.test.ts'];
const SETS = 'shared/recording/file/dataSetCodec.ts';
const SET_TESTS = ['shared/recording/file/dataSetCodec.test.ts'];
const DECOMPILER = 'electron/engine/source/decompiler.ts';
const DECOMPILER_TESTS = ['electron/engine/source/decompiler.test.ts'];

/** Faults of what reads files that others have made. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'a later value of a pool replaces the first',
    file: 'shared/jfr/jfrPools.ts',
    from: 'this.#values.push(undefined);\n    }',
    to: 'this.#values.push(undefined);\n    } else this.#at[place] = cursor.at;',
    tests: ['shared/jfr/jfrChunk.test.ts'],
  },
  {
    name: 'any count of a Flight Recorder file is believed',
    file: 'shared/jfr/jfrCursor.ts',
    from: 'if (found < 0 || found * leastBytes > this.left)',
    to: 'if (found < 0)',
    tests: ['shared/jfr/jfrCursor.test.ts'],
  },
  {
    name: 'stacks that the JVM has cut are not told',
    file: 'shared/importers/jfrSamples.ts',
    from: 'if (context.isCut) this.#cut += sample.samples;',
    to: '',
    tests: JFR_TESTS,
  },
  {
    name: 'locks whose names join alike are one row',
    file: LOCKS,
    from: ".map((text) => this.#numberOf(text)).join(' ')",
    to: ".join('\\n')",
    tests: LOCK_TESTS,
  },
  {
    name: 'the longest wait is the last one',
    file: LOCKS,
    from: 'Math.max(row.longestNs, ns)',
    to: 'ns',
    tests: LOCK_TESTS,
  },
  {
    name: 'an array of a heap dump may be longer than its segment',
    file: SCANNER,
    from: 'if (head + bytes > this.#segmentLeft) throw',
    to: 'if (bytes < 0) throw',
    tests: SCANNER_TESTS,
  },
  {
    name: 'a heap dump without its end is read',
    file: SCANNER,
    from: 'if (this.#sawSegment && !this.#ended)',
    to: 'if (this.#sawSegment && this.#at < 0)',
    tests: HEAP_TESTS,
  },
  {
    name: 'texts that begin alike are one',
    file: 'shared/hprof/views/duplicateStrings.ts',
    from: 'for (let i = at; i < at + bytes; i++) {\n      one',
    to: 'for (let i = at; i < at + 1; i++) {\n      one',
    tests: HEAP_VIEW_TESTS,
  },
  {
    name: 'a thread that waits for its own lock is a deadlock',
    file: DEADLOCKS,
    from: 'holder === undefined || holder === thread ? -1 : holder',
    to: 'holder === undefined ? -1 : holder',
    tests: DUMP_TESTS,
  },
  {
    name: 'stacks whose frames join alike are one',
    file: 'shared/threads/stackGroups.ts',
    from: 'JSON.stringify([thread.activity, ...thread.frames])',
    to: "[thread.activity, ...thread.frames].join('\\n')",
    tests: ['shared/threads/threadsText.test.ts'],
  },
  {
    name: 'a header of a recording may be nested without end',
    file: 'shared/recording/format/jsonFields.ts',
    from: 'if (nestingOf(bytes) > MOST_NESTED)',
    to: 'if (nestingOf(bytes) < 0)',
    tests: ['shared/recording/format/jsonFields.test.ts'],
  },
  {
    name: 'a table in units of a newer Sluice is shown',
    file: SETS,
    from: "if (values.some((column) => !isUnit(column.text('unit')))) return null;",
    to: '',
    tests: SET_TESTS,
  },
  {
    name: 'a decompiler that is another file is run',
    file: DECOMPILER,
    from: 'if (found === VINEFLOWER.sha256) return;',
    to: "if (found !== '') return;",
    tests: DECOMPILER_TESTS,
  },
  {
    name: 'a decompiler is kept whatever was sent',
    file: DECOMPILER,
    from: 'if (found !== sha256)',
    to: "if (found === '')",
    tests: DECOMPILER_TESTS,
  },
];
