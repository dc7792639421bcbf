import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ensure } from '../shared/base/assert.ts';
import { runCli, spawnCli, startRecording } from './fixtures/cli.ts';
import { JDKS, type Jdk } from './fixtures/jdks.ts';
import { LineReader } from './fixtures/lineReader.ts';
import { startTarget, targetCommand } from './fixtures/targets.ts';

/** What is told of the end of a program: why it ended, as far as anybody can know. */

let folder: string;
test.beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-ways-')));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A word of Ending.java, or a signal. */
interface End {
  readonly by: string;
  readonly told: RegExp;
  /** Of the JVM; FOLDER is where it runs. */
  readonly options?: readonly string[];
}

const CRASH = /the JVM crashed: SIGSEGV \(0xb\) at pc=0x\w+( \(sent by kill\))?; /;

const ENDS: readonly End[] = [
  { by: 'quit', told: /the JVM is shutting down: System\.exit was called by Ending\.quit$/m },
  { by: 'last', told: /the JVM is shutting down: its last thread ended$/m },
  { by: 'SIGTERM', told: /the JVM is shutting down: SIGTERM came$/m },
  { by: 'SIGINT', told: /the JVM is shutting down: SIGINT came$/m },
  { by: 'SIGHUP', told: /the JVM is shutting down: SIGHUP came$/m },
  { by: 'SIGSEGV', told: new RegExp(`${CRASH.source}FOLDER/hs_err_pidPID\\.log tells more$`, 'm') },
  {
    by: 'SIGSEGV',
    told: new RegExp(`${CRASH.source}FOLDER/crash-PID%\\.txt tells more$`, 'm'),
    options: ['-XX:ErrorFile=crash-%p%%.txt'],
  },
  {
    by: 'SIGSEGV',
    told: new RegExp(`${CRASH.source}FOLDER/there-PID tells more$`, 'm'),
    options: ['-XX:ErrorFile=FOLDER/there-%p'],
  },
];

/** Nobody but its parent knows more, unless it is looked at before its parent has asked. */
const STRANGERS_ENDS: readonly End[] = [
  { by: 'SIGKILL', told: /the JVM ended without a word of its agent: (UNKNOWN|SIGKILL ended it)$/m },
  { by: 'halt', told: /the JVM ended without a word of its agent: (UNKNOWN|exit code 3)$/m },
];
const UNKNOWN = 'it was killed or halted, or its agent had left; no report of a crash is there';

const PARENTS_ENDS: readonly End[] = [
  {
    by: 'SIGKILL',
    told: /the JVM ended without a word of its agent: exit code 137, as one that SIGKILL ends$/m,
  },
  { by: 'halt', told: /the JVM ended without a word of its agent: exit code 3$/m },
];

/** Where its parent does not ask for it. */
const UNREAPED_ENDS: readonly End[] = [
  { by: 'SIGKILL', told: /the JVM ended without a word of its agent: SIGKILL ended it$/m },
  { by: 'halt', told: /the JVM ended without a word of its agent: exit code 3$/m },
];

const isSignal = (by: string): by is NodeJS.Signals => by.startsWith('SIG');
const jvmArgs = ({ options = [] }: End): string[] =>
  ['-XX:-CreateCoredumpOnCrash', ...options].map((each) => each.replace('FOLDER', folder));
const toldOf = ({ told }: End, pid: number): RegExp =>
  new RegExp(
    told.source.replace('FOLDER', folder).replace('UNKNOWN', UNKNOWN).replace('PID', String(pid)),
    told.flags,
  );
const nameOf = ({ by, options = [] }: End): string => [by, ...options].join(' ');

