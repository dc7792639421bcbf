import { setTimeout as delay } from 'node:timers/promises';
import { SluiceError } from '../../../shared/base/errors.ts';
import { placeAgentJar, readAgentJar } from './agentJar.ts';
import { obstacleTo, platformObstacle, UNIX_SOCKET_FEATURE, type Obstacle } from '../jvms/attachability.ts';
import { loadAgent } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { untilStarted } from '../attach/jvmStart.ts';
import { currentSelf } from '../jvms/jvmList.ts';
import type { JvmProcess } from '../jvms/jvmFacts.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readProcStatus } from '../jvms/procStatus.ts';
import { Rendezvous, type MetAgent } from './rendezvous.ts';
import type { TargetPlace } from '../jvms/targetUser.ts';
import { userNames } from '../jvms/userNames.ts';

/** Zombie and dead: proc(5), of /proc/PID/status. */
const ENDED_STATES = 'ZX';
/** From the end of `load` to the agent's proof. */
const CALL_BACK_TIMEOUT_MS = 10_000;
/** The same when one of another build has called: an agent calls while it is loaded, so there is hardly a second one. */
const MISMATCH_TIMEOUT_MS = 1_000;

export interface AttachedAgent extends MetAgent {
  readonly jvm: JvmProcess;
  readonly target: AttachTarget;
}

/**
 * Attaches to a running JVM: lays out the rendezvous, lets the JVM load the agent, waits for its proof.
 * @throws SluiceError 'not-found' | 'not-attachable' | 'attach-failed' | 'target-gone' | 'version' | 'io'
 */
export async function attachAgent(pid: number): Promise<AttachedAgent> {
  const jvm = await findStarted(pid);
  const { feature, rootPrefix } = jvm;
  const target = attachTargetOf(jvm);
  const { nsPid, euid, egid } = target;
  const place: TargetPlace = { rootPrefix: rootPrefix ?? '', euid, egid };
  const jar = readAgentJar();
  const rendezvous = await Rendezvous.prepare({
    place,
    buildId: jar.buildId,
    nsPid,
    unixSocket: feature >= UNIX_SOCKET_FEATURE,
  });
  try {
    const jarPath = placeAgentJar(place, jar);
    const loaded = loadAgent(target, jarPath, rendezvous.agentOptions);
    const met = await rendezvous.meet(loaded.then(() => tooLate(rendezvous)));
    return { ...met, jvm, target };
  } catch (thrown) {
    rendezvous.close();
    throw thrown;
  }
}

/** That the JVM has loaded the agent is no success: only the agent's own call is. */
async function tooLate(rendezvous: Rendezvous): Promise<never> {
  const timeoutMs = rendezvous.sawMismatch ? MISMATCH_TIMEOUT_MS : CALL_BACK_TIMEOUT_MS;
  await delay(timeoutMs, undefined, { ref: false });
  throw new SluiceError(
    'attach-failed',
    `The agent was loaded, but did not call back within ${CALL_BACK_TIMEOUT_MS / 1000} s.`,
    'The stderr of the program may say why; a security policy may forbid it to open sockets.',
  );
}

/** @throws SluiceError 'not-found' | 'not-attachable' */
export function findAttachable(pid: number): JvmProcess {
  const { jvm, obstacle } = lookAt(pid);
  if (obstacle) throw refusalOf(jvm, obstacle);
  return jvm;
}

/** As findAttachable, but a JVM that is just starting is waited for. */
async function findStarted(pid: number): Promise<JvmProcess> {
  const young = lookAt(pid).jvm;
  await untilStarted(attachTargetOf(young), () => {
    const { jvm, obstacle } = lookAt(pid);
    if (obstacle && obstacle.cause !== 'still-starting') throw refusalOf(jvm, obstacle);
  });
  return findAttachable(pid);
}

/** @throws SluiceError 'not-found' | 'not-attachable' when no JVM runs there */
function lookAt(pid: number): { readonly jvm: JvmProcess; readonly obstacle: Obstacle | null } {
  const hindrance = platformObstacle();
  if (hindrance !== null) throw new SluiceError('not-attachable', hindrance.why, hindrance.remedy);
  const jvm = inspectJvm(pid);
  if (!jvm) {
    const state = readProcStatus(pid)?.state;
    const exists = state !== undefined && !ENDED_STATES.includes(state); // one that has ended stays until its parent takes its code
    throw new SluiceError(
      exists ? 'not-attachable' : 'not-found',
      exists ? `Process ${pid} runs no JVM.` : `Process ${pid} does not exist.`,
      'See the running JVMs with `sluice list`.',
    );
  }
  const names = userNames();
  return { jvm, obstacle: obstacleTo(jvm, currentSelf(), (uid) => names.get(uid) ?? String(uid)) };
}

function refusalOf({ pid, mainClass }: JvmProcess, { why, remedy }: Obstacle): SluiceError {
  const name = mainClass ? `JVM ${pid} (${mainClass})` : `JVM ${pid}`;
  return new SluiceError('not-attachable', `${name} cannot be attached to. ${why}`, remedy);
}

/** @throws as findAttachable */
export function attachableTarget(pid: number): AttachTarget {
  return attachTargetOf(findAttachable(pid));
}

export function attachTargetOf({ pid, startTicks, status: { nsPid, euid, egid } }: JvmProcess): AttachTarget {
  return { pid, nsPid, startTicks, euid, egid };
}
