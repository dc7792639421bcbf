// docs/cli.md: what --help of each command says. `node build/cliDocs.mjs` writes it; npm run check compares.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleScript } from './bundleScript.mjs';
import { command, say } from './command.mjs';
import { cliPage, commandNames } from './cliPage.mjs';
import { fromRoot } from './tree.mjs';

const PAGE = 'docs/cli.md';

/** The page as the sources of the command line, and not an earlier build of them, make it. */
async function madePage() {
  const script = await bundleScript('electron/cli/sluice.ts', 'cliDocs');
  const helpOf = async (...words) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...words, '--help']);
    return stdout;
  };
  const general = await helpOf();
  const names = commandNames(general);
  const helps = await Promise.all(names.map((name) => helpOf(name)));
  return cliPage(general, new Map(names.map((name, i) => [name, helps[i]])));
}

/** Whether docs/cli.md says what --help says; one sentence if it does not. */
export async function checkCliDocs() {
  const path = fromRoot(PAGE);
  if (existsSync(path) && readFileSync(path, 'utf8') === (await madePage())) return [];
  return [`${PAGE}: is not what --help says: run node build/cliDocs.mjs`];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(async () => {
    writeFileSync(fromRoot(PAGE), await madePage());
    say(`${PAGE} is made.`);
    return 0;
  });
}
