import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { Samplings } from '../flightRecorder/samplings.ts';
import type { HeapQuestions } from '../heapDump/heapQuestions.ts';
import type { KeptRecordings } from '../recordings/keptRecordings.ts';
import { refuse } from './refusal.ts';

/** The paths behind the token of what is fetched by an id: the recording of a sampling, a heap dump, the copy of a recording. */
export const SAMPLES_PATH = /^samples\/([0-9a-f]{32})$/;
export const DUMPS_PATH = /^dumps\/([0-9a-f]{32})$/;
export const KEPT_PATH = /^kept\/([0-9a-f]{32})$/;

/** Gives the recording away: a second time it is not found. */
export function answerSamples(samplings: Samplings, id: string, response: ServerResponse): void {
  const bytes = samplings.take(id);
  if (bytes === null) return refuse(response, 404, 'These samples were fetched before: sample again.');
  response.writeHead(200, ofBytes(bytes.byteLength)).end(bytes);
}

/** Sends a heap dump: it is read several times, and kept by nobody but the engine. */
export async function answerDump(heaps: HeapQuestions, id: string, response: ServerResponse): Promise<void> {
  const dump = heaps.dumpWith(id);
  if (dump === null) return refuse(response, 404, 'This heap dump is gone: another one was made.');
  try {
    response.writeHead(200, ofBytes(dump.fileBytes));
    const closed = once(response, 'close').catch(() => {});
    for (const piece of dump.pieces()) {
      if (response.destroyed) return; // it was given up
      if (!response.write(piece)) await Promise.race([once(response, 'drain').catch(() => {}), closed]);
    }
    response.end();
  } catch {
    response.destroy(); // of what is cut the page says so
  }
}

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
      response.writeHead(200, ofBytes(bytes.byteLength)).end(bytes);
    }
  } catch (thrown) {
    const code = thrown instanceof SluiceError ? thrown.code : 'bug';
    refuse(response, code === 'not-found' ? 404 : code === 'usage' ? 400 : 500, messageOf(thrown));
  }
}

function ofBytes(length: number): OutgoingHttpHeaders {
  return { 'Content-Type': 'application/octet-stream', 'Content-Length': length };
}
