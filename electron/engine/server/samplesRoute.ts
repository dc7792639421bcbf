import type { ServerResponse } from 'node:http';
import type { Samplings } from '../flightRecorder/samplings.ts';
import { refuse } from './refusal.ts';

/** The path behind the token of a sampling's recording, with its id. */
export const SAMPLES_PATH = /^samples\/([0-9a-f]{32})$/;

/** Gives the recording away: a second time it is not found. */
export function answerSamples(samplings: Samplings, id: string, response: ServerResponse): void {
  const bytes = samplings.take(id);
  if (bytes === null) return refuse(response, 404, 'These samples were fetched before: sample again.');
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': bytes.byteLength,
  });
  response.end(bytes);
}
