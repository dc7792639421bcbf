import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runCli, startRecording } from '../fixtures/cli.ts';
import { LineReader } from '../fixtures/lineReader.ts';

/** How a program ended, and what it printed. */
export interface Ending {
  readonly code: number;
  readonly stdout: string;
}

export interface ProgramCommand {
  readonly java: string;
  /** All arguments but the words of Target.java. */
  readonly args: readonly string[];
}

export interface HowRecorded {
  readonly roots: readonly string[];
  readonly scheme: string;
  readonly file: string;
}

/** Launched programs are recorded without a clock, where most exits are no words; those attached to with the usual one. */
const UNTIMED = ['--clock', 'none'];
/** Before the recorded work the program does something else. */
const WORDS = ['other', 'run'];
/** The oracle keeps the JVM from compiling: programs are slow. */
const LIMIT_MS = 900_000;

export async function runBare({ java, args }: ProgramCommand): Promise<Ending> {
  const program = spawn(java, [...args, ...WORDS], { stdio: ['ignore', 'pipe', 'ignore'] });
  const stdout = new LineReader(program.stdout);
  const [code] = (await once(program, 'close')) as [number | null];
  return { code: code ?? -1, stdout: comparable(stdout.text) };
}

export async function recordLaunchedProgram(
  { java, args }: ProgramCommand,
  { roots, scheme, file }: HowRecorded,
): Promise<Ending> {
  const options = [...rootOptions(roots), '--scheme', scheme, ...UNTIMED, '--output', file];
  const { code, stdout, stderr } = await runCli(
    ['launch', ...options, '--', java, ...args, ...WORDS],
    LIMIT_MS,
  );
  if (code === -1) throw new Error(`sluice launch did not end: ${stderr}`);
  return { code, stdout: comparable(stdout) };
}

export async function recordAttachedProgram(
  { java, args }: ProgramCommand,
  { roots: [root, ...more], scheme, file }: HowRecorded,
): Promise<Ending> {
  const program = spawn(java, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(program, 'close') as Promise<[number | null]>;
  const stdout = new LineReader(program.stdout);
  const obey = async (word: string): Promise<void> => {
    program.stdin.write(`${word}\n`);
    await stdout.waitFor(/^DONE$/, LIMIT_MS);
  };
  try {
    const [, pid] = await stdout.waitFor(/^READY (\d+)/);
    await obey(WORDS[0]);
    const options = [...rootOptions(more), '--scheme', scheme, '--wait-for-roots'];
    const recording = await startRecording(Number(pid), root, file, options);
    for (const word of WORDS.slice(1)) await obey(word);
    const { code, stderr } = await recording.stop();
    if (code !== 0) throw new Error(`sluice record ended with ${code}: ${stderr}`);
    program.stdin.end();
    const [exitCode] = await closed;
    return { code: exitCode ?? -1, stdout: comparable(stdout.text) };
  } finally {
    program.kill('SIGKILL');
  }
}

function rootOptions(roots: readonly string[]): string[] {
  return roots.flatMap((root) => ['--root', root]);
}

/** Without the pid, and without the uptime before what the JVM itself prints. */
function comparable(stdout: string): string {
  return stdout
    .replace(/^READY \d+/, 'READY')
    .replace(/^\[\d+\.\d+s\]/gm, '')
    .trimEnd();
}
