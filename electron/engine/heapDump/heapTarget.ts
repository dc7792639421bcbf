import { findAttachable } from '../agent/attachAgent.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';

/** A JVM that is asked about its heap, without an agent. @throws SluiceError 'not-found' | 'not-attachable' */
export function heapTarget(pid: number): AttachTarget {
  const { status, startTicks } = findAttachable(pid);
  const { nsPid, euid, egid } = status;
  return { pid, nsPid, startTicks, euid, egid };
}
