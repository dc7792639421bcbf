import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgePrograms } from './judgePrograms.ts';

/** What became of the classes that were to be linked. */
export interface Linking {
  readonly linked: number;
  /** Name of a class -> why it does not link: "rejected: java.lang.VerifyError: ...", "other: java.lang.NoClassDefFoundError". */
  readonly failures: ReadonlyMap<string, string>;
  /** What the JVM printed, if that was no result. */
  readonly broken: string | null;
  /** CPU time of the thread that linked: what else the machine does, and what the JVM compiles beside it, is not in it. */
  readonly cpuMs: number;
}

/** A class to link, by its binary name; null: from the class path. */
export interface ClassToLink {
  readonly module: string | null;
  readonly name: string;
}

/** Writes the file that `link` takes. */
export function writeNames(directory: string, fileName: string, classes: readonly ClassToLink[]): string {
  const file = join(directory, `${fileName}.txt`);
  writeFileSync(file, classes.map(({ module, name }) => `${module ?? '-'} ${name}\n`).join(''));
  return file;
}

/** Loads and links, and so verifies, the named classes in a JVM with these flags. */
export function link(
  programs: JudgePrograms,
  flags: readonly string[],
  classPath: readonly string[],
  namesFile: string,
): Linking {
  const output = programs.run('VerifyAll', flags, classPath, [namesFile]);
  const failures = new Map<string, string>();
  for (const [, kind, name, why] of output.matchAll(/^(rejected|other) (\S+): (.*)$/gm)) {
    failures.set(name, `${kind}: ${why}`);
  }
  const linked = /^linked (\d+) in (\d+) ms$/m.exec(output);
  return {
    linked: Number(linked?.[1] ?? 0),
    failures,
    broken: linked === null ? output.slice(-2000) : null,
    cpuMs: Number(linked?.[2] ?? 0),
  };
}

/** What it is for some of the classes. */
export function only(linking: Linking, classes: readonly ClassToLink[]): Linking {
  const names = new Set(classes.map(({ name }) => name));
  const failures = new Map([...linking.failures].filter(([name]) => names.has(name)));
  return { ...linking, failures, linked: classes.length - failures.size };
}

/** "26626 linked, 0 not, 4.2 s of CPU time" */
export function linkingText({ linked, failures, cpuMs }: Linking): string {
  return `${linked} linked, ${failures.size} not, ${(cpuMs / 1000).toFixed(1)} s of CPU time`;
}

/** What links without probes and not with them, or the other way round, one sentence each. */
export function differences(plain: Linking, probed: Linking): string[] {
  const broken = plain.broken ?? probed.broken;
  if (broken !== null) return [`the JVM did not come to a result: ${broken}`];
  const names = new Set([...plain.failures.keys(), ...probed.failures.keys()]);
  const problems = [...names].flatMap((name) => {
    const [before, after] = [plain, probed].map(({ failures }) => failures.get(name) ?? 'it links');
    // Messages name bcis.
    const isSame = before === after || (before.startsWith('rejected') && after.startsWith('rejected'));
    return isSame ? [] : [`class ${name}: with probes ${after}, without ${before}`];
  });
  if (problems.length === 0 && plain.linked !== probed.linked) {
    problems.push(`${probed.linked} classes link with probes, ${plain.linked} without`);
  }
  return problems;
}
