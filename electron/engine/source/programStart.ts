import { SluiceError } from '../../../shared/base/errors.ts';
import type { ProgramStart } from '../../../shared/ipc/jvmApi.ts';
import { joinOptions } from '../jvms/javaOptions.ts';
import type { JvmProcess } from '../jvms/jvmFacts.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readProcLink } from '../jvms/procStatus.ts';
import { mainClassOf } from './mainClass.ts';
import { classPathOfTarget, workingFolder } from './targetClassPath.ts';

const CLASS_NAME = /^[\w$]+(\.[\w$]+)*$/;
/** agentJar.ts names it so. One that an earlier launch has put there waits for a tool that is gone. */
const OWN_AGENT = /^(-J)?-javaagent:.*\/sluice-[^/]*\/agent-\w+\.jar=/;

/**
 * How a running program was started, so that it can be started once more.
 * @throws SluiceError 'not-found' where it has ended
 */
export async function programStartOf(pid: number): Promise<ProgramStart> {
  const jvm = inspectJvm(pid);
  if (jvm === null)
    throw new SluiceError('not-found', `No JVM runs with PID ${pid}.`, 'Refresh the list of JVMs.');
  const words = [launcherOf(jvm), ...jvm.commandLine.slice(1).filter((word) => !OWN_AGENT.test(word))];
  return {
    commandLine: joinOptions(words),
    folder: jvm.rootPrefix === '' ? (workingFolder(pid) ?? '') : '',
    root: await mainMethodOf(jvm),
  };
}

/** The JVM's own program, where its path means the same file to us: the `java` of our PATH may be another one. */
function launcherOf({ pid, rootPrefix, commandLine }: JvmProcess): string {
  return rootPrefix === '' ? (readProcLink(pid, 'exe') ?? commandLine[0]) : 'java';
}

/** As a pattern; "" where a module, a source file, or a jar that is not ours to read was started. */
async function mainMethodOf({ pid, mainClass: told }: JvmProcess): Promise<string> {
  const { entries, mainClass } = await classPathOfTarget(pid);
  const main = mainClass ?? (await mainClassOf(entries[0])) ?? told;
  return CLASS_NAME.test(main) && !/\.(jar|java)$/.test(main) ? `${main}::main` : '';
}
