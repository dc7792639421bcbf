// npm test: what a change usually breaks, on a fresh clone too. `npm test -- all`, or `npm run test:all`, runs the longer parts
// behind it, `npm test -- ci` a share of them; `npm test -- unit` a part by itself (build/testParts.mjs). `unit` and `e2e` have the
// newest JDK and nothing slow, `e2e` the usual specs; `unitRest` and `e2eRest` have the rest, and all variants;
// `window` the desktop window's code in an older Electron; `long` the long programs on every JDK; `faults` what can go wrong around a
// recording, and `faultsBrief` in fewer rounds; `fuzz` feeds the decoders with changed inputs, a minute each (or SLUICE_FUZZ_SECONDS),
// `fuzzBrief` 20 s each.
// All steps run even when one fails. A test that fails is run once more, for the machine may be busy with others' work: one that passes
// then is counted as passed and named. Each of these is told with what it said first. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { provideBrowser } from './browser.mjs';
import { bundleScript } from './bundleScript.mjs';
import { runAllChecks } from './check.mjs';
import { Problem, command, run, say } from './command.mjs';
import { ELECTRON_22, provideElectron22 } from './electron22.mjs';
import { findJdks } from './java.mjs';
import { setUp } from './setup.mjs';
import { sideBySide } from './sideBySide.mjs';
import { PART_NAMES, USUAL_SPECS, partsOf } from './testParts.mjs';
import { DESKTOP, provideTestPrograms } from './testPrograms.mjs';
import { SHARES, listedTests, seedOf, shareOf } from './testShare.mjs';
import { ROOT, filesUnder, fromRoot } from './tree.mjs';
import { vitestTests } from './vitestTests.mjs';

/**
 * @typedef {{ title: string, status: string, durationMs?: number, firstFailure?: string }} Test
 *   firstFailure: what it said when it failed first, if it was run again too
 * @typedef {{ title: string, durationMs: number }} Timed
 * @typedef {{ passed: number, failed: string[], unsteady: string[], skipped: string[], timed: Timed[] }} Outcome
 *   all but passed by name, with why
 */

/** @type {Outcome} */
const NOTHING = { passed: 0, failed: [], unsteady: [], skipped: [], timed: [] };

const RUN_AGAIN = 1; // times

/** Of end-to-end tests that `npm test` leaves to `npm run test:all`. */
const SLOW_TAG = '@slow';

/** What is chosen by chance: the share of the longer tests, and how fuzzing changes its inputs. */
const SEED = seedOf(process.env.SLUICE_SEED);

const allOf = (tests) => tests;
const ofThisShare = (tests) => shareOf(tests, SEED);

const RUN_PART = {
  check: runChecks,
  unit: runUnitTests,
  unitRest: () => runRestOfUnitTests(allOf),
  unitRestShare: () => runRestOfUnitTests(ofThisShare),
  jdks: runJdkClasses,
  libraries: runLibraryClasses,
  e2e: () =>
    runEndToEndTests({ beside: 2, page: 2, alone: 1 }, { options: [`--grep-invert=${leftToTheRest()}`] }),
  e2eRest: () => runRestOfEndToEndTests(allOf),
  e2eRestShare: () => runRestOfEndToEndTests(ofThisShare),
  long: () =>
    runEndToEndTests({ beside: 2, page: 2, alone: 1, variants: 2, slow: 1 }, {}, { SLUICE_LONG: '1' }),
  window: runOlderElectron,
  faults: () => runFaults({}, { SLUICE_LONG: '1' }),
  faultsBrief: () => runFaults({}),
  faultsShare: () => runFaults({ choose: ofThisShare }),
  fuzz: () => runFuzzing(Number(process.env.SLUICE_FUZZ_SECONDS ?? 60)),
  fuzzBrief: () => runFuzzing(20),
};

async function runChecks() {
  const outcome = { passed: 0, failed: [], unsteady: [], skipped: [], timed: [] };
  step('checks');
  for (const { name, good } of await runAllChecks()) {
    if (good) outcome.passed++;
    else outcome.failed.push(name);
  }
  return outcome;
}

/** Tests whose names tell a JDK run on the newest one; those of no JDK all run, but for the slow ones. */
async function runUnitTests() {
  step('unit and JVM tests (vitest)');
  return runVitest({ names: onNewestJdk(), slow: false });
}

