import { readdirSync, readFileSync } from 'node:fs';
import { Problem } from './command.mjs';
import { isShippable } from './licenses.mjs';
import { fromRoot } from './tree.mjs';

/** Folders of the packages whose code is in a bundle, by what esbuild says of it: node_modules/react. */
export function packagesIn({ outputs }) {
  const folders = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/**
 * What the licences of bundled packages ask to be shipped with them: their copyright notices and texts.
 * @param folders of packages, as packagesIn has them
 * @throws Problem for a package without a licence text, or of a licence that is not to be shipped
 */
export function noticesOf(folders) {
  const parts = folders.map((folder) => {
    const description = JSON.parse(readFileSync(fromRoot(folder, 'package.json'), 'utf8'));
    const { name, version, license } = description;
    if (!isShippable(license))
      throw new Problem(
        `${name} ${version} is bundled, and its licence ${license} is not one to be shipped.`,
      );
    const files = readdirSync(fromRoot(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(fromRoot(folder, file), 'utf8').trim());
    if (texts.length === 0) texts.push(withoutText(description));
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return `Sluice contains code of these packages. Their licences ask for these notices.\n${line}${parts.join(line)}`;
}

/** Of a package that holds no licence text. Sluice's own LICENSE is that of Apache; others have their copyright in the text. */
function withoutText({ name, version, license, author }) {
  if (license !== 'Apache-2.0')
    throw new Problem(`${name} ${version} is bundled, and has no file with its licence ${license}.`);
  const who = typeof author === 'string' ? author : author?.name;
  return `Copyright ${who ?? `the authors of ${name}`}. The text of the Apache License 2.0 is in LICENSE.`;
}
