// node bench/allocationSite.bench.mjs: what it costs to tell of an object beside making it, and the heap that it takes, on every
// JDK found. It fails where an object that the compiler keeps off the heap is put there by its probe.
import { command, Problem, say } from '../build/command.mjs';
import { forEachJdk, spreadOf } from './probeForks.mjs';

/** Goals: so many ns more than making the object alone, at most; in a loop that counts it. */
const GOAL_NS = 3.5;
const LOOP_GOAL_NS = 0.5;
/** What a batch takes besides, measured by the same clock of bytes, spread over its objects. */
const MOST_BYTES = 0.1;

const inVain = [];

/** Prints median [min..max] over the forks; differences are taken within each fork. */
function table(jdk, forks) {
  process.stdout.write(
    `\nJDK ${jdk.feature}, ${forks.length} forks      ns per object           bytes per object\n`,
  );
  for (const name of forks[0].keys()) {
    if (name.startsWith('bytes: ')) continue;
    const range = spreadOf(forks.map((fork) => fork.get(name))).text;
    const bytes = spreadOf(forks.map((fork) => fork.get(`bytes: ${name}`))).median;
    const alone = name.replace(/, (told|counted|followed)$/, '');
    const goal = name.endsWith(', counted') ? LOOP_GOAL_NS : GOAL_NS;
    const told = alone !== name && forks[0].has(alone);
    const more = told && spreadOf(forks.map((fork) => fork.get(name) - fork.get(alone))).median;
    const verdict = told
      ? `${more.toFixed(2)} ns more  goal ${goal}: ${more <= goal ? 'met' : 'missed'}`
      : '';
    process.stdout.write(`  ${name.padEnd(22)}${range.padEnd(24)}${bytes.toFixed(1).padEnd(8)}${verdict}\n`);
    if (name.startsWith('local') && bytes > MOST_BYTES) inVain.push(`JDK ${jdk.feature}, ${name}: ${bytes}`);
  }
}

await command(async () => {
  const startedMs = Date.now();
  await forEachJdk('AllocationSite', table);
  say(`${Math.round((Date.now() - startedMs) / 1000)} s`);
  if (inVain.length > 0)
    throw new Problem(
      `Objects that stay off the heap without a probe are on it: bytes of\n${inVain.join('\n')}`,
    );
});
