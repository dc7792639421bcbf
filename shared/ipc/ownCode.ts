import { formatCountOf, SEPARATOR } from '../naming/formatNumbers.ts';
import { isLarge } from '../recording/extent.ts';
import type { EngineApi, OwnCode, RecordingRequest } from './engineApi.ts';

/**
 * The request for own code, and its borders if they are wanted. Where that is not large all of it gets probes before the recording
 * begins (scheme everything): with lazy a thread waits at its first call until the tool has found what left-out code can call from there.
 * @throws SluiceError 'not-found' where own code is not known
 */
export async function ownRequest(
  engine: Pick<EngineApi, 'ownCode' | 'extent'>,
  sessionId: string,
  request: RecordingRequest,
  withBorders: boolean,
): Promise<{ readonly own: OwnCode; readonly request: RecordingRequest }> {
  const own = await engine.ownCode(sessionId, withBorders);
  const patterns = [...own.patterns, ...own.borders.flatMap((border) => border.patterns)];
  const asked = { ...request, includes: [...new Set([...patterns, ...request.includes])] };
  if (asked.scheme !== 'lazy' || isLarge(await engine.extent(sessionId, asked)))
    return { own, request: asked };
  return { own, request: { ...asked, scheme: 'everything' } };
}

/**
 * What was chosen, in a line:
 *
 *     only your code: com.acme.shop.** (BOOT-INF/classes of shop.jar)
 *     only your code and its borders: com.acme.shop.** (BOOT-INF/classes of shop.jar); JDBC: 21 methods of 4 classes
 */
export function ownCodeText({ patterns, places, borders }: OwnCode, withBorders: boolean): string {
  const own = `${patterns.join(', ')} (${places.join(', ')})`;
  if (!withBorders) return `only your code: ${own}`;
  const told = borders.map((border) => {
    const classes = new Set(border.patterns.map((pattern) => pattern.split('::')[0]));
    const methods = formatCountOf(border.patterns.length, 'method', 'methods', SEPARATOR);
    return `${border.name}: ${methods} of ${formatCountOf(classes.size, 'class', 'classes', SEPARATOR)}`;
  });
  return `only your code and its borders: ${own}; ${told.join(', ') || 'no loaded class has any'}`;
}
