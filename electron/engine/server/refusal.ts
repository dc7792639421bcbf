import type { ServerResponse } from 'node:http';

/** Answers a request that is not granted. @param reason a sentence */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${reason}\n`);
}
