// node bench/probePair.bench.mjs: the cost of a compiled probe pair beside the two clock reads in it, on every JDK found.
import { command, say } from '../build/command.mjs';
import { forEachJdk, spreadOf } from './probeForks.mjs';

/** Goal: a pair costs at most this much more than two separate calls of System.nanoTime. */
const GOAL = 1.08;
const BASELINE = 'two nanoTime';
const JUDGED = ['pair, nano', 'pair, nano, inlined'];
/** Goals: so many ns more than a bare call, at most. */
const BARE = 'bare call';
const GOALS_NS = {
  'pair, ticker': 5,
  'pair, ticker, inlined': 5,
  'pair, bursts': 8,
  'pair, no clock': 4,
  counted: 4,
  'counted, inlined': 4,
  'pair, not in a graph': 2,
};

/** Prints median [min..max] over the forks; the ratio is taken within each fork. */
function table(jdk, forks) {
  process.stdout.write(
    `\nJDK ${jdk.feature}, ${forks.length} forks          ns per call          x two nanoTime\n`,
  );
  for (const name of forks[0].keys()) {
    const range = spreadOf(forks.map((fork) => fork.get(name))).text;
    if (name in GOALS_NS) {
      const more = spreadOf(forks.map((fork) => fork.get(name) - fork.get(BARE))).median;
      const goal = `goal ${GOALS_NS[name]}: ${more <= GOALS_NS[name] ? 'met' : 'missed'}`;
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
