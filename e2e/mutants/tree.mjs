const BUILDER = 'shared/cct/cctBuilder.ts';
const GROWING = 'shared/cct/growingCct.ts';
const BUILDER_TESTS = ['shared/cct/cctBuilder.test.ts'];
const ENDED_TESTS = ['shared/cct/endedFrames.test.ts'];

/** Faults of what becomes of events. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'the first entry of a context is not counted as a call',
    file: BUILDER,
    from: `          last[node] = callee;
        }
        calls[callee]++;
        node = callee;
      } else if`,
    to: `          last[node] = callee;
        } else {
          calls[callee]++;
        }
        node = callee;
      } else if`,
    tests: BUILDER_TESTS,
  },
  {
    name: 'a step of the clock backwards is charged as negative time',
    file: BUILDER,
    from: 'if (deltaNs > 0) selfNs[node] += deltaNs;',
    to: 'selfNs[node] += deltaNs;',
    tests: BUILDER_TESTS,
  },
  {
    name: 'the wrap of the clock is charged as time',
    file: BUILDER,
    from: 'const deltaNs = ((high - lastHigh) | 0) * HIGH_TIME_NS + (lowTime - lastLow);',
    to: 'const deltaNs = ((high >>> 0) - (lastHigh >>> 0)) * HIGH_TIME_NS + (lowTime - lastLow);',
    tests: BUILDER_TESTS,
  },
  {
    name: 'an exit of a frame further out closes one frame only',
    file: BUILDER,
    from: 'node = this.#closeFrame(node, id);',
    to: 'node = parent[node];',
    tests: BUILDER_TESTS,
  },
  {
    name: 'a root call goes on where lost events have left the thread',
    file: BUILDER,
    from: `        this.#missingExits += this.#cct.contexts.depthOf(cursor.node);
        cursor.node = 0;
        cursor.pausedNs = NaN;`,
    to: '        cursor.pausedNs = NaN;',
    tests: BUILDER_TESTS,
  },
  {
    name: 'calls that are counted only are called timed',
    file: BUILDER,
    from: '          counted[callee] = 1;\n',
    to: '',
    tests: BUILDER_TESTS,
  },
  {
    name: 'after a reset open frames are gone',
    file: GROWING,
    from: 'return methods.reduceRight((open, method) => this.contexts.childOf(open, method), 0);',
    to: 'return 0;',
    tests: BUILDER_TESTS,
  },
  {
    name: 'frames that have ended before an entry stay open',
    file: BUILDER,
    from: '          for (; ended > 0 && node > 0; ended--) node = parent[node];\n',
    to: '',
    tests: ENDED_TESTS,
  },
  {
    name: 'frames that have ended before a counted call stay open',
    file: BUILDER,
    from: '          for (let ended = high >>> COUNTED_ENDED; ended > 0 && node > 0; ended--) node = parent[node];\n',
    to: '',
    tests: ENDED_TESTS,
  },
  {
    name: 'of two frames that have ended the bytecodes are exchanged',
    file: GROWING,
    from: 'bytecodes[node] += innerBytecodes(low, high);',
    to: 'bytecodes[node] += outerBytecodes(high);',
    tests: ENDED_TESTS,
  },
  {
    name: 'bytecodes that an entry tells count in a pause',
    file: GROWING,
    from: '    if (!isPaused) bytecodes[node] += inner',
    to: '    bytecodes[node] += inner',
    tests: ENDED_TESTS,
  },
  {
    name: 'a wait for the tool is charged to the method that waited',
    file: BUILDER,
    from: '        else if (timed) cursor.advance(low, high);\n',
    to: '',
    tests: BUILDER_TESTS,
  },
  {
    name: 'a halt within a pause of the clock is charged twice',
    file: BUILDER,
    from: '    cursor.chargedNs += haltNs;\n',
    to: '',
    tests: ['shared/cct/bursts.test.ts'],
  },
  {
    name: 'the carry of the low half of the clock is lost',
    file: 'shared/cct/threadCursor.ts',
    from: 'this.lastHigh = (this.lastHigh + high + Math.floor(lowSum / HIGH_TIME_NS)) | 0;',
    to: 'this.lastHigh = (this.lastHigh + high) | 0;',
    tests: BUILDER_TESTS,
  },
  {
    name: 'a loss that comes alone while a root call is held is told twice',
    file: 'shared/cct/rootCallRouter.ts',
    from: 'if (wordCount > 0) this.#handOn(this.#callFrom);',
    to: 'this.#handOn(this.#callFrom);',
    tests: ['shared/cct/rootCallRouter.test.ts'],
  },
  {
    name: 'a root call as long as the limit allows is slow',
    file: 'shared/cct/rootCallRouter.ts',
    from: 'return untilNs - this.#sinceNs > this.#limitNs',
    to: 'return untilNs - this.#sinceNs >= this.#limitNs / 2',
    tests: ['shared/cct/rootCallRouter.test.ts'],
  },
  {
    name: 'a look at a live recording decides whether open root calls are slow',
    file: 'shared/ipc/recordedSnapshot.ts',
    from: "if (status.phase !== 'recording') trees.decideGroups();",
    to: 'trees.decideGroups();',
    tests: ['shared/ipc/recordedSnapshot.test.ts'],
  },
];
