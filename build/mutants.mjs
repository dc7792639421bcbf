// npm run test:mutants: damages the code on purpose, one place at a time (e2e/mutants), and runs the nearest tests: they must fail.
// It works on copies of the sources in .cache/mutants, so that nothing is left damaged however it ends. A table of all mutants goes to
// stdout; the last line is `N passed, N failed`: passed is a mutant that a test caught, or whose survival is explained.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideBrowser } from './browser.mjs';
import { Problem, command, run, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { sideBySide } from './sideBySide.mjs';
import { C_COMPILER, provideTestPrograms } from './testPrograms.mjs';
import { allMutants, damaged, failedTests } from './mutant.mjs';
import { ROOT, filesUnder, fromRoot } from './tree.mjs';

const USAGE = `npm run test:mutants [-- options]
  --only <text>   mutants whose name or file has that text; may be given several times
  --list          names and files; nothing is run`;

/** Copies of the sources. What needs no spec is judged in both at a time: the tests of one keep one core busy. */
const COPIES = [fromRoot('.cache', 'mutants', 'first'), fromRoot('.cache', 'mutants', 'second')];
/** The longest of the tests that mutants name takes three minutes beside other work; a mutant may make it hang. */
const TEST_LIMIT_MS = 600_000;

/** @typedef {import('./mutant.mjs').Mutant} Mutant */

await command(async (args) => {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
  });
  const { only = [''] } = values;
  const mutants = (await allMutants()).filter(({ name, file }) =>
    only.some((text) => `${name} ${file}`.includes(text)),
  );
  if (mutants.length === 0)
    throw new Problem(`No mutant has ${only.join(' or ')} in its name or file.\n${USAGE}`);
  if (values.list) {
    for (const { name, file } of mutants) process.stdout.write(`${name}  ${file}\n`);
    return 0;
  }
  await setUp();
  await provideTestPrograms([C_COMPILER]); // no spec that a mutant names needs more, but for a browser
  process.env.SLUICE_CHROMIUM = await provideBrowser();
  COPIES.forEach(copySources);
  const sound = await soundTests([...new Set(mutants.flatMap(({ tests }) => tests))]);
  let judged = 0;
  const rows = await inCopies(mutants, needsSpec, async (mutant, copy) => {
    const row = await verdictOn(mutant, sound, copy);
    const { verdict, by, seconds } = row;
    say(`${++judged} of ${mutants.length}, ${seconds} s: ${mutant.name}: ${verdict}${by ? ` (${by})` : ''}`);
    return row;
  });
  process.stdout.write(table(rows));
  const failed = rows.filter(({ passed }) => !passed).length;
  process.stdout.write(`${rows.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});

function copySources(copy) {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const file of filesUnder('.')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(fromRoot(file), join(copy, file));
  }
  symlinkSync(fromRoot('node_modules'), join(copy, 'node_modules'));
}

/** @param work of one item in one copy; items that need a spec come last, one at a time, for a spec may need the machine */
async function inCopies(items, needsSpec, work) {
  const quick = await sideBySide(
    items.filter((item) => !needsSpec(item)),
    COPIES,
    work,
  );
  return [...quick, ...(await sideBySide(items.filter(needsSpec), [COPIES[0]], work))];
}

/** The tests that pass while nothing is damaged: what fails anyway catches nothing. */
async function soundTests(tests) {
  const sound = new Set();
  await inCopies(tests, isSpec, async (test, copy) => {
    const { failed, ran } = await testsIn(copy, [test]);
    if (ran > 0 && failed.length === 0) sound.add(test);
    else say(`Undamaged, ${test}: ${ran} ran, ${failed.join('; ') || 'none failed'}`);
  });
  return sound;
}

/** @param {Mutant} mutant @param {Set<string>} sound @param {string} copy */
async function verdictOn(mutant, sound, copy) {
  const startedMs = Date.now();
  const row = (verdict, passed, by = '') => {
    return { mutant, verdict, passed, by, seconds: Math.round((Date.now() - startedMs) / 1000) };
  };
  const unsound = mutant.tests.filter((test) => !sound.has(test));
  if (unsound.length > 0) return row(`not judged: fails undamaged`, false, unsound.join(', '));
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, damaged(mutant, source));
  try {
    const { failed, ran } = await testsIn(copy, mutant.tests);
    if (failed.length > 0) {
      return mutant.survives
        ? row('caught, and explained as one that is not', false, failed[0])
        : row('caught', true, failed[0]);
    }
    if (ran === 0) return row('not judged: no test ran', false);
    return mutant.survives ? row('survived', true, mutant.survives) : row('SURVIVED', false);
  } finally {
    writeFileSync(path, source);
  }
}

/** The specs are run by Playwright, all other tests by vitest: those in Java by the file that shows them as tests. */
function isSpec(test) {
  return test.endsWith('.spec.ts');
}

/** @returns {{ script: string, args: string[], env?: Record<string, string> }} what runs a file of tests */
function runnerOf(test, report) {
  if (isSpec(test))
    return {
      script: '@playwright/test/cli.js',
      args: ['test', test, '--reporter=json', '--retries=0', '-x'],
    };
  const inJava = test.endsWith('.java');
  const file = inJava ? 'backend-java/agent.test.ts' : test;
  return {
    script: 'vitest/vitest.mjs',
    args: ['run', file, '--bail=1', '--reporter=json', `--outputFile.json=${report}`],
    env: inJava ? { SLUICE_JAVA_TEST: basename(test, '.java') } : {},
  };
}

/** @param {Mutant} mutant */
function needsSpec({ tests }) {
  return tests.some(isSpec);
}

/** Up to the first that fails. @param tests files */
async function testsIn(folder, tests) {
  const report = join(folder, '.cache', 'mutant.json');
  const outcome = { failed: [], ran: 0 };
  for (const test of tests) {
    rmSync(report, { force: true });
    mkdirSync(dirname(report), { recursive: true });
    const { script, args, env } = runnerOf(test, report);
    await run(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: folder,
      capture: true,
      timeoutMs: TEST_LIMIT_MS,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    });
    const found = failedTests(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, test);
    outcome.failed.push(...found.failed);
    outcome.ran += found.ran;
    if (found.failed.length > 0) break;
  }
  return outcome;
}

function table(rows) {
  const lines = rows.map(
    ({ mutant, verdict, by }) =>
      `| ${mutant.name} | ${mutant.file} | ${verdict} | ${by.replaceAll('|', '\\|')} |`,
  );
  return ['| mutant | file | verdict | by, or why |', '| --- | --- | --- | --- |', ...lines, ''].join('\n');
}
