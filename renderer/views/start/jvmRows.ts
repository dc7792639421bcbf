import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';

/** What the program was started with: all behind its main class or jar; "" where the command line does not name it. */
export function argumentsOf({ commandLine, mainClass }: JvmSummary): string {
  const words = commandLine.split(' ');
  const main = words.findIndex((word) => word === mainClass || word.endsWith(`/${mainClass}`));
  return main < 0 || mainClass === '' ? '' : words.slice(main + 1).join(' ');
}

/** The JVMs that hold all words of the filter in PID, main class, command line or user; attachable ones first. */
export function jvmRows(jvms: readonly JvmSummary[], filter: string): readonly JvmSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return jvms
    .filter((jvm) => {
      const text =
        `${jvm.pid} ${jvm.mainClass} ${jvm.commandLine} ${jvm.user} ${jvm.javaVersion}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => Number(b.attachable) - Number(a.attachable) || a.pid - b.pid);
}
