import { ownCodeText, ownPatterns } from '../../shared/ipc/ownCode.ts';
import type { RecordingRequest } from '../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import type { Terminal } from './terminal.ts';

/** In place of a pattern of --only: the engine finds out. */
const WORDS = ['auto', 'borders'];

/**
 * The request with the patterns that `--only auto` and `--only borders` stand for, and says which.
 * @throws SluiceError 'not-found' where the program's own packages are not known
 */
export async function withOwnCode(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  request: RecordingRequest,
): Promise<RecordingRequest> {
  const others = request.includes.filter((text) => !WORDS.includes(text));
  if (others.length === request.includes.length) return request;
  const withBorders = request.includes.includes('borders');
  const own = await engine.ownCode(sessionId, withBorders);
  terminal.talk(ownCodeText(own, withBorders));
  return { ...request, includes: [...ownPatterns(own), ...others] };
}
