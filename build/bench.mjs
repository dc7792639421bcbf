// npm run bench: every bench of the project, one after the other; `npm run bench -- cct attach` runs those whose path
// contains one of the words; options go to them (`--full`: longer, more rounds). A bench is a *.bench.ts (bundled for Node) or a bench/*.mjs; it prints its own figures.
import { bundleScript } from './bundleScript.mjs';
import { Problem, command, run, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { filesUnder, fromRoot, ROOT } from './tree.mjs';

const FOLDERS = ['shared', 'electron', 'renderer', 'bench'];

await command(async (args) => {
  const words = args.filter((arg) => !arg.startsWith('--'));
  const options = args.filter((arg) => arg.startsWith('--'));
  const benches = FOLDERS.flatMap(filesUnder)
    .filter((file) => /\.bench\.(ts|mjs)$/.test(file))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (benches.length === 0) throw new Problem(`No bench has ${words.join(' or ')} in its path.`);
  await setUp();
  let failed = 0;
  for (const bench of benches) {
    say(`\n== ${bench}`);
    const script = bench.endsWith('.mjs') ? fromRoot(bench) : await bundleScript(bench, 'bench');
    const { code } = await run(process.execPath, [script, ...options], { cwd: ROOT, stdio: 'inherit' });
    if (code !== 0) failed++;
  }
  return failed > 0 ? 1 : 0;
});
