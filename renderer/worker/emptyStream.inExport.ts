import { BugError } from '../../shared/base/errors.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { StreamPosition } from '../../shared/ipc/streamPosition.ts';
import { NamedPictures } from './namedPictures.ts';
import { ResultsHost } from './resultsHost.ts';
import type { ShownStream } from './shown.ts';
import type { TreeSource } from './treeSource.ts';

/** In a page that holds a recording no stream is ever read: this is what there is until its file is. */
export function emptyStream(): ShownStream {
  return {
    kind: 'stream',
    host: new ResultsHost(NOTHING),
    get reader(): never {
      throw new BugError('A page that holds a recording reads no stream.');
    },
    pictures: new NamedPictures(),
    position: new StreamPosition(),
    reading: new AbortController(),
    lastBytesMs: -Infinity,
    budget: null,
  };
}

const NOTHING: TreeSource = {
  recording: 0,
  calibration: NO_CALIBRATION,
  onProgram: null,
  clock: 'nano',
  events: 0,
  droppedEvents: 0,
  unpairedEvents: 0,
  grows: true,
  trees: () => [],
  baseline: null,
};
