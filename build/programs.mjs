// npm run test:programs [-- NAME... --rounds N --jdk N --scheme NAME --way launch|record]: real programs are recorded and held against a
// native oracle in the same JVM (e2e/programs). One round over everything without options.
import { bundleScript } from './bundleScript.mjs';
import { command, run } from './command.mjs';
import { setUp } from './setup.mjs';
import { C_COMPILER, provideTestPrograms } from './testPrograms.mjs';
import { ROOT } from './tree.mjs';

await command(async (args) => {
  await setUp();
  await provideTestPrograms([C_COMPILER]);
  const script = await bundleScript('e2e/programs/acceptance.ts', 'programs');
  const { code } = await run(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  return code;
});