for (const jdk of JDKS) {
  for (const end of [...ENDS, ...STRANGERS_ENDS]) {
    test(`of a program that was attached to the end by ${nameOf(end)} is told, ${jdk.name}`, async () => {
      const target = await startTarget(jdk, 'Ending', { cwd: folder, jvmArgs: jvmArgs(end) });
      try {
        const recording = await startRecording(target.pid, 'Ending::root', join(folder, 'a.sluice'));
        await target.send('run');
        if (isSignal(end.by)) target.process.kill(end.by);
        else target.process.stdin?.write(`${end.by}\n`);
        const { stderr } = await recording.ended;
        expect(stderr).toMatch(toldOf(end, target.pid));
      } finally {
        await target.stop();
      }
    });
  }

  for (const end of [...ENDS.filter(({ options }) => options === undefined), ...PARENTS_ENDS]) {
    test(`of a program that was launched the end by ${nameOf(end)} is told, ${jdk.name}`, async () => {
      const command = [jdk.tool('java'), ...jvmArgs(end), ...targetCommand(jdk, 'Ending')];
      const options = ['--root', 'Ending::root', '--output', join(folder, 'l.sluice')];
      const tool = spawnCli(['launch', ...options, '--', ...command], undefined, { cwd: folder });
      const [, pid] = await tool.stdout.waitFor(/^READY (\d+)/);
      tool.stdin.write('run\n');
      await tool.stdout.waitFor(/^DONE/);
      if (isSignal(end.by)) process.kill(Number(pid), end.by);
      else tool.stdin.write(`${end.by}\n`);
      await tool.code;
      expect(tool.stderr.text).toMatch(toldOf(end, Number(pid)));
    });
  }

  for (const end of UNREAPED_ENDS) {
    test(`how ${end.by} ended a program whose parent does not ask for it is told, ${jdk.name}`, async () => {
      test.skip(process.platform !== 'linux', 'only Linux tells it');
      const { shell, pid, output } = await startUnreaped(jdk);
      try {
        const recording = await startRecording(pid, 'Ending::root', join(folder, 'u.sluice'));
        shell.stdin.write('run\n');
        await output.waitFor(/^DONE/);
        if (isSignal(end.by)) process.kill(pid, end.by);
        else shell.stdin.write(`${end.by}\n`);
        const { stderr } = await recording.ended;
        expect(stderr).toMatch(end.told);
      } finally {
        shell.kill('SIGKILL');
      }
    });
  }
}

test('a launched program that recorded nothing has its exit code told', async () => {
  const [jdk] = JDKS;
  const launch = async (word: string) => {
    const options = ['--root', 'Nobody::root', '--output', join(folder, 'n.sluice')];
    const tool = spawnCli(['launch', ...options, '--', jdk.tool('java'), ...targetCommand(jdk, 'Ending')]);
    await tool.stdout.waitFor(/^READY/);
    tool.stdin.write(`${word}\n`);
    expect(await tool.code).toBe(4);
    return tool.stderr.text;
  };
  for (const [word, code] of [
    ['quit', 3],
    ['last', 0],
  ] as const) {
    const told = await launch(word);
    expect(told).toMatch(new RegExp(`^the program ended with exit code ${code}$`, 'm'));
    expect(told).toMatch(/^sluice: Nothing was recorded/m);
  }
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`a command that is asked twice to end by ${signal} ends with ${code}`, async () => {
    const target = await startTarget(JDKS[0], 'Ending');
    try {
      const tool = spawnCli([
        'record',
        String(target.pid),
        '--root',
        'Ending::root',
        '-o',
        join(folder, 's.sluice'),
      ]);
      await tool.stderr.waitFor(/^recording/);
      target.process.kill('SIGSTOP'); // so that the stop takes
      tool.kill(signal);
      await expect
        .poll(() => (tool.kill(signal), tool.process.exitCode), { intervals: [500], timeout: 20_000 })
        .not.toBe(null);
      expect(await tool.code, tool.stderr.text).toBe(code);
    } finally {
      await target.stop();
    }
  });
}

test('the exit codes of signals are told by one rule', async () => {
  expect((await runCli(['--help'])).stdout).toContain('128 + n');
});

/** The JVM is the child of a process that became `sleep`, which asks for no child. */
async function startUnreaped(jdk: Jdk) {
  const command = [jdk.tool('java'), ...targetCommand(jdk, 'Ending')];
  const shell = spawn('sh', ['-c', 'exec 3<&0; "$@" <&3 & exec sleep 600', 'sh', ...command], {
    stdio: 'pipe',
  });
  const output = new LineReader(shell.stdout);
  const [, pid] = await output.waitFor(/^READY (\d+)/);
  return { shell, output, pid: Number(ensure(pid, 'pid')) };
}
