// A Java benchmark of the probes: compiled against them, run in several JVMs of every JDK found.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem, run } from '../build/command.mjs';
import { buildAgent, compileProbes, findJdks } from '../build/java.mjs';
import { fromRoot } from '../build/tree.mjs';

const FORKS = 5;

/** `--jvm=-XX:LoopStripMiningIter=0`: what the JVM does with the probes by another setting. */
const jvmOptions = process.argv
  .filter((arg) => arg.startsWith('--jvm='))
  .map((arg) => arg.slice('--jvm='.length));

/**
 * @param name of a class bench/<name>.java that prints lines of variant, median and quartiles, tabs between them; its methods
 *   named *Out are not inlined
 * @param onJdk called with each JDK and, per fork, a Map of variant -> median ns
 */
export async function forEachJdk(name, onJdk) {
  await buildAgent();
  const jdks = await findJdks();
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  try {
    const [compiler] = jdks;
    const probes = await compileProbes(compiler, folder);
    const classes = join(folder, 'classes');
    mkdirSync(classes);
    const options = ['-source', '11', '-target', '11', '-nowarn', '-Xlint:-options', '-d', classes];
    const patch = ['--patch-module', `java.base=${probes}`];
    await must(
      run(compiler.javac, [...options, ...patch, fromRoot(`bench/${name}.java`)], { capture: true }),
    );
    for (const jdk of jdks) {
      const forks = [];
      for (let fork = 0; fork < FORKS; fork++) {
        const args = [
          '-Xlog:disable',
          '-XX:CompileCommand=quiet',
          ...jvmOptions,
          `-XX:CompileCommand=dontinline,${name}::*Out`,
        ];
        const output = await must(
          run(jdk.java, [...patch, ...args, '-cp', classes, name], { capture: true, timeoutMs: 60_000 }),
        );
        forks.push(parse(output));
      }
      onJdk(jdk, forks);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The forks' values from small to large, their middle, and "median [min..max]" as text. */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  return { median, text: `${median.toFixed(2)} [${sorted[0].toFixed(2)}..${sorted.at(-1).toFixed(2)}]` };
}

/** @returns {Map<string, number>} variant -> median ns */
function parse(output) {
  const rows = output
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length === 4);
  return new Map(rows.map(([name, medianNs]) => [name, Number(medianNs)]));
}

async function must(running) {
  const { code, output } = await running;
  if (code !== 0) throw new Problem(`The benchmark could not be run:\n${output}`);
  return output;
}
