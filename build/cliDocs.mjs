// docs/cli.md and docs/sluice.1: what --help of each command says. `node build/cliDocs.mjs` writes them; npm run check compares.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleScript } from './bundleScript.mjs';
import { command, say } from './command.mjs';
import { cliPage, commandNames } from './cliPage.mjs';
import { manPage } from './manPage.mjs';
import { fromRoot } from './tree.mjs';

const PAGES = new Map([
  ['docs/cli.md', cliPage],
  ['docs/sluice.1', manPage],
]);

/** The pages as the sources of the command line, and not an earlier build of them, make them: path and text of each. */
async function madePages() {
  const script = await bundleScript('electron/cli/sluice.ts', 'cliDocs');
  const helpOf = async (...words) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...words, '--help']);
    return stdout;
  };
  const general = await helpOf();
  const names = commandNames(general);
  const helps = await Promise.all(names.map((name) => helpOf(name)));
  const byName = new Map(names.map((name, i) => [name, helps[i]]));
  return [...PAGES].map(([path, make]) => [path, make(general, byName)]);
}

/** Whether the pages say what --help says; one sentence for each that does not. */
export async function checkCliDocs() {
  const pages = await madePages();
  return pages
    .filter(([path, text]) => !existsSync(fromRoot(path)) || readFileSync(fromRoot(path), 'utf8') !== text)
    .map(([path]) => `${path}: is not what --help says: run node build/cliDocs.mjs`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await command(async () => {
    for (const [path, text] of await madePages()) {
      writeFileSync(fromRoot(path), text);
      say(`${path} is made.`);
    }
    return 0;
  });
}
