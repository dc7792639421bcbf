import { ownCodeText, ownRequest } from '../../../shared/ipc/ownCode.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import type { EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** In place of a pattern of --only: the engine finds out. */
const WORDS = ['auto', 'borders'];

/**
 * The request with the patterns that `--only auto` and `--only borders` stand for, and says which.
 * @param schemeIsTyped else a better one may be chosen for them
 * @throws SluiceError 'not-found' where the program's own packages are not known
 */
export async function withOwnCode(
  engine: EngineClient,
  terminal: Terminal,
  sessionId: string,
  request: RecordingRequest,
  schemeIsTyped: boolean,
): Promise<RecordingRequest> {
  const others = request.includes.filter((text) => !WORDS.includes(text));
  if (others.length === request.includes.length) return request;
  const withBorders = request.includes.includes('borders');
  const { own, request: asked } = await ownRequest(
    engine,
    sessionId,
    { ...request, includes: others },
    withBorders,
  );
  const scheme = schemeIsTyped ? request.scheme : asked.scheme;
  terminal.talk(`${ownCodeText(own, withBorders)}${scheme === request.scheme ? '' : `; --scheme ${scheme}`}`);
  return { ...asked, scheme };
}
