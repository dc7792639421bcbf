import { setTimeout as delay } from 'node:timers/promises';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { checkLoadReply } from './attachReply.ts';
import { AttachSocket } from './attachSocket.ts';
import type { AttachTarget } from './attachTarget.ts';
import { untilStarted } from './jvmStart.ts';
import { createTrigger, removeStaleTriggers, type Trigger } from './attachTrigger.ts';
import { readProcStatus, readStartTicks } from '../jvms/procStatus.ts';
import { removedAtExit } from '../process/removedAtExit.ts';

/**
 * HotSpot's attach protocol, spoken from Node (no JDK needed on our side):
 *
 *     wait until a young JVM has started (jvmStart.ts)
 *     create .attach_pidN in the target's working directory, else in its /tmp
 *     SIGQUIT; the signal handler finds the file and starts the attach listener (without the file it prints a thread
 *       dump; without a handler the process dies, so SigCgt is looked at before every signal)
 *     the listener makes /tmp/.java_pidN; delete .attach_pidN; connect
 *     send "1\0load\0instrument\0false\0jar=options\0"; read the answer to the end
 *
 * N is the pid in the target's own namespace; its files are reached through /proc/PID/root.
 * Sources: HotSpot os/posix/attachListener_posix.cpp, jdk.attach VirtualMachineImpl.java (linux).
 */
export interface AttachDeadlines {
  /** From the first signal to the attach socket. */
  readonly socketMs: number;
  /** From the command to the end of its answer. */
  readonly replyMs: number;
}

const DEADLINES: AttachDeadlines = { socketMs: 10_000, replyMs: 15_000 };
/** Version 1 of the protocol reads arguments into buffers of 1,024 bytes and closes without a word beyond. */
const ARGUMENT_LIMIT_BYTES = 1024;
const REPLY_LIMIT_BYTES = 65_536;
const GOOD = Buffer.from('0\n');
const FIRST_POLL_MS = 1;
const LONGEST_POLL_MS = 100;

/**
 * Lets the JVM load a Java agent. That it answers well does not mean that the agent works: success is the agent's own
 * authenticated call back (agentListener.ts).
 * @param jarPath as the target sees it
 */
export async function loadAgent(
  target: AttachTarget,
  jarPath: string,
  options: string,
  deadlines: AttachDeadlines = DEADLINES,
): Promise<void> {
  const command = encodeLoad(jarPath, options);
  checkLoadReply((await ask(target, command, deadlines, REPLY_LIMIT_BYTES)).toString('utf8'));
}

/**
 * Sends a diagnostic command, as the JDK's jcmd does, and answers its text; '' if the JVM knows no such command.
 * @param limitBytes a longer answer is refused
 */
export async function diagnose(
  target: AttachTarget,
  command: string,
  limitBytes: number,
  replyMs = DEADLINES.replyMs,
): Promise<string> {
  return (await diagnoseBytes(target, command, limitBytes, replyMs)).toString('utf8');
}

/** As diagnose, for an answer so long that its text is made elsewhere. */
export function diagnoseBytes(
  target: AttachTarget,
  command: string,
  limitBytes: number,
  replyMs: number,
): Promise<Buffer> {
  return operate(target, ['jcmd', command], limitBytes, replyMs);
}

/** Asks for the operation `dumpheap`. The file is complete as it answers. @param path as the target sees it */
export async function askForDump(
  target: AttachTarget,
  path: string,
  live: boolean,
  replyMs: number,
): Promise<string> {
  if (Buffer.byteLength(path) >= ARGUMENT_LIMIT_BYTES)
    throw new SluiceError(
      'attach-failed',
      `The path of the heap dump takes ${Buffer.byteLength(path)} bytes; a JVM reads less than ${ARGUMENT_LIMIT_BYTES}.`,
      'Use a shorter path.',
    );
  const reply = await operate(
    target,
    ['dumpheap', path, live ? '-live' : '-all'],
    REPLY_LIMIT_BYTES,
    replyMs,
  );
  return reply.toString('utf8');
}

/** An operation of version 1 has three arguments. @returns nothing if the JVM knows no such operation */
async function operate(
  target: AttachTarget,
  [operation, first = '', second = '']: readonly string[],
  limitBytes: number,
  replyMs: number,
): Promise<Buffer> {
  const request = Buffer.from(['1', operation, first, second, '', ''].join('\0'));
  const reply = await ask(target, request, { ...DEADLINES, replyMs }, limitBytes);
  return reply.subarray(0, 2).equals(GOOD) ? reply.subarray(2) : Buffer.alloc(0);
}

function encodeLoad(jarPath: string, options: string): Buffer {
  const agent = `${jarPath}=${options}`;
  if (Buffer.byteLength(agent) >= ARGUMENT_LIMIT_BYTES) {
    throw new SluiceError(
      'attach-failed',
      `Path of the agent jar and its options take ${Buffer.byteLength(agent)} bytes; a JVM reads less than ${ARGUMENT_LIMIT_BYTES}.`,
      'Use a shorter TMPDIR.',
    );
  }
  return Buffer.from(['1', 'load', 'instrument', 'false', agent, ''].join('\0'));
}

async function ask(
  target: AttachTarget,
  command: Buffer,
  deadlines: AttachDeadlines,
  replyLimitBytes: number,
): Promise<Buffer> {
  const socket = holdAttachSocket(target);
  try {
    await openAttachSocket(target, socket, deadlines.socketMs);
    return await exchange(target, socket, command, deadlines.replyMs, replyLimitBytes);
  } finally {
    socket.close();
  }
}

