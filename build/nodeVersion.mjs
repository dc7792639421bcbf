import { readFileSync } from 'node:fs';
import { Problem } from './command.mjs';
import { fromRoot } from './tree.mjs';

/** From package.json, as ">=20.13". From there on process.availableMemory is there, by which recordings end before memory does. */
const { node: NEEDED } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).engines;

/** @returns a sentence; "" where this Node will do. Its text goes into bundles: it uses nothing of this module. */
function whyNot({ node, electron }, needed) {
  const [[oldest, least], [major, minor]] = [needed.slice(2), node].map((text) =>
    text.split('.').map(Number),
  );
  if (electron !== undefined || major > oldest || (major === oldest && minor >= least)) return '';
  return `Sluice needs Node ${oldest}.${least} or newer, and this is ${node}. Install a newer one (https://nodejs.org) and run the command again.`;
}

/** @throws Problem */
export function checkNode() {
  const problem = whyNot(process.versions, NEEDED);
  if (problem !== '') throw new Problem(problem);
}

/** What a bundle begins with: it says that sentence and ends before anything else of it runs. */
export const NODE_CHECK = `{
  const problem = (${whyNot.toString()})(process.versions, ${JSON.stringify(NEEDED)});
  if (problem !== '') {
    process.stderr.write('sluice: ' + problem + '\\n');
    process.exit(1);
  }
}`;
