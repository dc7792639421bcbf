/**
 * The judge of shared/bytecode: every method of every class of a JDK, java.base included (but the one of Object that the
 * stub for the probes calls itself), or of large real libraries, gets probes, and
 *  - reading and writing a class unchanged gives the same bytes, and taking the probes out gives the original code;
 *  - the JVM loads, verifies and links the classes that it links without probes (-Xverify:all), and rejects none;
 *  - the JDK's compiler, run on a JDK that has probes everywhere, writes the same class files, its probes in balance.
 *
 * Bundled and run by `npm test -- classes` and `npm run test:libraries`, once per JDK and once for the libraries:
 *
 *   everyClass.mjs REPORT jdk 17
 *   everyClass.mjs REPORT libraries [NAME...]
 *
 * REPORT becomes [{ title, status: passed | failed | skipped }]: of a promise that is not kept, one failed entry for each
 * problem, a sentence. What was counted and measured goes to standard output.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJdks } from '../../shared/testing/compileJava.ts';
import { LIBRARIES } from './libraries.ts';
import { judgeJdk } from './judgeJdk.ts';
import { judgeLibraries } from './judgeLibraries.ts';
import type { Verdict } from './verdict.ts';

/** If all goes wrong, so many say it. */
const MOST_PROBLEMS = 20;

interface ReportEntry {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

function main([report, what, ...names]: readonly string[]): void {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-classes-'));
  try {
    const entries = judge(what, names, directory).flatMap(entriesOf);
    writeFileSync(report, JSON.stringify(entries, null, 2));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function judge(what: string, names: readonly string[], directory: string): Verdict[] {
  const say = (text: string): void => console.log(`  ${text}`);
  const jdks = findJdks();
  if (what === 'libraries') {
    const libraries = LIBRARIES.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const { major } of jdks) mkdirSync(join(directory, String(major)));
    return judgeLibraries(jdks, libraries, directory, say);
  }
  const jdk = jdks.find(({ major }) => names.includes(String(major)));
  if (jdk === undefined) throw new Error(`there is no JDK ${names.join()}`);
  return judgeJdk(jdk, directory, say).map((each) => ({ ...each, title: `JDK ${jdk.major}: ${each.title}` }));
}

function entriesOf({ title, problems, skipped }: Verdict): ReportEntry[] {
  if (skipped !== null) return [{ title: `${title}: ${skipped}`, status: 'skipped' }];
  if (problems.length === 0) return [{ title, status: 'passed' }];
  const entries = problems
    .slice(0, MOST_PROBLEMS)
    .map((problem): ReportEntry => ({ title: `${title}: ${problem}`, status: 'failed' }));
  if (problems.length <= MOST_PROBLEMS) return entries;
  return [
    ...entries,
    { title: `${title}: and ${problems.length - MOST_PROBLEMS} problems more`, status: 'failed' },
  ];
}

main(process.argv.slice(2));
