// node bench/probePair.bench.mjs: the cost of a compiled probe pair beside the two clock reads in it, on every JDK found.
import { command, say } from '../build/command.mjs';
import { forEachJdk, spreadOf } from './probeForks.mjs';

/** Goal: a pair costs at most this much more than two separate calls of System.nanoTime. */
const GOAL = 1.15;
const BASELINE = 'two nanoTime';
const JUDGED = ['pair, nano', 'pair, nano, inlined'];
/** Goal: counting a call costs at most so many ns more than the call. */
const COUNT_GOAL_NS = 4;
const BARE = 'bare call';
const COUNTED = ['counted', 'counted, inlined'];

/** Prints median [min..max] over the forks; the ratio is taken within each fork. */
function table(jdk, forks) {
  process.stdout.write(
    `\nJDK ${jdk.feature}, ${forks.length} forks          ns per call          x two nanoTime\n`,
  );
  for (const name of forks[0].keys()) {
    const range = spreadOf(forks.map((fork) => fork.get(name))).text;
    if (COUNTED.includes(name)) {
      const more = spreadOf(forks.map((fork) => fork.get(name) - fork.get(BARE))).median;
      const goal = `goal ${COUNT_GOAL_NS}: ${more <= COUNT_GOAL_NS ? 'met' : 'missed'}`;
      const text = `${more.toFixed(2)} ns more than a ${BARE}`;
      process.stdout.write(`  ${name.padEnd(24)}${range.padEnd(24)}${text}  ${goal}\n`);
      continue;
    }
    const ratio = spreadOf(forks.map((fork) => fork.get(name) / fork.get(BASELINE))).median;
    const judged = JUDGED.includes(name);
    const verdict = judged ? `  goal ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}` : '';
    process.stdout.write(`  ${name.padEnd(24)}${range.padEnd(24)}${ratio.toFixed(3)}${verdict}\n`);
  }
}

await command(async () => {
  const startedMs = Date.now();
  await forEachJdk('ProbePair', table);
  say(`${Math.round((Date.now() - startedMs) / 1000)} s`);
});
