import { INITIAL_OPTIONS } from '../recording/options/chosenOptions.ts';
import type { RecordingRequest } from '../ipc/engineApi.ts';

/** Of the program's own classes, lazily and by the clock nano, as the window asks for it where nothing else is chosen. */
export function recordingRequest(root: string, change: Partial<RecordingRequest> = {}): RecordingRequest {
  return { roots: [root], ...INITIAL_OPTIONS, ...change };
}
