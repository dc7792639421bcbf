import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { ensure } from '../../shared/base/assert.ts';
import { pictureFrom, pictureOf } from '../fixtures/callTreePicture.ts';
import { reportOf, spawnCli, type RunningCli } from '../fixtures/cli.ts';
import { JDKS, type Jdk } from '../fixtures/jdks.ts';
import type { LineReader } from '../fixtures/lineReader.ts';
import { isAlive } from '../fixtures/processState.ts';
import { startTarget, targetCommand } from '../fixtures/targets.ts';
import { expectAccounted } from './accounted.ts';

/** A program ends by itself while it is recorded: all that it called is counted, or told as a loss. */

const SCHEMES = ['lazy', 'eager', 'everything'];
const WAYS = ['attached to', 'launched'] as const;

const HOOKS = `
ShutdownHooks.root 510
  ShutdownHooks.leaf 510
ShutdownHooks.outer 400
  ShutdownHooks$LoadedByHook.late 400
    ShutdownHooks.root 400
      ShutdownHooks.leaf 400
`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-ends-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  for (const way of WAYS) {
    for (const scheme of SCHEMES) {
      const name = `${jdk.name}, ${way}, scheme ${scheme}`;
      const options = ['--scheme', scheme, '--clock', 'none', '--count-trivial', 'off'];

      test(`calls in shutdown hooks are counted, ${name}`, async () => {
        const roots = ['--root', 'ShutdownHooks::root', '--root', 'ShutdownHooks::outer', ...options];
        const program = await recorded(jdk, way, 'ShutdownHooks', roots);
        await program.send('run');
        await program.send('exit');
        const report = await program.report();
        expect(pictureOf(report.roots)).toEqual(pictureFrom(HOOKS));
        expect(report).toMatchObject({ complete: true, losses: [] });
      });

      test(`a class load that the tool was too late for is told when the program ends, ${name}`, async () => {
        const program = await recorded(jdk, way, 'LastClass', ['--root', 'LastClass::root', ...options]);
        await program.send('run');
        program.tool.kill('SIGSTOP');
        await program.send('run');
        program.tool.kill('SIGCONT');
        await program.send('exit');
        const { complete, losses } = await program.report();
        // Lazily it came before what calls it was revealed: that call did not wait.
        const loss =
          scheme === 'lazy' ? /^1 wait at a first call ran out$/ : /^1 class load did not get its answer$/;
        expect({ complete, losses }).toEqual({
          complete: false,
          losses: expect.arrayContaining([expect.stringMatching(loss)]) as string[],
        });
      });

      if (scheme === 'lazy') {
        test(`a class that no root reaches costs no trust where the tool was too late for it, ${name}`, async () => {
          const program = await recorded(jdk, way, 'LastClass', ['--root', 'LastClass::root', ...options]);
          await program.send('run');
          program.tool.kill('SIGSTOP');
          await program.send('other');
          program.tool.kill('SIGCONT');
          await program.send('exit');
          expect(await program.report()).toMatchObject({ complete: true, losses: [] });
        });
      }

      test(`a program that ends while the tool stands still is told so, and all of it is there, ${name}`, async () => {
        const program = await recorded(jdk, way, 'LastClass', ['--root', 'LastClass::root', ...options]);
        await program.send('run');
        await program.send('run');
        program.tool.kill('SIGSTOP');
        await program.send('exit');
        await program.ended();
        program.tool.kill('SIGCONT');
        const report = await program.report();
        expect(program.tool.stderr.text).toContain('the JVM is shutting down');
        expect(report.methods.find(({ method }) => method === 'leaf')?.calls).toBe(1000);
        expect(report).toMatchObject({ complete: true, losses: [] });
      });
    }
  }
}

/** A target that records until it ends. */
interface RecordedProgram {
  readonly tool: RunningCli;
  ended(): Promise<void>;
  /** A word of Target.java; "exit" is not answered. */
  send(word: string): Promise<void>;
  /** What was recorded, once the tool has ended. */
  report(): ReturnType<typeof reportOf>;
}

async function recorded(
  jdk: Jdk,
  way: (typeof WAYS)[number],
  target: string,
  options: readonly string[],
): Promise<RecordedProgram> {
  const file = join(mkdtempSync(join(folder, 'recorded-')), 'all.sluice');
  const output = ['--output', file];
  if (way === 'launched') {
    const command = [jdk.tool('java'), ...targetCommand(jdk, target)];
    const tool = spawnCli(['launch', ...options, ...output, '--', ...command]);
    const [, pid] = await tool.stdout.waitFor(/^READY (\d+)/);
    return programOf(tool, file, Number(pid), tool.stdin, tool.stdout);
  }
  const { pid, process, output: lines } = await startTarget(jdk, target);
  const tool = spawnCli(['record', String(pid), ...options, ...output]);
  await tool.stderr.waitFor(/^recording/);
  return programOf(tool, file, pid, ensure(process.stdin, 'stdin of the target'), lines);
}

function programOf(
  tool: RunningCli,
  file: string,
  pid: number,
  stdin: Writable,
  output: LineReader,
): RecordedProgram {
  return {
    tool,
    ended: () => waitUntil(() => !isAlive(pid), 'the end of the program'),
    async send(word) {
      stdin.write(`${word}\n`);
      if (word !== 'exit') await output.waitFor(/^DONE$/);
    },
    async report() {
      expect(await tool.code, tool.stderr.text).toBe(0);
      expectAccounted(tool.stderr.text);
      return reportOf(file);
    },
  };
}
