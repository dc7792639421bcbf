import type { JvmNotice } from '../../../shared/ipc/engineApi.ts';
import type { JvmProcess } from './jvmFacts.ts';

/** Oldest JDK the agent runs on. */
const OLDEST_FEATURE = 11;
/** From here on the agent can dial a Unix socket (JEP 380); before, it needs the loopback interface. */
export const UNIX_SOCKET_FEATURE = 16;
/** From here on the JVM warns about late agents (JEP 451). */
const DYNAMIC_AGENT_WARNING_FEATURE = 21;
/** Up to here the first hot swap after a late attach throws all compiled code away. */
const RECOMPILING_FEATURE = 17;
/** After this time a JVM has started: without a SIGQUIT handler by then it does not get one any more. */
export const STARTING_MS = 10_000;

/** Each cause by a name that scripts can rely on (`sluice doctor --format json`). */
export type ObstacleCause =
  | 'other-user'
  | 'other-group'
  | 'proc-closed'
  | 'openj9'
  | 'native-image'
  | 'no-jvm'
  | 'still-starting'
  | 'stopped'
  | 'java-too-old'
  | 'attach-disabled'
  | 'agents-forbidden'
  | 'other-network'
  | 'no-quit-handler'
  | 'tmp-closed'
  | 'no-working-folder'
  | 'platform';

/** Why not, and what to do about it. */
export interface Obstacle {
  readonly cause: ObstacleCause;
  readonly why: string;
  readonly remedy: string;
}

const launchInstead =
  'Start the program with the profiler in it instead: sluice launch --root PATTERN -o FILE -- java ...';

/** What forbids attaching to any process of this system; null when nothing does. @param platform as Node names it */
export function platformObstacle(platform = process.platform): Obstacle | null {
  if (platform === 'linux' || platform === 'darwin') return null;
  const name = platform === 'win32' ? 'Windows' : platform;
  return {
    cause: 'platform',
    why: `On ${name} running JVMs are neither listed nor attached to yet.`,
    remedy: `${launchInstead} Recordings can be opened, compared and converted here.`,
  };
}

/** Who we are: the effective user and group of the tool. */
export interface Self {
  readonly euid: number;
  readonly egid: number;
}

/** What forbids attaching to this JVM now; null when nothing does. */
export function obstacleTo(jvm: JvmProcess, self: Self, userName: (uid: number) => string): Obstacle | null {
  return (
    obstacleOfRights(jvm, self, userName) ??
    obstacleOfKind(jvm) ??
    obstacleOfFlags(jvm) ??
    obstacleOfPlaces(jvm, userName)
  );
}

/** Who we are to the JVM. */
function obstacleOfRights(jvm: JvmProcess, self: Self, userName: (uid: number) => string): Obstacle | null {
  const { status } = jvm;
  if (self.euid !== 0 && status.euid !== self.euid) {
    const owner = userName(status.euid);
    return {
      cause: 'other-user',
      why: `It belongs to user ${owner}, and you are ${userName(self.euid)}.`,
      remedy: status.euid === 0 ? 'Run Sluice as root.' : `Run Sluice as ${owner} or as root.`,
    };
  }
  if (self.euid !== 0 && status.egid !== self.egid) {
    return {
      cause: 'other-group',
      why: `It runs in group ${status.egid}, and you in ${self.egid}: the JVM refuses that.`,
      remedy: 'Run Sluice in the same group or as root.',
    };
  }
  if (jvm.rootPrefix === null) {
    return {
      cause: 'proc-closed',
      why: `The system does not let us look into /proc/${jvm.pid} (hardened kernel, capabilities, or a container of another user).`,
      remedy: `${self.euid === 0 ? `Run Sluice as ${userName(status.euid)}, or with the capability SYS_PTRACE.` : 'Run Sluice as root.'} ${launchInstead}`,
    };
  }
  return null;
}

/** What runs in the process, and whether it runs. */
function obstacleOfKind(jvm: JvmProcess): Obstacle | null {
  switch (jvm.kind) {
    case 'openj9':
      return {
        cause: 'openj9',
        why: 'It is an OpenJ9 JVM, and Sluice speaks the attach protocol of HotSpot only.',
        remedy: launchInstead,
      };
    case 'native-image':
      return {
        cause: 'native-image',
        why: 'It is a native image: there is no bytecode in it to instrument.',
        remedy: 'Run the program on a JDK.',
      };
    case 'none':
      return jvm.uptimeMs < STARTING_MS
        ? stillStarting()
        : {
            cause: 'no-jvm',
            why: 'No HotSpot JVM runs in it.',
            remedy: 'Choose the process of the JVM itself.',
          };
    case 'hotspot':
      break;
  }
  if (jvm.status.state === 'T' || jvm.status.state === 't') {
    return {
      cause: 'stopped',
      why: 'It is stopped, by a signal or by a debugger.',
      remedy: `Let it go on (kill -CONT ${jvm.pid}), then attach.`,
    };
  }
  if (jvm.feature !== 0 && jvm.feature < OLDEST_FEATURE) {
    return {
      cause: 'java-too-old',
      why: `It runs Java ${jvm.javaVersion}; Sluice needs ${OLDEST_FEATURE} or later.`,
      remedy: 'Run the program on a newer JDK.',
    };
  }
  return null;
}