/** @param choose among the files of tests */
async function runRestOfUnitTests(choose) {
  step(`slow tests, and JVM tests of the other JDKs (vitest)${shareName(choose)}`);
  const testsOf = (text) =>
    ['backend-java', 'bench', 'build', 'e2e', 'electron', 'renderer', 'shared']
      .flatMap(filesUnder)
      .filter((file) => /\.test\.\w+$/.test(file) && text.test(readFileSync(fromRoot(file), 'utf8')));
  const runChosen = (chosen, files) => (files.length === 0 ? NOTHING : runVitest(chosen, files)); // without files vitest would run all
  const slow = await runChosen(
    { names: onNewestJdk(), slow: true },
    choose(testsOf(/tags: 'slow'|@module-tag slow/)),
  );
  const older = olderJdkNames();
  return older === ''
    ? slow
    : joined(slow, await runChosen({ names: new RegExp(older) }, choose(testsOf(/jdk/i))));
}

/** ", share 2 of 4" with how to have it again; nothing where all are chosen. */
function shareName(choose) {
  if (choose !== ofThisShare) return '';
  return `, share ${(SEED % SHARES) + 1} of ${SHARES} (SLUICE_SEED=${SEED} repeats it)`;
}

/** Matches the names of tests that are of no JDK, or of the newest one. */
function onNewestJdk() {
  const older = olderJdkNames();
  return older === '' ? /(?:)/ : new RegExp(`^(?!.*${older})`);
}

/**
 * @param {{ names: RegExp, slow?: boolean }} chosen tests to run, by name and by the tag `slow`, slow or not unless told; the others are
 *   not told as skipped
 * @param files all unless told
 */
async function runVitest({ names, slow }, files = []) {
  const report = reportFile('vitest.json');
  await run(
    process.execPath,
    [
      fromRoot('node_modules/vitest/vitest.mjs'),
      'run',
      `--retry=${RUN_AGAIN}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--testNamePattern=${names.source}`,
      ...(slow === undefined ? [] : [`--tagsFilter=${slow ? 'slow' : '!slow'}`]),
      ...files,
    ],
    { cwd: ROOT },
  );
  const tests = vitestTests(readReport(report) ?? {}, { names, slow }, (path) => path.replace(ROOT, ''));
  return outcomeOf(tests, 'vitest');
}

/** At a time, of those that keep one core busy each. */
const BUSY_PROCESSES = 2;

async function runJdkClasses() {
  step('probes in every method of every class of the JDKs');
  const features = new Set(findJdks().map(({ feature }) => String(feature)));
  return judgeEveryClass([...features].map((feature) => ['jdk', feature]));
}

async function runLibraryClasses() {
  step('probes in every method of every class of large libraries');
  const libraries = JSON.parse(readFileSync(fromRoot('e2e', 'everyClass', 'libraries.json'), 'utf8'));
  const shares = Array.from({ length: BUSY_PROCESSES }, (_, worker) =>
    libraries.map(({ name }) => name).filter((_, i) => i % BUSY_PROCESSES === worker),
  );
  return judgeEveryClass(shares.map((names) => ['libraries', ...names]));
}

/** @param jobs arguments of e2e/everyClass/everyClass.ts, one run of it for each */
async function judgeEveryClass(jobs) {
  const script = await bundleScript('e2e/everyClass/everyClass.ts', 'everyClass');
  const judge = async (job, number) => {
    const report = reportFile(`everyClass${number}.json`);
    const startedMs = Date.now();
    const { output } = await run(process.execPath, [script, report, ...job], { cwd: ROOT, capture: true });
    say(`${job.join(' ')}, ${Math.round((Date.now() - startedMs) / 1000)} s\n${output.trimEnd()}`);
    return readReport(report) ?? [{ title: `${job.join(' ')} could not be judged`, status: 'failed' }];
  };
  const workers = Array.from({ length: BUSY_PROCESSES }, (_, worker) => worker);
  const tests = (await sideBySide(jobs, workers, judge)).flat();
  return outcomeOf(tests, 'everyClass');
}

/** @param choose among the tests */
async function runRestOfEndToEndTests(choose) {
  const first = await runEndToEndTests(
    { beside: 2, page: 2, alone: 1 },
    { options: [`--grep=${leftToTheRest()}`], choose },
  );
  return joined(first, await runEndToEndTests({ variants: 2, slow: 1 }, { choose }));
}

/**
 * Of tests of beside, page and alone: those of other specs than the usual ones, of other JDKs than the newest, and those that take long.
 * Playwright holds it against project, file and name.
 */
function leftToTheRest() {
  const otherSpecs = `^(?!.*\\b(${USUAL_SPECS.join('|')})\\.spec\\.ts)`;
  return [otherSpecs, SLOW_TAG, olderJdkNames()].filter(Boolean).join('|');
}

