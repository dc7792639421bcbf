import type { StdioOptions } from 'node:child_process';
import { statSync } from 'node:fs';
import { SluiceError, UsageError } from '../../shared/base/errors.ts';
import type { DemoSession, MeasurementRequest, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { attachAgent } from './agent/attachAgent.ts';
import { giveUpLaunch, launchAgent } from './agent/launch.ts';
import { compiledMethods } from './attach/compiledMethods.ts';
import { checkRequest, isOfCallTree } from './checkedRequest.ts';
import { Demo } from './demo.ts';
import { splitOptions } from './jvms/javaOptions.ts';
import { JvmEnd } from './jvms/jvmEnd.ts';
import { inspectJvm } from './jvms/jvmProcess.ts';
import { SwapThreads } from './jvms/swapThreads.ts';
import type { OpenSessions } from './openSessions.ts';
import type { LaunchedProgram } from './programLauncher.ts';
import type { MakeInstrumenter } from './revelation/instrumenter.ts';
import { Revelation } from './revelation/revelation.ts';
import type { Session } from './session/session.ts';

/** How programs become sessions: they are attached to, or launched and wait for their first measurement. */
export class Targets {
  readonly #sessions: OpenSessions;
  /** By session: programs that wait for their start. */
  readonly #waitingPrograms = new Map<string, Omit<LaunchedProgram, 'status'>>();
  readonly #attachingPids = new Set<number>();
  #demo: Demo | null = null;
  /** Who asks meanwhile waits for the same one. */
  #startingDemo: Promise<Demo> | null = null;

  constructor(sessions: OpenSessions) {
    this.#sessions = sessions;
  }

  async attach(pid: number): Promise<SessionStatus> {
    this.#sessions.checkOpen();
    if (!Number.isSafeInteger(pid) || pid <= 0) {
      throw new UsageError(`${JSON.stringify(pid)} is no process id.`, 'A positive whole number is needed.');
    }
    const present = this.#sessions.withPid(pid);
    if (present || this.#attachingPids.has(pid)) {
      throw new SluiceError(
        'busy',
        `Process ${pid} is attached already.`,
        'Detach first, or go on with that session.',
      );
    }
    this.#attachingPids.add(pid);
    try {
      const { jvm, target, ...met } = await attachAgent(pid);
      const makeRevelation = revelationOf(pid, () => compiledMethods(target));
      return await this.#sessions.open(
        {
          ...{ pid, mainClass: jvm.mainClass, commandLine: jvm.commandLine.slice(1).join(' ') },
          collector: jvm.collector,
        },
        new JvmEnd(pid),
        met,
        makeRevelation,
      );
    } finally {
      this.#attachingPids.delete(pid);
    }
  }

  async attachDemo(): Promise<DemoSession> {
    this.#sessions.checkOpen();
    if (!this.#demo?.running) {
      this.#startingDemo ??= Demo.start().finally(() => (this.#startingDemo = null));
      this.#demo = await this.#startingDemo;
    }
    const { pid } = this.#demo;
    const present = this.#sessions.withPid(pid);
    return { status: present ? present.status() : await this.attach(pid), roots: Demo.ROOTS };
  }

  async launch(commandLine: string, folder: string): Promise<SessionStatus> {
    if (typeof commandLine !== 'string' || typeof folder !== 'string') {
      throw new UsageError('Launch: command line and folder must be texts.');
    }
    if (folder !== '') checkFolder(folder);
    const stdio: StdioOptions = ['ignore', 2, 2]; // stdout may be a pipe of ours: server/servePipe.ts
    const { status, ...program } = await this.launchCommand(splitOptions(commandLine), stdio, folder);
    program.exitCode.catch(() => {}); // the session tells the end
    this.#waitingPrograms.set(status.sessionId, program);
    const { over } = this.#sessions.get(status.sessionId);
    void over.then(() => this.#waitingPrograms.delete(status.sessionId));
    return status;
  }

  async launchCommand(
    command: readonly string[],
    stdio: StdioOptions,
    folder = '',
  ): Promise<LaunchedProgram> {
    this.#sessions.checkOpen();
    const launched = await launchAgent(command, stdio, folder || undefined);
    const { exitCode, kill, pid, isChild, mainClass, ...met } = launched;
    // Nothing is compiled yet that could tell what will be invoked.
    const makeRevelation = revelationOf(pid, () => Promise.resolve(new Set()));
    const collector = inspectJvm(pid)?.collector ?? '';
    const target = { pid, mainClass, commandLine: command.join(' '), collector };
    const end = new JvmEnd(pid, isChild ? exitCode : null);
    try {
      return { status: await this.#sessions.open(target, end, met, makeRevelation), exitCode, kill };
    } catch (thrown) {
      throw await giveUpLaunch(thrown, launched);
    }
  }

  async start(
    sessionId: string,
    request: MeasurementRequest,
    waitForClasses = false,
  ): Promise<SessionStatus> {
    const session = this.#sessions.get(sessionId);
    const program = this.#waitingPrograms.get(sessionId);
    const waits = waitForClasses || program !== undefined;
    const checked = isOfCallTree(request) ? checkRequest(request, waits) : request;
    if (!program) return session.start(checked, waits);
    this.#waitingPrograms.delete(sessionId);
    try {
      const status = await session.start(checked, waits);
      await session.resumeStartup();
      return status;
    } catch (thrown) {
      if (session.phase === 'attached')
        this.#waitingPrograms.set(sessionId, program); // with other roots, perhaps
      else if (!wasDetached(session)) throw await giveUpLaunch(thrown, program);
      throw thrown;
    }
  }

  stopDemo(): void {
    this.#demo?.stop();
  }
}

function revelationOf(pid: number, compiled: () => Promise<ReadonlySet<string>>): MakeInstrumenter {
  const swapThreads = SwapThreads.ofJvm(pid);
  return (agent, listeners) => new Revelation(agent, listeners, swapThreads, compiled);
}

/** Or is being: the agent lets a program begin that waits. */
function wasDetached({ phase }: Session): boolean {
  return phase === 'detaching' || phase === 'detached';
}

function checkFolder(folder: string): void {
  if (isFolder(folder)) return;
  throw new SluiceError(
    'not-found',
    `There is no folder ${JSON.stringify(folder)}.`,
    'Give an absolute path.',
  );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
