import { splitJavaCommand } from '../jvms/javaOptions.ts';
import { inspectJvm } from '../jvms/jvmProcess.ts';
import { readEnvironment, readProcLink } from '../jvms/procStatus.ts';
import { classPathOf } from './classPath.ts';

/** What a running JVM's command line names. */
export interface TargetClassPath {
  /** Folders and jars, in their order; none where they are not ours to read. */
  readonly entries: readonly string[];
  /** As Class.getName(); null: what the manifest of its jar names. */
  readonly mainClass: string | null;
  /** Why there are no entries: it has ended, its paths mean other files, or its user's files are not read. */
  readonly hindrance: 'ended' | 'container' | 'user' | null;
}

export async function classPathOfTarget(pid: number): Promise<TargetClassPath> {
  const jvm = inspectJvm(pid);
  const without = (hindrance: TargetClassPath['hindrance']): TargetClassPath => ({
    entries: [],
    mainClass: null,
    hindrance,
  });
  if (jvm === null) return without('ended');
  if (jvm.rootPrefix !== '') return without('container');
  if (jvm.status.euid !== process.geteuid?.()) return without('user');
  const afterJava = jvm.commandLine.slice(1);
  const { options, main } = splitJavaCommand(afterJava);
  const variable = process.platform === 'linux' ? readEnvironment(pid).get('CLASSPATH') : undefined;
  return {
    entries: await classPathOf(afterJava, workingFolder(pid), variable),
    mainClass: afterJava[options.length] === '-jar' ? null : main.replace(/^.*\//, ''), // module/class
    hindrance: null,
  };
}

/** null where the system does not tell, or it was deleted. */
export function workingFolder(pid: number): string | null {
  return readProcLink(pid, 'cwd');
}
