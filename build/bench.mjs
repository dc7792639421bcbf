// npm run bench: every bench of the project, one after the other; `npm run bench -- cct attach` runs those whose path
// contains one of the words; options go to them (`--full`: longer, more rounds). A bench is a *.bench.ts (bundled for Node) or a bench/*.mjs; it prints its own figures.
// `--beside=FOLDER --rounds=5`: in turn with the same bench of another checkout, medians of both.
import { benchBeside, otherCheckout, otherScript } from './benchBeside.mjs';
import { bundleScript } from './bundleScript.mjs';
import { Problem, command, run, say } from './command.mjs';
import { setUp } from './setup.mjs';
import { filesUnder, fromRoot, ROOT } from './tree.mjs';

const FOLDERS = ['shared', 'electron', 'renderer', 'bench'];

await command(async (args) => {
  const words = args.filter((arg) => !arg.startsWith('--'));
  const value = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const other = value('beside') === undefined ? null : otherCheckout(value('beside'));
  const rounds = Number(value('rounds') ?? 5);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Problem(`--rounds=${value('rounds')} is no number of rounds: 1 or more are needed.`);
  const options = args.filter((arg) => arg.startsWith('--') && !/^--(beside|rounds)=/.test(arg));
  const benches = FOLDERS.flatMap(filesUnder)
    .filter((file) => /\.bench\.(ts|mjs)$/.test(file))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (benches.length === 0) throw new Problem(`No bench has ${words.join(' or ')} in its path.`);
  await setUp();
  let failed = 0;
  for (const bench of benches) {
    say(`\n== ${bench}`);
    const script = bench.endsWith('.mjs') ? fromRoot(bench) : await bundleScript(bench, 'bench');
    if (other !== null) {
      const scripts = [script, await otherScript(other, bench)];
      say(await benchBeside(scripts, [ROOT, other], rounds, options));
      continue;
    }
    const { code } = await run(process.execPath, [script, ...options], { cwd: ROOT, stdio: 'inherit' });
    if (code !== 0) failed++;
  }
  return failed > 0 ? 1 : 0;
});
