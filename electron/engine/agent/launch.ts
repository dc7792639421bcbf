import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { archiveOptions, namesClassArchive } from './classArchive.ts';
import { placeAgentJar, readAgentJar } from './agentJar.ts';
import { jvmOptionPrefix } from './jdkLauncher.ts';
import { exitCodeOfSignal, exitCodeText } from '../jvms/exitCodeText.ts';
import { UNIX_SOCKET_FEATURE } from '../jvms/attachability.ts';
import { featureVersionOf, splitJavaCommand } from '../jvms/javaOptions.ts';
import { startedMain } from '../jvms/startedMain.ts';
import { javaVersionIn } from '../jvms/jdkHome.ts';
import { Rendezvous, type MetAgent } from './rendezvous.ts';
import { ownPlace } from '../jvms/targetUser.ts';

export interface LaunchedAgent extends MetAgent {
  readonly pid: number;
  readonly mainClass: string;
  /** The JVM is the command itself; a script starts another process. */
  readonly isChild: boolean;
  /** Exit code of the program; 128 + n when signal n ended it. */
  readonly exitCode: Promise<number>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** The program ended before its agent called. */
export class EndedEarly extends SluiceError {
  constructor(
    readonly exitCode: number,
    remedy: string,
  ) {
    super(
      'target-gone',
      `The program ended with ${exitCodeText(exitCode)}, before the profiler was in it.`,
      remedy,
    );
  }
}

/** The agent was lost before it recorded: it let the program begin, which is not ended for our sake. */
export class RunsUnrecorded extends SluiceError {
  constructor(
    cause: SluiceError,
    readonly exitCode: Promise<number>,
  ) {
    super(
      cause.code,
      `${cause.message} The program runs on without Sluice: its main method may have begun.`,
      'Launch it again to record it.',
      { cause },
    );
  }
}

/** A program that has ended is known to have within this time after its connection. */
const ENDING_MS = 500;

/**
 * What becomes of a launched program whose recording could not begin: it is ended, as its main method waits, unless the connection
 * has broken, for then the agent lets it begin.
 * @returns the error to be told
 */
export async function giveUpLaunch(
  thrown: unknown,
  { exitCode, kill }: Pick<LaunchedAgent, 'exitCode' | 'kill'>,
): Promise<unknown> {
  const isLost =
    thrown instanceof SluiceError && (thrown.code === 'target-gone' || thrown.code === 'protocol');
  if (isLost && (await Promise.race([exitCode.then(() => false), delay(ENDING_MS, true)]))) {
    return new RunsUnrecorded(thrown, exitCode);
  }
  kill('SIGKILL');
  return thrown;
}

const NO_JVM = 'Check that it starts a JVM of version 11 or later: what it says itself tells more.';
const NO_JAVA_IN_SCRIPT =
  'A command that is no launcher of the JDK gets the profiler by JDK_JAVA_OPTIONS, which only `java` reads: let it start `java`, ' +
  'version 11 or later, with its environment kept, or write the java command itself after --.';

/** A JVM on a slow disk takes seconds; a script in front of it may take longer. */
const CALL_TIMEOUT_MS = 60_000;

/**
 * Starts a Java program with the agent in it. The agent holds `main` back until resumeStartup(). A launcher of the JDK gets
 * -javaagent as its first option; any other command (a script) gets it by JDK_JAVA_OPTIONS, and the first JVM that
 * starts under it is the one.
 * @param folder where it runs; ours when there is none
 */
export async function launchAgent(
  command: readonly string[],
  stdio: StdioOptions,
  folder?: string,
): Promise<LaunchedAgent> {
  const [program, ...rest] = command;
  if (program === undefined) {
    throw new UsageError('There is no command to launch.', 'Write it after --: -- java -jar app.jar');
  }
  const optionPrefix = jvmOptionPrefix(program);
  const isLauncher = optionPrefix !== null;
  const feature = isLauncher ? featureOf(program) : 0;
  const place = ownPlace();
  const jar = readAgentJar();
  const rendezvous = await Rendezvous.prepare({
    place,
    buildId: jar.buildId,
    nsPid: null,
    unixSocket: feature >= UNIX_SOCKET_FEATURE,
  });
  let child: ChildProcess | null = null;
  let exitCode: Promise<number> | null = null;
  const kill = (signal: NodeJS.Signals): void => void child?.kill(signal);
  try {
    const agentOption = `-javaagent:${placeAgentJar(place, jar)}=${rendezvous.agentOptions}`;
    const options = process.env['JDK_JAVA_OPTIONS'];
    const ofArchive = namesClassArchive(rest, process.env) ? archiveOptions(feature, process.env) : [];
    const ours = [...ofArchive, agentOption].map((option) => `${optionPrefix}${option}`);
    child = isLauncher
      ? spawn(program, [...ours, ...rest], { stdio, cwd: folder })
      : spawn(program, rest, {
          stdio,
          cwd: folder,
          env: { ...process.env, JDK_JAVA_OPTIONS: options ? `${options} ${agentOption}` : agentOption },
        });
    exitCode = exitCodeOf(child, program);
    const met = await rendezvous.meet(endOrTimeout(exitCode, isLauncher ? NO_JVM : NO_JAVA_IN_SCRIPT));
    const mainClass = optionPrefix === '' ? startedMain(splitJavaCommand(rest).main) : basename(program);
    const { pid } = met.agent;
    return { ...met, pid, isChild: pid === child.pid, mainClass, exitCode, kill };
  } catch (thrown) {
    rendezvous.close();
    throw exitCode === null ? thrown : await giveUpLaunch(thrown, { exitCode, kill });
  }
}

const WHY_NOT_STARTED: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such program, or no such folder to run it in'],
  ['EACCES', 'it may not be executed'],
]);

function exitCodeOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UsageError(
          `The command ${program} could not be started: ${WHY_NOT_STARTED.get(error.code ?? '') ?? error.message}.`,
          'Give a program that PATH finds, or its whole path.',
        ),
      ),
    );
    child.once('exit', (code, signal) => resolve(code ?? (signal ? exitCodeOfSignal(signal) : 0)));
  });
}

/** @param remedy where it ends */
function endOrTimeout(exitCode: Promise<number>, remedy: string): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => {
      reject(
        new SluiceError(
          'attach-failed',
          `No JVM with the agent called within ${CALL_TIMEOUT_MS / 1000} s.`,
          'Write the java command itself after --, or a script that starts java with its environment kept.',
        ),
      );
    }, CALL_TIMEOUT_MS);
    timer.unref();
    exitCode.then((code) => reject(new EndedEarly(code, remedy)), reject).finally(() => clearTimeout(timer));
  });
}

/** Feature version of the JDK that `program` belongs to; 0 when it cannot be told (a wrapper script). */
function featureOf(program: string): number {
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    try {
      const path = join(folder, program);
      accessSync(path, constants.X_OK);
      return featureVersionOf(javaVersionIn(dirname(dirname(realpathSync(path)))));
    } catch {
      // Not in this folder.
    }
  }
  return 0;
}
