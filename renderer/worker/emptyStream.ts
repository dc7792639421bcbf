import { StreamPosition } from '../../shared/ipc/streamPosition.ts';
import { NamedPictures } from './namedPictures.ts';
import { RecordingReader } from './recordingReader.ts';
import { ResultsHost } from './resultsHost.ts';
import type { ShownStream } from './shown.ts';

/** An event stream of which nothing has come yet. */
export function emptyStream(): ShownStream {
  const reader = new RecordingReader();
  return {
    kind: 'stream',
    host: new ResultsHost(reader),
    reader,
    pictures: new NamedPictures(),
    position: new StreamPosition(),
    reading: new AbortController(),
    lastBytesMs: -Infinity,
    budget: null,
  };
}
