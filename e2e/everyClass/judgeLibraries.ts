import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ClassModel } from '../../shared/classfile/classModel.ts';
import type { Jdk } from '../../shared/testing/compileJava.ts';
import { StoredZip } from '../../shared/testing/storedZip.ts';
import { fetchJars } from '../fixtures/mavenJars.ts';
import { JudgePrograms } from './judgePrograms.ts';
import type { Library } from './libraries.ts';
import { differences, link, linkingText, writeNames, type ClassToLink, type Linking } from './linking.ts';
import { ProbedClasses } from './probedClasses.ts';
import { verdict, type Verdict } from './verdict.ts';

/** Class files for Java 5 have version 49. */
const VERSION_BEFORE_JAVA = 44;
/** Classes for one version of Java and later, in a jar for several. */
const VERSIONED = /^META-INF\/versions\/(\d+)\//;
/** Signatures are left out: classes with probes have others. */
const MANIFEST = Buffer.from('Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n');

/**
 * Judges the rewriter by every class of some libraries, on each JDK. Many of their classes do not link, for want of other
 * libraries: those must fail for the same reason with probes.
 * @param directory empty, for what is made on the way
 */
export function judgeLibraries(
  jdks: readonly Jdk[],
  libraries: readonly Library[],
  directory: string,
  say: (text: string) => void,
): Verdict[] {
  const title = `every class of ${libraries.map(({ name }) => name).join(', ')}`;
  const fetched = fetchJars(libraries.flatMap(({ jars }) => jars));
  if (fetched.kind === 'unreachable') return [{ title, problems: [], skipped: fetched.reason }];
  if (fetched.kind === 'wrong') return [verdict(`${title}: the jars are those wanted`, fetched.problems)];

  const programs = jdks.map((jdk) => new JudgePrograms(jdk, join(directory, String(jdk.major))));
  const probed = new ProbedClasses();
  const zips = new Map<string, StoredZip>(fetched.jars.map((jar) => [basename(jar), manifestOnly()]));
  const models: { readonly path: string; readonly model: ClassModel }[] = [];
  for (const { container, path, bytes } of programs[0].dump('DumpJars', fetched.jars)) {
    const { model, probed: rewritten } = probed.add(bytes);
    zips.get(container)?.add(path, rewritten);
    models.push({ path, model });
  }
  for (const line of probed.summary()) say(line);
  const probedJars = [...zips].map(([name, zip]) => {
    const file = join(directory, name);
    writeFileSync(file, zip.toBytes());
    return file;
  });
  return [
    verdict(`${title}, written unchanged, is the same, byte for byte`, probed.notSameUnchanged),
    verdict(`${title} is the original without its probes`, probed.notSameWithoutProbes),
    ...programs.map((each) => {
      const { major } = each.jdk;
      const names = writeNames(join(directory, String(major)), 'names', classesToLink(models, major));
      const flags = ['-Xlog:disable', '--patch-module', `java.base=${each.stub}`];
      const plain = link(each, flags, fetched.jars, names);
      const linking = link(each, flags, probedJars, names);
      say(`JDK ${major}: without probes ${linkingText(plain)}; with probes ${linkingText(linking)}`);
      for (const line of failureCounts(plain)) say(`  ${line}`);
      return verdict(`${title} links with probes, JDK ${major}`, differences(plain, linking));
    }),
    ...programs.flatMap((each) =>
      libraries.flatMap(({ name, program }) => {
        if (program === undefined) return [];
        const problems = judgeProgram(each, program, fetched.jars, probedJars, say);
        return [verdict(`a program of ${name} does the same with probes, JDK ${each.jdk.major}`, problems)];
      }),
    ),
  ];
}

/** With probes in all of its library the program must print the same, the probes in balance. */
function judgeProgram(
  programs: JudgePrograms,
  program: readonly string[],
  plainJars: readonly string[],
  probedJars: readonly string[],
  say: (text: string) => void,
): string[] {
  const run = (jars: readonly string[]): { readonly printed: string; readonly balance: string } => {
    const output = programs.run(
      'BalancedMain',
      ['--patch-module', `java.base=${programs.stub}`],
      jars,
      program,
    );
    // Standard output, to which the balance is the end, comes first.
    const found = /^(.*)\n(entries \d+)\n(open -?\d+)$/ms.exec(output);
    if (found === null) return { printed: output, balance: 'no balance' };
    return { printed: found[1], balance: `${found[2]}, ${found[3]}` };
  };
  const plain = run(plainJars);
  const probed = run([...probedJars, ...plainJars]); // there the resources are
  say(`JDK ${programs.jdk.major}: ${program[0]} with probes: ${probed.balance}`);
  if (!/^entries \d{5,}, open 0$/.test(probed.balance)) {
    return [
      `${program[0]} ended with ${probed.balance}; wanted are some ten thousand entries and open 0: ${probed.printed.slice(-2000)}`,
    ];
  }
  if (plain.printed === probed.printed) return [];
  return [
    `${program[0]} printed ${probed.printed.slice(0, 1000)} with probes, ${plain.printed.slice(0, 1000)} without`,
  ];
}

function manifestOnly(): StoredZip {
  return new StoredZip().add('META-INF/MANIFEST.MF', MANIFEST);
}

/** The classes that a JVM of that version takes from the jars. */
function classesToLink(
  classes: readonly { readonly path: string; readonly model: ClassModel }[],
  major: number,
): ClassToLink[] {
  const names = new Set<string>();
  for (const { path, model } of classes) {
    const version = VERSIONED.exec(path)?.[1];
    if (Number(version ?? 0) > major || model.majorVersion > VERSION_BEFORE_JAVA + major) continue;
    // Not so: the module's declaration, and classes that are for the library's own loader.
    if (path.replace(VERSIONED, '') === `${model.name}.class`) names.add(model.name.replaceAll('/', '.'));
  }
  return [...names].map((name) => ({ module: null, name }));
}

/** "1278 other: java.lang.NoClassDefFoundError" */
function failureCounts({ failures }: Linking): string[] {
  const counts = new Map<string, number>();
  for (const why of failures.values()) {
    const kind = why.startsWith('rejected') ? 'rejected' : why;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`);
}