/** A regular expression of the names that tests have of all JDKs but the newest (e2e/fixtures/jdks.ts); '' where there is one. */
function olderJdkNames() {
  const features = [...new Set(findJdks().map(({ feature }) => feature))].sort((a, b) => a - b).slice(0, -1);
  return features.length === 0 ? '' : `JDK (${features.join('|')})\\b`;
}

/**
 * @typedef {{ options?: readonly string[], choose?: (tests: string[]) => string[] }} Choice
 *   options: of Playwright that choose among the tests; choose: among those that are left, as Playwright lists them
 */

/**
 * @param workersOf projects of playwright.config.ts, one after the other, and how many specs of each run at a time
 * @param {Choice} choice
 * @param settings what the specs find in their environment
 */
async function runEndToEndTests(workersOf, choice, settings = {}) {
  step(`end-to-end tests (Playwright)${shareName(choice.choose)}`);
  const browser = await provideBrowser();
  if (!browser)
    say(
      'No Chromium was found: install one (or set SLUICE_CHROMIUM to its path); tests in a page will fail.',
    );
  await provideTestPrograms();
  return runPlaywright(workersOf, choice, { ...settings, SLUICE_CHROMIUM: browser });
}

/** The desktop window's own Electron is not always to be had; an older one shows what the same code does with it. */
async function runOlderElectron() {
  const name = `Electron ${ELECTRON_22.version}, same code`;
  step(`${name} (Playwright)`);
  const whyNot = await provideElectron22();
  if (whyNot) return { ...NOTHING, skipped: [`${name}: ${whyNot}`] };
  await provideTestPrograms([DESKTOP]);
  return runPlaywright({ electron22: 1 }, {}, {});
}

/** @param {Choice} choice @param settings as above */
async function runFaults(choice, settings = {}) {
  step(`faults (Playwright)${shareName(choice.choose)}`);
  await provideTestPrograms();
  return runPlaywright({ faults: 1 }, choice, settings);
}

/** @param seconds for each decoder */
async function runFuzzing(seconds) {
  step(`fuzzing, ${seconds} s for each decoder (SLUICE_SEED=${SEED} repeats it)`);
  const script = await bundleScript('e2e/fuzz/fuzz.ts', 'fuzz');
  const { countBlocks } = await import('./countBlocks.mjs'); // needs a package that may just have been installed
  const { text, literals } = countBlocks(readFileSync(script, 'utf8'));
  writeFileSync(script, text);
  const literalsFile = fromRoot('.cache', 'fuzz', 'literals.json');
  writeFileSync(literalsFile, JSON.stringify(literals));
  const findings = fromRoot('.cache', 'fuzz', 'found');
  const share = async (index) => {
    const report = reportFile(`fuzz${index}.json`);
    const args = [report, literalsFile, findings, seconds, SEED, index, BUSY_PROCESSES].map(String);
    await run(process.execPath, [script, ...args], { cwd: ROOT });
    return (
      readReport(report) ?? [{ title: `share ${index} of the decoders was not fuzzed`, status: 'failed' }]
    );
  };
  const shares = await Promise.all(Array.from({ length: BUSY_PROCESSES }, (_, index) => share(index)));
  return outcomeOf(shares.flat(), 'fuzzing');
}

