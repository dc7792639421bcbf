import { readFileSync } from 'node:fs';
import { fromRoot } from './tree.mjs';

/** May be part of what is shipped: they ask for their notice (notices.mjs), and for nothing of the rest of the program. */
const SHIPPABLE = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'Zlib']);

/** Packages of other licences, which build or test Sluice and are in nothing that is shipped, and who wants them. */
const BUILD_ONLY = {
  'MPL-2.0': {
    'axe-core': 'tests of accessibility',
    '@firefox-devtools/profiler-cli': 'tests read exported profiles with it',
    lightningcss: 'vite, which vitest runs on, and styles for an older Electron; so are its binaries',
  },
  'BlueOak-1.0.0': {
    '@isaacs/nonrecursive-glob-match': 'glob patterns of eslint and electron-builder',
    minimatch: 'the same',
    chownr: 'archives of electron-builder',
    isexe: 'electron-builder',
    minipass: 'archives of electron-builder',
    sax: 'property lists of electron-builder',
    tar: 'archives of electron-builder',
    yallist: 'archives of electron-builder',
    'graceful-fs': 'electron-builder',
  },
  'Python-2.0': { argparse: 'configuration files of electron-builder' },
  'CC-BY-4.0': { 'caniuse-lite': 'data of browsers for eslint-plugin-react-hooks' },
  Unlicense: { 'robust-predicates': 'geometry of d3 that Sluice does not use' },
  WTFPL: { 'truncate-utf8-bytes': 'file names of electron-builder' },
};

/** @param expression of SPDX, of names, AND and OR with at most one pair of parentheses around all */
export function isShippable(expression) {
  const names = String(expression ?? '').replace(/^\((.*)\)$/, '$1');
  if (names.includes(' OR ')) return names.split(' OR ').some(isShippable);
  return names.split(' AND ').every((name) => SHIPPABLE.has(name));
}

/**
 * What is wrong with the licences of the locked packages, a sentence each.
 * @param packages of package-lock.json
 */
export function licenseViolations(packages) {
  return Object.entries(packages).flatMap(([path, { version, license, dev }]) => {
    if (path === '' || isShippable(license)) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const found = `package-lock.json: ${name} ${version} is under ${license ?? 'no licence that it names'}`;
    if (!dev) return [`${found}, and Sluice ships what it depends on. Take another package.`];
    const known = Object.keys(BUILD_ONLY[license] ?? {});
    const isKnown = known.some((each) => name === each || name.startsWith(`${each}-`));
    return isKnown
      ? []
      : [`${found}: take another package, or say in build/licenses.mjs what builds or tests with it.`];
  });
}

/** Of this checkout. */
export function checkLicenses() {
  return licenseViolations(JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages);
}
