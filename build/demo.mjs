import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Problem, run, say } from './command.mjs';
import { findJdks } from './java.mjs';
import { fromRoot, hashOf } from './tree.mjs';

const SOURCE = 'e2e/targets/Demo.java';
const OUTPUT = fromRoot('dist', 'demo');
/** The demo runs on the same JVMs as the agent. */
const RELEASE = '11';

/** Compiles the program that `npm start -- --demo` profiles into dist/demo. */
export async function buildDemo({ quiet = true } = {}) {
  const stamp = join(OUTPUT, 'source.hash');
  const hash = hashOf([SOURCE]);
  const isWhole = existsSync(join(OUTPUT, basename(SOURCE))) && existsSync(stamp);
  if (isWhole && readFileSync(stamp, 'utf8') === hash) return;
  if (!quiet) say('Compiling the demo program');
  const [jdk] = findJdks();
  mkdirSync(dirname(OUTPUT), { recursive: true });
  const fresh = mkdtempSync(`${OUTPUT}-`);
  try {
    const args = ['--release', RELEASE, '-g', '-d', fresh, fromRoot(SOURCE)];
    const { code, output } = await run(jdk.javac, args, { capture: true });
    if (code !== 0) throw new Problem(`${SOURCE} could not be compiled by ${jdk.home}:\n${output}`);
    // So that its methods can be looked at.
    copyFileSync(fromRoot(SOURCE), join(fresh, basename(SOURCE)));
    writeFileSync(join(fresh, 'source.hash'), hash);
    rmSync(OUTPUT, { recursive: true, force: true });
    renameSync(fresh, OUTPUT);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