async function runPlaywright(workersOf, { options = [], choose = allOf }, settings) {
  const tests = [];
  const env = { ...process.env, ...settings };
  const playwright = [fromRoot('node_modules/@playwright/test/cli.js'), 'test'];
  for (const [project, workers] of Object.entries(workersOf)) {
    const chosen = [`--project=${project}`, ...options];
    if (choose !== allOf) {
      const { output } = await run(process.execPath, [...playwright, '--list', ...chosen], {
        cwd: ROOT,
        env,
        capture: true,
      });
      const all = listedTests(output);
      const share = choose(all);
      if (all.length === 0) say(output); // why there are none
      if (all.length > 0 && share.length === 0) {
        say(`None of the ${all.length} tests of ${project} is in this share.`);
        continue;
      }
      const list = reportFile(`playwright-${project}.txt`);
      writeFileSync(list, share.join('\n'));
      chosen.push(`--test-list=${list}`);
    }
    const report = reportFile(`playwright-${project}.json`);
    await run(
      process.execPath,
      [...playwright, '--reporter=list,json', `--retries=${RUN_AGAIN}`, `--workers=${workers}`, ...chosen],
      { cwd: ROOT, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
    );
    const { suites = [], errors = [] } = readReport(report) ?? {};
    const found = [
      ...suites.flatMap(playwrightTests),
      ...errors.map(({ message }) => ({ title: message, status: 'failed' })),
    ];
    tests.push(
      ...(found.length > 0 ? found : [{ title: `Playwright reported no ${project}`, status: 'failed' }]),
    );
  }
  return outcomeOf(tests, 'Playwright');
}

function playwrightTests(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map(({ status, annotations, results }) => ({
      title: `${spec.file}: ${spec.title}${reasonOf(annotations)}`,
      status: ['expected', 'flaky'].includes(status) ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
      firstFailure: failureText(results[0]?.error),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(playwrightTests)];
}

/** What a failed expectation says, and the lines of the spec it stands in. */
function failureText(error) {
  return error && [error.message, error.snippet].filter(Boolean).join('\n');
}

function reasonOf(annotations = []) {
  const reason = annotations.find(
    ({ type, description }) => ['skip', 'fixme'].includes(type) && description,
  )?.description;
  return reason ? ` (${reason})` : '';
}

/**
 * A runner that reports no test at all has failed.
 * @param {readonly Test[]} tests
 * @returns {Outcome}
 */
function outcomeOf(tests, runner) {
  if (tests.length === 0) return failure(`${runner} reported no tests`);
  const having = (wanted) => tests.filter(({ status }) => wanted(status));
  const passed = having((status) => status === 'passed');
  return {
    passed: passed.length,
    failed: having((status) => status === 'failed').map(withReason),
    unsteady: passed.filter(({ firstFailure }) => firstFailure).map(withReason),
    skipped: having((status) => status !== 'passed' && status !== 'failed').map(({ title }) => title),
    timed: tests.map(({ title, durationMs = 0 }) => ({ title, durationMs })),
  };
}

const SLOWEST_TOLD = 10;

/** What people wait for longest. @param {readonly Timed[]} timed */
function slowest(timed) {
  return timed.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST_TOLD);
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`;
}

/** The log of a run that nobody can repeat may be cut: what its last lines say must be enough. */
const REASON_LINES = 25;

function withReason({ title, firstFailure = '' }) {
  const lines = stripVTControlCharacters(firstFailure).split('\n').filter(Boolean).slice(0, REASON_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** @param {Outcome} a @param {Outcome} b @returns {Outcome} */
function joined(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: [...a.failed, ...b.failed],
    unsteady: [...a.unsteady, ...b.unsteady],
    skipped: [...a.skipped, ...b.skipped],
    timed: [...a.timed, ...b.timed],
  };
}

/** @returns {Outcome} */
function failure(title) {
  return { ...NOTHING, failed: [title] };
}

function reportFile(name) {
  const path = fromRoot('.cache', 'test', name);
  mkdirSync(fromRoot('.cache', 'test'), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function step(name) {
  say(`\n== ${name}`);
}

await command(async (args) => {
  if (SEED === null)
    throw new Problem(
      `npm test: SLUICE_SEED is "${process.env.SLUICE_SEED}"; it must be a whole number from 0 on.`,
    );
  const parts = partsOf(args);
  if (parts === null)
    throw new Problem(
      `npm test: ${args.join(' ')} is no part of the tests; there are ${PART_NAMES.join(', ')}.`,
    );
  let total = NOTHING;
  const add = (outcome) => {
    total = joined(total, outcome);
  };
  const startedMs = Date.now();
  step('set up');
  try {
    await setUp({ quiet: false });
    add({ ...NOTHING, passed: 1 });
  } catch (error) {
    say(error.message);
    add(failure('set up'));
  }
  const partTimes = [];
  for (const part of parts) {
    const partStartedMs = Date.now();
    add(await RUN_PART[part]().catch((error) => failure(`${part}: ${error.message}`)));
    partTimes.push(`${part} ${seconds(Date.now() - partStartedMs)}`);
  }
  step(`all steps, ${seconds(Date.now() - startedMs)}: ${partTimes.join(', ')}`);
  for (const { title, durationMs } of slowest(total.timed)) say(`slowest: ${seconds(durationMs)}, ${title}`);
  for (const title of total.failed) say(`failed: ${title}`);
  for (const title of total.unsteady) say(`failed once, passed when run again: ${title}`);
  for (const title of total.skipped) say(`skipped: ${title}`);
  // On stdout, and last: what scripts read.
  process.stdout.write(`${total.passed} passed, ${total.failed.length} failed\n`);
  return total.failed.length > 0 ? 1 : 0;
});
