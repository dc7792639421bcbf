import type { AttachFlags } from './javaOptions.ts';

/** One running JVM with all that decides whether and how it can be attached to. */
export interface JvmProcess {
  readonly pid: number;
  readonly startTicks: number;
  readonly uptimeMs: number;
  readonly status: ProcStatus;
  readonly commandLine: readonly string[];
  readonly mainClass: string;
  readonly javaVersion: string;
  /** 17 for 17.0.15; 0 when unknown. */
  readonly feature: number;
  readonly vmName: string;
  /** Its garbage collector: G1, Serial, Parallel, ZGC, Shenandoah; "" when unknown. */
  readonly collector: string;
  readonly kind: VirtualMachineKind;
  readonly flags: AttachFlags;
  /** First character of sun.rt.jvmCapabilities: attach supported; null when the JVM keeps no performance data. */
  readonly attachCapability: boolean | null;
  /** Why the performance data were not read, where something else lies in their place; else "". */
  readonly perfDataRefusal: string;
  /**
   * What leads to the target's own file system: "" when it is ours too, else /proc/PID/root.
   * null: not readable by us.
   */
  readonly rootPrefix: string | null;
  readonly container: boolean;
  readonly sharesNetwork: boolean;
  /** The attach listener's socket is there already: no signal is needed. */
  readonly attachSocketExists: boolean;
  /** See attachSocketHindrance; "" when the socket is there already. */
  readonly attachSocketHindrance: string;
  /** Its working folder was deleted before it had opened a file by java.nio.file, so that its first one fails. */
  readonly lostWorkingFolder: boolean;
}

export type VirtualMachineKind = 'hotspot' | 'openj9' | 'native-image' | 'none';

/** What the operating system tells of a process. */
export interface ProcStatus {
  /** R running, S sleeping, T stopped by a signal, t stopped by a debugger, Z ended and not yet reaped ... */
  readonly state: string;
  readonly euid: number;
  readonly egid: number;
  /** The pid inside its own (innermost) pid namespace: the number the process itself knows. */
  readonly nsPid: number;
  /** A handler is installed for SIGQUIT. Without one the signal kills: see attach.ts. */
  readonly catchesQuit: boolean;
}
