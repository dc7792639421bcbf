import { readFileSync } from 'node:fs';
import { REFUSED } from '../../engine/piped/markedLines.ts';
import { installedFile } from '../../engine/process/installation.ts';

/** Where Node often is besides the PATH of a shell that nobody logs in to. */
const OTHER_PLACES = ['"$HOME"/.nvm/versions/node/*/bin/node', '/usr/local/bin/node', '/opt/*/bin/node'];

/**
 * What a shell there reads from its input: it finds Node, has the engine received if it is not there, and becomes the engine.
 * Nothing more may be sent before it has answered: a shell may read ahead.
 * @param node where Node is; null: it is looked for
 */
export function hostScript(nonce: string, hash: string, node: string | null): string {
  const places = node === null ? ['node', 'nodejs', ...OTHER_PLACES].join(' ') : shellQuoted(node);
  const missing =
    node === null
      ? 'There is no Node there: neither in the PATH of its shell nor where it often is.'
      : 'There is no Node at the place that --on-node names.';
  const receiver = readFileSync(installedFile('engine/receiveEngine.cjs')).toString('base64');
  const receive = `"$p" -e 'eval(Buffer.from("${receiver}","base64").toString())' ${nonce} ${hash} 3>&1 1>&4`;
  return [
    'exec 4>&1; n=',
    // A Node that is too old says so, and the next one is asked.
    `for p in ${places}; do command -v "$p" >/dev/null 2>&1 || continue; n=$p; d=$(${receive}) && break; [ $? -eq ${REFUSED} ] && exit 1; d=; done`,
    `[ -n "$n" ] || { echo ${shellQuoted(`sluice: ${missing}`)} >&2; exit 127; }`,
    `[ -n "$d" ] || exit 1; exec "$n" "$d/dist/engine/serverMain.js" --stdio ${nonce} 4>&-\n`,
  ].join('; ');
}

/** As one word, whatever is in it. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
