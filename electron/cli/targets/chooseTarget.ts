import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { fileOfTarget } from './fileOfTarget.ts';

/** The pid that `target` means: a number, or a part of the main class or jar of exactly one running JVM. */
export function chooseTarget(target: string, jvms: readonly JvmSummary[]): number {
  if (target.trim() === '') {
    throw new UsageError(
      'The target is empty, and would fit every JVM.',
      'Give a pid, or a part of the main class or jar; in a script, look at the variable that it comes from.',
    );
  }
  if (/^\d+$/.test(target)) return Number(target);
  const matches = jvms.filter(({ mainClass }) => mainClass.includes(target));
  const exact = matches.filter(({ mainClass }) => mainClass === target);
  const chosen = exact.length === 1 ? exact : matches;
  if (chosen.length === 1) return chosen[0].pid;
  if (chosen.length === 0) {
    const file = fileOfTarget(target);
    throw new SluiceError(
      'not-found',
      `No running JVM has ${JSON.stringify(target)} in its main class or jar` +
        (file === null ? '.' : `, and the file of that name is none that is read here: it is ${file.what}.`),
      file?.remedy || 'See the running JVMs with `sluice list`.',
    );
  }
  const list = chosen.map(({ pid, mainClass }) => `${pid} ${mainClass}`).join(', ');
  throw new UsageError(
    `${JSON.stringify(target)} fits ${chosen.length} running JVMs: ${list}.`,
    'Give the pid.',
  );
}
