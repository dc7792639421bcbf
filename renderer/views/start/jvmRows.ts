import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';

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
