// npm run check: everything about the sources that can be known without running them.
import { pathToFileURL } from 'node:url';
import { checkCliDocs } from './cliDocs.mjs';
import { command, run, say } from './command.mjs';
import { checkDocs } from './docs.mjs';
import { checkLicenses } from './licenses.mjs';
import { checkLayers } from './layers.mjs';
import { installPackages } from './packages.mjs';
import { sideBySide } from './sideBySide.mjs';
import { ROOT, fromRoot } from './tree.mjs';

/** Files that have not changed since they were found good are not read again. */
const cachedIn = (name) => ['--cache', '--cache-location', `.cache/${name}`];

/** A check prints what is wrong on stderr and resolves to whether all is well. */
const CHECKS = [
  {
    name: 'format (prettier)',
    check: () =>
      tool(
        'prettier/bin/prettier.cjs',
        ...['--check', '--log-level=warn', ...cachedIn('prettier.json'), '--cache-strategy=content', '.'],
      ),
  },
  {
    name: 'lint (eslint)',
    check: () => tool('eslint/bin/eslint.js', '--max-warnings=0', ...cachedIn('eslint/'), '.'),
  },
  { name: 'types (tsc)', check: () => tool('typescript/bin/tsc', '-b') },
  { name: 'layers', check: () => none(checkLayers()) },
  { name: 'lengths of functions', check: checkFunctions },
  { name: 'licences of packages', check: () => none(checkLicenses()) },
  { name: 'docs (paths, commands, tables, sentences)', check: () => none(checkDocs()) },
  { name: 'docs (command line)', check: async () => none(await checkCliDocs()) },
];

async function tool(script, ...args) {
  const command = [fromRoot('node_modules', script), ...args];
  const { code, output } = await run(process.execPath, command, { cwd: ROOT, capture: true });
  if (code !== 0) say(output.trimEnd());
  return code === 0;
}

/** The compiler that it parses with is a package, which may just have been installed. */
async function checkFunctions() {
  const { longFunctionsOfAll } = await import('./functions.mjs');
  return none(longFunctionsOfAll());
}

function none(violations) {
  for (const violation of violations) say(violation);
  return violations.length === 0;
}

/** Most are processes of their own that keep a core busy. */
const CHECKS_AT_A_TIME = 2;

/** @returns {Promise<readonly { name: string, good: boolean }[]>} each told when it ended */
export async function runAllChecks() {
  const workers = Array.from({ length: CHECKS_AT_A_TIME }, (_, worker) => worker);
  return sideBySide(CHECKS, workers, async ({ name, check }) => {
    const good = await check();
    say(`${good ? 'ok    ' : 'FAILED'} ${name}`);
    return { name, good };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(async () => {
    await installPackages();
    return (await runAllChecks()).some(({ good }) => !good) ? 1 : 0;
  });
}