/** How it was started. */
function obstacleOfFlags({ flags, attachCapability }: JvmProcess): Obstacle | null {
  if (flags.attachDisabled || attachCapability === false) {
    return {
      cause: 'attach-disabled',
      why: 'It was started with -XX:+DisableAttachMechanism.',
      remedy: `Start it without that flag. ${launchInstead}`,
    };
  }
  if (flags.dynamicAgents === 'forbidden') {
    return {
      cause: 'agents-forbidden',
      why: 'It was started with -XX:-EnableDynamicAgentLoading, which forbids agents that come later.',
      remedy: `Start it without that flag. ${launchInstead}`,
    };
  }
  return null;
}

/** What the protocol needs: a network, folders, a handler of SIGQUIT. */
function obstacleOfPlaces(jvm: JvmProcess, userName: (uid: number) => string): Obstacle | null {
  const { status } = jvm;
  if (jvm.feature !== 0 && jvm.feature < UNIX_SOCKET_FEATURE && !jvm.sharesNetwork) {
    return {
      cause: 'other-network',
      why: `It runs Java ${jvm.javaVersion} in a network namespace of its own: before Java ${UNIX_SOCKET_FEATURE} the agent can only dial 127.0.0.1.`,
      remedy: 'Run Sluice inside the same container, or the program on a newer JDK.',
    };
  }
  if (jvm.attachSocketHindrance !== '') {
    return {
      cause: 'tmp-closed',
      why: `The JVM can make no attach socket: its /tmp ${jvm.attachSocketHindrance}.`,
      remedy: `Give it a /tmp that user ${userName(status.euid)} can write to, as a tmpfs or an emptyDir, and start it again. ${launchInstead}`,
    };
  }
  if (jvm.lostWorkingFolder) {
    return {
      cause: 'no-working-folder',
      why: 'Its working folder was deleted, and it has opened no file by java.nio.file before: then its first one, as the agent, fails in it for ever.',
      remedy: `Start it again in a folder that stays. ${launchInstead}`,
    };
  }
  if (!jvm.attachSocketExists && !status.catchesQuit) {
    // SIGQUIT would kill it: jvm-spike F, reliability M6 and M7.
    return jvm.uptimeMs < STARTING_MS
      ? stillStarting()
      : {
          cause: 'no-quit-handler',
          why: 'It handles no SIGQUIT and has no attach socket (-Xrs whose socket was deleted, or a program that keeps the signal for itself).',
          remedy: `Restart it. ${launchInstead}`,
        };
  }
  return null;
}

function stillStarting(): Obstacle {
  return {
    cause: 'still-starting',
    why: 'It is still starting: its attach listener is not ready.',
    remedy: 'Try again in a moment.',
  };
}

/** What is missing or in doubt in what is told of a JVM. */
export function lookNotices({ perfDataRefusal }: JvmProcess): JvmNotice[] {
  if (perfDataRefusal === '') return [];
  return [
    {
      by: 'look',
      text: `Its performance data were not read, so its version and its flags may not be known: ${perfDataRefusal}.`,
    },
  ];
}

/** What the owner of an attachable JVM should know before. */
export function noticesFor(jvm: JvmProcess): JvmNotice[] {
  const notices: JvmNotice[] = [];
  if (jvm.feature >= DYNAMIC_AGENT_WARNING_FEATURE && jvm.flags.dynamicAgents === 'unsaid') {
    notices.push({
      by: 'attach',
      text:
        `Java ${jvm.feature} will print four lines of warning about a late agent on the stderr of the program (JEP 451); ` +
        'it does not when started with -XX:+EnableDynamicAgentLoading or by `sluice launch`.',
    });
  }
  if (jvm.feature !== 0 && jvm.feature <= RECOMPILING_FEATURE) {
    notices.push({
      by: 'swap',
      text:
        `Java ${jvm.feature} recompiles all its code at the first hot swap after attaching: the program is slow for 1 to 5 s, ` +
        'once. A program started by `sluice launch` is not.',
    });
  }
  return notices;
}
