import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installedFile } from '../../engine/process/installation.ts';

/** The command line as a process of its own. */
export interface CliProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  out: string;
  err: string;
}

/** Builds it beside dist/, where it finds the agent as the built one does. @returns the script, to be removed at the end */
export async function buildCli(name: string): Promise<string> {
  const script = installedFile(`try/${name}.test.mjs`);
  await build({
    ...{ entryPoints: [join(import.meta.dirname, '../sluice.ts')], outfile: script },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return script;
}

export function running(child: ChildProcess): CliProcess {
  const run: CliProcess = {
    process: child,
    ended: new Promise((resolve) => child.once('close', resolve)),
    out: '',
    err: '',
  };
  child.stdout?.on('data', (chunk: Buffer) => (run.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (run.err += chunk.toString()));
  return run;
}
