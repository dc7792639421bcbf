import { UsageError } from '../../shared/base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import type { MeasurementRequest, RecordingRequest } from '../../shared/ipc/engineApi.ts';
import { checkedOptions } from '../../shared/recording/options/chosenOptions.ts';
import { optionConflict } from '../../shared/recording/options/optionConflict.ts';

/** Of one request to switch methods. */
const MAX_PATTERNS = 5_000;

/** They may come from another process. */
export function checkPatterns(patterns: readonly string[]): readonly MethodPattern[] {
  const isList = Array.isArray(patterns) && patterns.every((text) => typeof text === 'string');
  if (!isList || patterns.length === 0 || patterns.length > MAX_PATTERNS) {
    throw new UsageError(`A list of 1 to ${MAX_PATTERNS} method patterns is needed.`);
  }
  return patterns.map(parseMethodPattern);
}

/**
 * A request may come from another process: its shape is checked before anything believes it.
 * @param waits for classes of its roots that are not loaded yet
 */
export function checkRequest(request: RecordingRequest, waits = false): RecordingRequest {
  const { roots, ...options } = request ?? {};
  if (!Array.isArray(roots) || !roots.every((root) => typeof root === 'string'))
    throw new UsageError('Recording request: roots must be a list of method patterns.');
  if (roots.length === 0) throw new UsageError('Recording request: at least one root method is needed.');
  const checked = { roots, ...checkedOptions(options) };
  const conflict = optionConflict(checked, waits);
  if (conflict === null) return checked;
  throw new UsageError(`Recording request: ${conflict.key}: ${conflict.why}.`, 'Do without.');
}

/** What else there is to measure is checked where it is measured. */
export function isOfCallTree(request: MeasurementRequest): request is RecordingRequest {
  return (request?.kind ?? 'callTree') === 'callTree';
}
