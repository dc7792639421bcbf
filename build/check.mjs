// npm run check: everything about the sources that can be known without running them.
import { pathToFileURL } from 'node:url';
import { checkCliDocs } from './cliDocs.mjs';
import { command, run, say } from './command.mjs';
import { checkDocs } from './docs.mjs';
import { checkLicenses } from './licenses.mjs';
import { checkLayers } from './layers.mjs';
import { installPackages } from './packages.mjs';
import { ROOT, fromRoot } from './tree.mjs';

/** A check prints what is wrong on stderr and resolves to whether all is well. */
export const CHECKS = [
  {
    name: 'format (prettier)',
    check: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  },
  {
    name: 'lint (eslint)',
    check: () =>
      tool('eslint/bin/eslint.js', '--max-warnings=0', '--cache', '--cache-location', '.cache/eslint/', '.'),
  },
  { name: 'types (tsc)', check: () => tool('typescript/bin/tsc', '-b') },
  { name: 'layers', check: () => none(checkLayers()) },
  { name: 'licences of packages', check: () => none(checkLicenses()) },
  { name: 'docs (paths, commands, tables, sentences)', check: () => none(checkDocs()) },
  { name: 'docs (command line)', check: async () => none(await checkCliDocs()) },
];

async function tool(script, ...args) {
  const { code } = await run(process.execPath, [fromRoot('node_modules', script), ...args], { cwd: ROOT });
  return code === 0;
}

function none(violations) {
  for (const violation of violations) say(violation);
  return violations.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(async () => {
    await installPackages();
    let failed = 0;
    for (const { name, check } of CHECKS) {
      const good = await check();
      say(`${good ? 'ok    ' : 'FAILED'} ${name}`);
      if (!good) failed++;
    }
    return failed > 0 ? 1 : 0;
  });
}
