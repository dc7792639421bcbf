import { createReadStream, readFileSync, readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { besidePath } from '../../../shared/ipc/pageAddress.ts';
import { refuse } from './refusal.ts';

export interface PageFile {
  readonly contentType: string;
  /** A path: it is too large to be kept, and is read when it is asked for. */
  readonly bytes: Buffer | string;
}

export function sendPageFile({ contentType, bytes }: PageFile, response: ServerResponse): void {
  const isKept = typeof bytes !== 'string';
  try {
    const length = isKept ? bytes.byteLength : statSync(bytes).size;
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': length });
  } catch {
    return refuse(response, 404, 'The file is there no more.');
  }
  if (isKept) response.end(bytes);
  else pipeline(createReadStream(bytes), response, () => {}); // what is cut is told by its length
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

/**
 * The page's files by name, read once: what can be asked for is what lies directly in the folder now, so no path from
 * outside ever reaches the file system. "" is index.html. An absent folder gives no files.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of listDirectory(folder)) {
    const contentType = CONTENT_TYPES.get(extname(name));
    if (contentType !== undefined) files.set(name, { contentType, bytes: readFileSync(join(folder, name)) });
  }
  const index = files.get('index.html');
  if (index) files.set('', index);
  return files;
}

/** The page, with files beside it. @param files the bytes of each; of a large one its path */
export function withFilesBeside(
  pageFiles: ReadonlyMap<string, PageFile>,
  files: readonly (Uint8Array | string)[],
): ReadonlyMap<string, PageFile> {
  const beside = files.map((file, index): [string, PageFile] => [
    besidePath(index),
    { contentType: 'application/octet-stream', bytes: typeof file === 'string' ? file : Buffer.from(file) },
  ]);
  return new Map([...pageFiles, ...beside]);
}

function listDirectory(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
