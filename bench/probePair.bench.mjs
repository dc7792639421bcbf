// node bench/probePair.bench.mjs: the cost of a compiled probe pair beside the two clock reads in it, on every JDK found.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem, command, run, say } from '../build/command.mjs';
import { buildAgent, compileProbes, findJdks } from '../build/java.mjs';
import { fromRoot } from '../build/tree.mjs';

const FORKS = 5;
/** Goal: a pair costs at most this much more than two separate calls of System.nanoTime. */
const GOAL = 1.15;
const BASELINE = 'two nanoTime';
const JUDGED = ['pair, nano', 'pair, nano, inlined'];
/** Goal: counting a call costs at most so many ns more than the call. */
const COUNT_GOAL_NS = 4;
const BARE = 'bare call';
const COUNTED = ['counted', 'counted, inlined'];

async function main() {
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
      run(compiler.javac, [...options, ...patch, fromRoot('bench/ProbePair.java')], { capture: true }),
    );
    for (const jdk of jdks) {
      const forks = [];
      for (let fork = 0; fork < FORKS; fork++) {
        const args = [
          '-Xlog:disable',
          '-XX:CompileCommand=quiet',
          '-XX:CompileCommand=dontinline,ProbePair::*Out',
        ];
        const output = await must(
          run(jdk.java, [...patch, ...args, '-cp', classes, 'ProbePair'], {
            capture: true,
            timeoutMs: 60_000,
          }),
        );
        forks.push(parse(output));
      }
      table(jdk, forks);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Map<string, number>} variant -> median ns per call */
function parse(output) {
  const rows = output
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length === 4);
  return new Map(rows.map(([name, medianNs]) => [name, Number(medianNs)]));
}

/** Prints median [min..max] over the forks; the ratio is taken within each fork. */
function table(jdk, forks) {
  process.stdout.write(
    `\nJDK ${jdk.feature}, ${forks.length} forks          ns per call          x two nanoTime\n`,
  );
  for (const name of forks[0].keys()) {
    const ns = forks.map((fork) => fork.get(name)).sort((a, b) => a - b);
    const ratio = forks.map((fork) => fork.get(name) / fork.get(BASELINE)).sort((a, b) => a - b);
    const middle = forks.length >> 1;
    const range = `${ns[middle].toFixed(2)} [${ns[0].toFixed(2)}..${ns.at(-1).toFixed(2)}]`;
    if (COUNTED.includes(name)) {
      const more = forks.map((fork) => fork.get(name) - fork.get(BARE)).sort((a, b) => a - b)[middle];
      const goal = `goal ${COUNT_GOAL_NS}: ${more <= COUNT_GOAL_NS ? 'met' : 'missed'}`;
      const text = `${more.toFixed(2)} ns more than a ${BARE}`;
      process.stdout.write(`  ${name.padEnd(24)}${range.padEnd(24)}${text}  ${goal}\n`);
      continue;
    }
    const judged = JUDGED.includes(name);
    const good = !judged || ratio[middle] <= GOAL;
    const verdict = judged ? `  goal ${GOAL}: ${good ? 'met' : 'missed'}` : '';
    process.stdout.write(`  ${name.padEnd(24)}${range.padEnd(24)}${ratio[middle].toFixed(3)}${verdict}\n`);
  }
}

async function must(running) {
  const { code, output } = await running;
  if (code !== 0) throw new Problem(`The benchmark could not be run:\n${output}`);
  return output;
}

await command(async () => {
  const startedMs = Date.now();
  await main();
  say(`${Math.round((Date.now() - startedMs) / 1000)} s`);
});
