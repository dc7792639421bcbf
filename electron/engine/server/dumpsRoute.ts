import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { HeapQuestions } from '../heapDump/heapQuestions.ts';
import { refuse } from './refusal.ts';

/** The path behind the token of a heap dump, with its id. */
export const DUMPS_PATH = /^dumps\/([0-9a-f]{32})$/;

/** Sends a heap dump: it is read several times, and kept by nobody but the engine. */
export async function answerDump(heaps: HeapQuestions, id: string, response: ServerResponse): Promise<void> {
  const dump = heaps.dumpWith(id);
  if (dump === null) return refuse(response, 404, 'This heap dump is gone: another one was made.');
  try {
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': dump.fileBytes,
    });
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
