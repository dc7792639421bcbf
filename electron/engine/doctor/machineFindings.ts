import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { DEFAULT_RING_BYTES } from '../../../shared/wire/eventFileLayout.ts';
import { readAgentJar } from '../agent/agentJar.ts';
import type { Finding } from '../../../shared/ipc/finding.ts';
import { note, ok, problem } from './finding.ts';
import { findJavaHomes } from '../jvms/jdkHome.ts';
import { platformObstacle } from '../jvms/attachability.ts';
import { currentSelf, listJvms } from '../jvms/jvmList.ts';
import { userNames } from '../jvms/userNames.ts';

/** As SessionDirectory looks for a place, which must hold the ring twice. */
const SHARED_DIRECTORIES = ['/dev/shm', '/tmp', '/var/tmp'];

/** What this machine, and we on it, can do: all that attaching needs before there is a target. */
export function machineFindings(): readonly Finding[] {
  return [
    ok('node', `Node ${process.versions.node}`), // an older one has not started: build/nodeVersion.mjs
    systemFinding(),
    agentFinding(),
    userFinding(),
    ...placeFindings(),
    ...javaFindings(),
    ...(platformObstacle() === null ? [jvmFinding()] : []),
  ];
}

function systemFinding(): Finding {
  const { platform, arch } = process;
  const obstacle = platformObstacle();
  if (obstacle !== null) return problem(obstacle.cause, obstacle.why, obstacle.remedy);
  if (platform === 'darwin') return note('system', `macOS on ${arch}: the same code, but not tested there.`);
  return procFinding() ?? ok('system', `Linux on ${arch}, /proc is readable`);
}

function procFinding(): Finding | null {
  if (!existsSync('/proc/self/status'))
    return problem(
      'proc',
      '/proc is not mounted: no process can be looked at.',
      'Mount it (mount -t proc proc /proc).',
    );
  if (existsSync('/proc/1/status')) return null;
  return note(
    'proc',
    '/proc is mounted with hidepid: it shows processes of this user only.',
    'For others run Sluice as root.',
  );
}

function agentFinding(): Finding {
  try {
    return ok('agent', `the agent is there, ${formatBytes(readAgentJar().bytes.length)}`);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    return problem('agent', thrown.message, thrown.remedy);
  }
}

function userFinding(): Finding {
  const { euid } = currentSelf();
  const name = userNames().get(euid) ?? String(euid);
  return euid === 0
    ? ok('user', 'root: programs of all users can be attached to')
    : note(
        'user',
        `${name}: only programs of this user and its group can be attached to.`,
        'For others run Sluice as root.',
      );
}

/** Containers are told apart because the JVMs of the host are not to be seen from within. */
function placeFindings(): readonly Finding[] {
  const inside = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
  const container = inside
    ? [
        note(
          'container',
          'Sluice runs in a container: it sees the JVMs of this container only.',
          'To see all, run it on the host.',
        ),
      ]
    : [];
  const rooms = process.platform === 'linux' ? SHARED_DIRECTORIES.map(roomIn) : [];
  const best = rooms.find(({ problem: found }) => found === '');
  if (rooms.length === 0) return container;
  return [
    ...container,
    best !== undefined
      ? ok(
          'files',
          `${best.directory} takes the files that are shared with a JVM, ${formatBytes(best.freeBytes)} free`,
        )
      : problem(
          'files',
          `There is no place for the files that are shared with a JVM: ${rooms.map((room) => `${room.directory} ${room.problem}`).join('; ')}.`,
          `One of these directories must be writable, with ${formatBytes(2 * DEFAULT_RING_BYTES)} free.`,
        ),
  ];
}

interface Room {
  readonly directory: string;
  readonly freeBytes: number;
  /** "" when it will do. */
  readonly problem: string;
}

function roomIn(directory: string): Room {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(directory);
    const freeBytes = bavail * bsize;
    return {
      directory,
      freeBytes,
      problem: freeBytes < 2 * DEFAULT_RING_BYTES ? `has ${formatBytes(freeBytes)} free` : '',
    };
  } catch (thrown) {
    return { directory, freeBytes: 0, problem: `cannot be used (${messageOf(thrown)})` };
  }
}

/** Attaching needs no JDK here: the target brings its own. */
function javaFindings(): readonly Finding[] {
  const homes = findJavaHomes();
  if (homes.length === 0)
    return [note('java', 'No JDK was found: attaching needs none, the demo program does.')];
  return homes.map(({ home, feature, hasCompiler }) =>
    ok('java', `Java ${feature || '?'}${hasCompiler ? '' : ' without compiler'} in ${home}`),
  );
}

function jvmFinding(): Finding {
  const jvms = listJvms();
  const attachable = jvms.filter((jvm) => jvm.attachable).length;
  if (jvms.length === 0) return note('jvms', 'No running JVM was found.');
  const counts = `${jvms.length} running ${jvms.length === 1 ? 'JVM' : 'JVMs'}, ${attachable} can be attached to`;
  return attachable > 0 ? ok('jvms', counts) : note('jvms', counts, 'Why not: sluice doctor PID');
}
