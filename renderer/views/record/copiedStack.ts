import type { CallPath } from '../../../shared/analysis/callPath.ts';
import type { MethodLabels } from '../table/methodLabels.ts';

/** A call path as Java prints stacks: one long name a line, the innermost first. */
export function copiedStack(path: CallPath, labels: MethodLabels): string {
  return path
    .toReversed()
    .map((method) => labels.get(method).long)
    .join('\n');
}
