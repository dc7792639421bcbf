import type { RecordingRequest } from '../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import type { Terminal } from './terminal.ts';

/** In place of a pattern of --only: the engine finds out. */
const AUTO = 'auto';

/**
 * The request with the packages of the program's own where `--only auto` stands for them, and says which.
 * @throws SluiceError 'not-found' where they are not known
 */
export async function withOwnCode(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  request: RecordingRequest,
): Promise<RecordingRequest> {
  if (!request.includes.includes(AUTO)) return request;
  const { patterns, places } = await engine.ownCode(sessionId);
  terminal.talk(`only your code: ${patterns.join(', ')} (${places.join(', ')})`);
  return { ...request, includes: request.includes.flatMap((text) => (text === AUTO ? patterns : [text])) };
}
