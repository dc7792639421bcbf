// What package.json runs installs the packages first, so it must load without them.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from './layers.mjs';
import { fromRoot } from './tree.mjs';

const SCRIPTS = Object.values(JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).scripts).flatMap(
  (script) => script.match(/\bbuild\/\w+\.mjs/g) ?? [],
);

const importedAtOnce = (file) =>
  importsOf(readFileSync(fromRoot(file), 'utf8').replace(/\bimport\s*\(/g, 'later('));

/** "file: package" for all that a script and the files that it loads at once ask of packages. */
function packagesAskedOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  return importedAtOnce(file).flatMap((name) => {
    if (name.startsWith('.')) return packagesAskedOf(posix.join(posix.dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [`${file}: ${name}`];
  });
}

it('knows the scripts', () => expect(SCRIPTS).toContain('build/test.mjs'));

it.each([...new Set(SCRIPTS)])('%s loads before any package is installed', (script) => {
  expect(packagesAskedOf(script)).toEqual([]);
});

it('would find a package that is asked for at once, and none that is imported later', () => {
  expect(packagesAskedOf('build/countBlocks.mjs')).toEqual(['build/countBlocks.mjs: typescript']);
  expect(packagesAskedOf('build/bundleScript.mjs')).toEqual([]);
});
