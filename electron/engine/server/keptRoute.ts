import type { IncomingMessage, ServerResponse } from 'node:http';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { KeptRecordings } from '../recordings/keptRecordings.ts';
import { refuse } from './refusal.ts';

/** The path behind the token of a copy, with its id. */
export const KEPT_PATH = /^kept\/([0-9a-f]{32})$/;

/** Takes (PUT) or gives (GET) the copy of a recording. */
export async function answerKept(
  kept: KeptRecordings,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method === 'PUT') {
      await kept.write(id, request as AsyncIterable<Uint8Array>);
      response.writeHead(204).end();
    } else {
      const bytes = await kept.read(id);
      response.writeHead(200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': bytes.byteLength,
      });
      response.end(bytes);
    }
  } catch (thrown) {
    const code = thrown instanceof SluiceError ? thrown.code : 'bug';
    refuse(response, code === 'not-found' ? 404 : code === 'usage' ? 400 : 500, messageOf(thrown));
  }
}