/** @throws SluiceError('target-gone' | 'attach-failed') */
function holdAttachSocket(target: AttachTarget): AttachSocket {
  try {
    return AttachSocket.of(target);
  } catch (thrown) {
    checkAlive(target);
    throw new SluiceError(
      'attach-failed',
      `The temporary folder of process ${target.pid} could not be opened: ${messageOf(thrown)}.`,
      'Start the program with `sluice launch`.',
      { cause: thrown },
    );
  }
}

/** Makes the JVM open its attach socket if it is not there. */
async function openAttachSocket(
  target: AttachTarget,
  socket: AttachSocket,
  timeoutMs: number,
): Promise<void> {
  await socket.removeStale();
  if (socket.exists()) {
    removeStaleTriggers(target);
    return;
  }
  await untilStarted(target, () => checkHearsQuit(target));
  const trigger = makeTrigger(target);
  let forget = (): void => {};
  try {
    if (socket.exists()) return; // it was made while the JVM started
    if (trigger.othersForMs > 0) {
      if (await socketWithin(target, socket, trigger.othersForMs)) return;
      trigger.renew();
    }
    forget = removedAtExit(trigger.remove); // whoever ends this process meanwhile leaves no file behind
    sendQuit(target);
    if (await socketWithin(target, socket, timeoutMs)) return;
    throw new SluiceError(
      'attach-failed',
      `The JVM ${target.pid} did not open its attach socket within ${timeoutMs / 1000} s.`,
      'It may be hung or out of memory, or a tool that cleans /tmp removed the socket of an old JVM. Try again, or restart the program with `sluice launch`.',
    );
  } finally {
    forget();
    trigger.remove();
  }
}

async function socketWithin(target: AttachTarget, socket: AttachSocket, timeoutMs: number): Promise<boolean> {
  const startMs = performance.now();
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
    await delay(pollMs);
    if (socket.exists()) return true;
    checkAlive(target);
    if (performance.now() - startMs > timeoutMs) return false;
  }
}

/** @throws SluiceError('target-gone' | 'attach-failed') */
function makeTrigger(target: AttachTarget): Trigger {
  try {
    return createTrigger(target);
  } catch (thrown) {
    checkAlive(target);
    throw thrown;
  }
}

/**
 * SIGQUIT, after a look at what would become of it. It is sent once: a JVM that has started loses none, and one that listens
 * already when it comes to the second prints all its threads, trigger or not (HotSpot os.cpp, signal_thread_entry). So what another
 * tool has asked is waited for.
 */
function sendQuit(target: AttachTarget): void {
  checkHearsQuit(target);
  process.kill(target.pid, 'SIGQUIT');
}

/** @throws SluiceError('target-gone' | 'not-attachable') */
function checkHearsQuit(target: AttachTarget): void {
  const status = checkAlive(target);
  if (status.state === 'T' || status.state === 't') {
    throw new SluiceError(
      'not-attachable',
      `Process ${target.pid} is stopped, by a signal or by a debugger.`,
      `Let it go on (kill -CONT ${target.pid}), then attach.`,
    );
  }
  if (!status.catchesQuit) {
    throw new SluiceError(
      'not-attachable',
      `Process ${target.pid} has no handler for SIGQUIT: it is still starting, or was started with -Xrs. The signal would end it, so it was not sent.`,
      'Try again in a moment, or start the program with `sluice launch`.',
    );
  }
}

/** The status of the very process that was chosen. @throws SluiceError('target-gone') */
function checkAlive(target: AttachTarget): NonNullable<ReturnType<typeof readProcStatus>> {
  const status = readProcStatus(target.pid);
  if (!status || status.state === 'Z' || readStartTicks(target.pid) !== target.startTicks) {
    throw new SluiceError('target-gone', `Process ${target.pid} ended while Sluice attached to it.`);
  }
  return status;
}

/** Sends one command and reads the answer to its end. */
function exchange(
  target: AttachTarget,
  attachSocket: AttachSocket,
  command: Buffer,
  timeoutMs: number,
  limitBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const socket = attachSocket.connect();
    const finish = (error: SluiceError | null): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const timer = setTimeout(() => {
      const stopped = readProcStatus(target.pid)?.state === 'T';
      finish(
        new SluiceError(
          'attach-failed',
          `The JVM ${target.pid} did not answer the attach command within ${timeoutMs / 1000} s${stopped ? ': it is stopped' : ''}.`,
          stopped
            ? `Let it go on: kill -CONT ${target.pid}.`
            : 'It may be hung or busy with garbage collection.',
        ),
      );
    }, timeoutMs);
    socket.on('connect', () => socket.write(command));
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= limitBytes) chunks.push(chunk);
      else finish(new SluiceError('attach-failed', `The attach answer exceeds ${limitBytes} bytes.`));
    });
    socket.on('end', () => finish(null));
    socket.on('error', (error) => {
      const gone = readStartTicks(target.pid) !== target.startTicks;
      finish(
        gone
          ? new SluiceError('target-gone', `Process ${target.pid} ended while Sluice attached to it.`)
          : new SluiceError(
              'attach-failed',
              `The attach socket ${attachSocket.path} of the JVM failed: ${error.message}.`,
              'A security module may forbid it, or the JVM is ending. Try again, or use `sluice launch`.',
            ),
      );
    });
  });
}
