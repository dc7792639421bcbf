// node bench/regionPass.bench.mjs: the cost of a pass through a timed region beside the two clock reads in it, on every JDK.
import { command, say } from '../build/command.mjs';
import { forEachJdk, spreadOf } from './probeForks.mjs';

/** Goal: a pass costs at most this much more than two separate calls of System.nanoTime. */
const GOAL = 1.15;
const JUDGED = ['pass', 'pass, inlined'];

/** Two threads are compared with two threads: they may share a core. */
function baselineOf(name) {
  return name.includes('2 threads') ? 'two nanoTime, 2 threads' : 'two nanoTime';
}

/** Prints median [min..max] over the forks; the ratio is taken within each fork. */
function table(jdk, forks) {
  process.stdout.write(
    `\nJDK ${jdk.feature}, ${forks.length} forks          ns per pass          x two nanoTime\n`,
  );
  for (const name of forks[0].keys()) {
    const range = spreadOf(forks.map((fork) => fork.get(name))).text;
    const ratio = spreadOf(forks.map((fork) => fork.get(name) / fork.get(baselineOf(name)))).median;
    const verdict = JUDGED.includes(name) ? `  goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}` : '';
    process.stdout.write(`  ${name.padEnd(26)}${range.padEnd(24)}${ratio.toFixed(3)}${verdict}\n`);
  }
}

await command(async () => {
  const startedMs = Date.now();
  await forEachJdk('RegionPass', table);
  say(`${Math.round((Date.now() - startedMs) / 1000)} s`);
});
