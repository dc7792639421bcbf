import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './tree.mjs';

/** A bundled module still finds the files beside its source. */
const modulesKeepTheirUrl = {
  name: 'modules keep their url',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !source.includes('import.meta.url')) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      const loader = extname(path) === '.ts' ? 'ts' : 'js';
      return { contents: source.replaceAll('import.meta.url', url), loader };
    });
  },
};

/**
 * Makes of a script in TypeScript, named from the root, one that Node can run at full speed.
 * @param folder under .cache
 * @param {import('esbuild').Plugin[]} [before] of a test that changes what is bundled
 * @returns {Promise<string>} its path
 */
export async function bundleScript(script, folder, before = []) {
  const { build } = await import('esbuild');
  const outfile = fromRoot('.cache', folder, basename(script).replace(/\.ts$/, '.mjs'));
  mkdirSync(dirname(outfile), { recursive: true });
  await build({
    entryPoints: [fromRoot(script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true, // as build/bundle.mjs does
    banner: {
      js: "import { createRequire as bundledCreateRequire } from 'node:module';\nconst require = bundledCreateRequire(import.meta.url);",
    },
    external: ['playwright', '@playwright/test', 'esbuild'], // they look for files beside themselves
    plugins: [...before, modulesKeepTheirUrl],
    logLevel: 'error',
  });
  return outfile;
}
