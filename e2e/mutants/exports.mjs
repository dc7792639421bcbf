const CSV = 'shared/export/csv.ts';
const TESTS = ['shared/export/exports.test.ts'];
const VISIBLE = 'shared/naming/visibleText.ts';
const VISIBLE_TESTS = ['shared/naming/visibleText.test.ts'];
const HOSTILE_TESTS = ['electron/cli/hostileNames.test.ts'];
const ROWS = 'shared/export/threadRows.ts';
const TOTAL_TESTS = ['shared/export/exportTotals.test.ts'];
const PPROF = 'shared/export/pprof.ts';
const PPROF_TESTS = ['shared/export/pprof.test.ts'];

/** Faults of what leaves for other programs and terminals. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'a formula that begins with U+FF20 is not guarded in CSV',
    file: CSV,
    from: '\\uff0d\\uff20]/',
    to: '\\uff0d]/',
    tests: TESTS,
  },
  {
    name: 'a cell with an apostrophe of its own is that of a formula',
    file: CSV,
    from: "/^'*[=",
    to: '/^[=',
    tests: TESTS,
  },
  {
    name: 'the caller in CSV is the line itself',
    file: CSV,
    from: 'open[depth - 1]',
    to: 'open[depth]',
    tests: TESTS,
  },
  {
    name: 'a name that spells an escape is that of the character',
    file: VISIBLE,
    from: "visibleLine(name.replace(LIKE_ESCAPE, '\\\\u005c'))",
    to: 'visibleLine(name)',
    tests: VISIBLE_TESTS,
  },
  {
    name: 'half of a surrogate pair leaves as it is',
    file: VISIBLE,
    from: 'const HIDDEN = /[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{DI}]/gu;',
    to: 'const HIDDEN = /[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}]/gu;',
    tests: VISIBLE_TESTS,
  },
  {
    name: 'marks of direction go raw into JSON',
    file: VISIBLE,
    from: 'return json.replace(HIDDEN_IN_JSON, escaped);',
    to: 'return json;',
    tests: HOSTILE_TESTS,
  },
  {
    name: 'an error begins a line where a name has one',
    file: 'electron/cli/terminal/terminal.ts',
    from: 'forErr(visibleLine(text))',
    to: "forErr(text.split('\\n').map(visibleLine).join('\\n'))",
    tests: HOSTILE_TESTS,
  },
  {
    name: 'widths of columns are those of raw names',
    file: 'shared/report/dataSetReport.ts',
    from: 'Math.max(most, text(row).length)',
    to: 'Math.max(most, texts[row].length)',
    tests: HOSTILE_TESTS,
  },
  {
    name: 'a name of any length is in a view of text whole',
    file: 'shared/naming/shownName.ts',
    from: 'if (text.length <= mostChars)',
    to: 'if (text.length >= 0)',
    tests: HOSTILE_TESTS,
  },
  {
    name: 'a file is offered under a name that no file system takes',
    file: 'renderer/state/fileFormats.ts',
    from: 'return bytes <= MOST_NAME_BYTES;',
    to: 'return bytes > 0;',
    tests: ['renderer/state/fileFormats.test.ts'],
  },
  {
    name: 'a semicolon of a name ends a frame of collapsed stacks',
    file: 'shared/export/collapsed.ts',
    from: "return name.replaceAll(';', '\\\\u003b');",
    to: 'return name;',
    tests: TESTS,
  },
  {
    name: 'an export loses the times of what it folds',
    file: ROWS,
    from: 'made.selfNs[to] += rows.selfNs[row];',
    to: 'made.selfNs[to] = rows.selfNs[row];',
    tests: TESTS,
  },
  {
    name: 'what stands for timed and counted rows has no time',
    file: ROWS,
    from: 'made.counted[to] &= rows.counted[row];',
    to: 'made.counted[to] |= rows.counted[row];',
    tests: ['shared/export/exportCut.test.ts'],
  },
  {
    name: 'each cut context has a row of its own again',
    file: 'shared/export/exportCut.ts',
    from: 'if (!hasCut[level]) count++;',
    to: 'count++;',
    tests: ['shared/export/exportCut.test.ts'],
  },
  {
    name: 'stacks of pprof are upside down',
    file: PPROF,
    from: 'stack.toReversed()) // the leaf first',
    to: 'stack)',
    tests: PPROF_TESTS,
  },
  {
    name: 'a pprof profile is named by its first value',
    file: PPROF,
    from: 'const main = types[types.length - 1];',
    to: 'const main = types[0];',
    tests: PPROF_TESTS,
  },
  {
    name: 'a frame of speedscope takes what its callees take as well',
    file: 'shared/export/speedscope.ts',
    from: 'at += values[row];',
    to: 'at += sums[row];',
    tests: TOTAL_TESTS,
  },
  {
    name: 'a line of CSV has no calls',
    file: CSV,
    from: '${names},${rows.calls[row]},',
    to: '${names},0,',
    tests: TOTAL_TESTS,
  },
  {
    name: 'CPU TIME of HPROF has no calls',
    file: 'shared/export/hprofText.ts',
    from: 'countOf: ({ calls }, row) => calls[row],',
    to: 'countOf: () => 0,',
    tests: TOTAL_TESTS,
  },
  {
    name: 'what Firefox Profiler draws last is as long as the interval',
    file: 'shared/export/firefoxProfile.ts',
    from: "yield `${sampled.length > 0 ? ',' : ''}0],\"stack\":[`;",
    to: 'yield `],"stack":[`;',
    tests: TESTS,
  },
  {
    name: 'a class that one context makes at two sites has the bytes of one',
    file: 'shared/export/hprofSites.ts',
    from: 'all: [bytes + (before?.all[0] ?? 0),',
    to: 'all: [bytes,',
    tests: ['shared/export/hprofText.test.ts'],
  },
];
