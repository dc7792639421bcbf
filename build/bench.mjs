// npm run bench: every bench of the project, one after the other; `npm run bench -- cct attach` runs those whose path
// contains one of the words. A bench is a *.bench.ts (bundled for Node) or a bench/*.mjs; it prints its own figures.
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Problem, command, run, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { filesUnder, fromRoot, ROOT } from './tree.mjs';

const FOLDERS = ['shared', 'electron', 'renderer', 'bench'];

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

await command(async (words) => {
  const benches = FOLDERS.flatMap(filesUnder)
    .filter((file) => /\.bench\.(ts|mjs)$/.test(file))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (benches.length === 0) throw new Problem(`No bench has ${words.join(' or ')} in its path.`);
  await setUp();
  let failed = 0;
  for (const bench of benches) {
    say(`\n== ${bench}`);
    const { code } = await run(process.execPath, [await runnable(bench)], { cwd: ROOT, stdio: 'inherit' });
    if (code !== 0) failed++;
  }
  return failed > 0 ? 1 : 0;
});

/** The file that Node can run: a bench in TypeScript is bundled first. */
async function runnable(bench) {
  if (bench.endsWith('.mjs')) return fromRoot(bench);
  const { build } = await import('esbuild');
  const outfile = fromRoot('.cache', 'bench', basename(bench).replace(/\.ts$/, '.mjs'));
  mkdirSync(fromRoot('.cache', 'bench'), { recursive: true });
  await build({
    entryPoints: [fromRoot(bench)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true, // as build/bundle.mjs does
    banner: {
      js: "import { createRequire as bundledCreateRequire } from 'node:module';\nconst require = bundledCreateRequire(import.meta.url);",
    },
    plugins: [modulesKeepTheirUrl],
    logLevel: 'error',
  });
  return outfile;
}
