import { lookNotices, noticesFor, obstacleTo, platformObstacle } from '../jvms/attachability.ts';
import type { Finding } from '../../../shared/ipc/finding.ts';
import { note, ok, problem } from './finding.ts';
import { currentSelf } from '../jvms/jvmList.ts';
import type { JvmProcess } from '../jvms/jvmFacts.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readStartTicks } from '../jvms/procStatus.ts';
import { userNames } from '../jvms/userNames.ts';

/** Why one process can be attached to, or why not; nothing is sent to it. */
export function targetFindings(pid: number): readonly Finding[] {
  const hindrance = platformObstacle();
  if (hindrance !== null) return [problem(hindrance.cause, hindrance.why, hindrance.remedy)];
  const jvm = inspectJvm(pid);
  if (jvm === null) {
    const exists = readStartTicks(pid) !== null;
    return [
      exists
        ? problem('no-jvm', `Process ${pid} runs no JVM.`, 'See the running JVMs with: sluice list')
        : problem('no-process', `Process ${pid} does not exist.`, 'See the running JVMs with: sluice list'),
    ];
  }
  const names = userNames();
  const userName = (uid: number): string => names.get(uid) ?? String(uid);
  const obstacle = obstacleTo(jvm, currentSelf(), userName);
  return [
    ok(
      'jvm',
      `process ${pid}, ${jvm.mainClass || 'main class unknown'}, of user ${userName(jvm.status.euid)}`,
    ),
    ...(obstacle === null ? [] : [problem(obstacle.cause, obstacle.why, obstacle.remedy)]),
    ...facts(jvm),
    ...lookNotices(jvm).map(({ text }) => note('notice', text)),
    ...(obstacle === null ? noticesFor(jvm).map(({ text }) => note('notice', text)) : []),
    ...(obstacle === null ? [ok('attach', 'it can be attached to')] : []),
  ];
}

function facts(jvm: JvmProcess): readonly Finding[] {
  const known = jvm.javaVersion !== '';
  return [
    known
      ? ok('java', `Java ${jvm.javaVersion}${jvm.vmName === '' ? '' : `, ${jvm.vmName}`}`)
      : note('java', 'Its Java version cannot be read.'),
    ...(jvm.container ? [ok('container', 'it runs in a container, and its files can be reached')] : []),
    ...(jvm.attachSocketExists
      ? [ok('listener', 'its attach listener is running')]
      : jvm.status.catchesQuit
        ? [ok('listener', 'it starts its attach listener when asked (SIGQUIT is caught)')]
        : []),
  ];
}
