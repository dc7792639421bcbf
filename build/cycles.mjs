// npm run test:cycles: attach, profile, detach, 10,000 times on each JDK, all JDKs at a time. It may be ended at any time: the next
// run goes on where this one was. A recording that says it is incomplete is counted apart: the machine was too busy.
import { parseArgs } from 'node:util';
import { bundleScript } from './bundleScript.mjs';
import { Problem, command, run } from './command.mjs';
import { findJdks } from './java.mjs';
import { setUp } from './setup.mjs';
import { filesUnder, fromRoot, hashOf, ROOT } from './tree.mjs';

const USAGE = `npm run test:cycles [-- options]
  --count <n>     cycles on each JDK (default: 10000)
  --minutes <n>   at most so long; the rest is for the next run (default: 1440)
  --jdk <n>       on this JDK only, as 17`;

/** What a cycle goes through: when any of it changes, the count begins anew. */
const TESTED = ['backend-java/src', 'electron/engine', 'shared', 'e2e/cycles', 'e2e/targets'];

await command(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '10000' },
      minutes: { type: 'string', default: '1440' },
      jdk: { type: 'string' },
    },
  });
  for (const name of ['count', 'minutes']) {
    if (!(Number(values[name]) > 0))
      throw new Problem(`--${name} ${values[name]} is no number above 0.\n${USAGE}`);
  }
  const all = [...new Set(findJdks().map(({ feature }) => String(feature)))];
  const features = all.filter((feature) => values.jdk === undefined || feature === values.jdk);
  if (features.length === 0) throw new Problem(`There is no JDK ${values.jdk}; there are ${all.join(', ')}.`);
  await setUp({ bundles: [] });
  const script = await bundleScript('e2e/cycles/cycles.ts', 'cycles');
  const build = hashOf(TESTED.flatMap(filesUnder)).slice(0, 16);
  const codes = await Promise.all(
    features.map(async (feature) => {
      const state = fromRoot('.cache', 'cycles', `jdk-${feature}.json`);
      const { code } = await run(
        process.execPath,
        [script, feature, values.count, values.minutes, state, build],
        {
          cwd: ROOT,
          stdio: 'inherit',
        },
      );
      return code;
    }),
  );
  return codes.some((code) => code !== 0) ? 1 : 0;
});
