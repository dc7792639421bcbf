import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface PageFile {
  readonly contentType: string;
  readonly bytes: Buffer;
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

/** In the page's address: it opens the file of that name, which lies beside it. */
export const OPENED_FILE = 'open';

/** The page, with a recording beside it. @param bytes of the file */
export function withOpenedFile(
  pageFiles: ReadonlyMap<string, PageFile>,
  bytes: Uint8Array,
): ReadonlyMap<string, PageFile> {
  return new Map([
    ...pageFiles,
    [OPENED_FILE, { contentType: 'application/octet-stream', bytes: Buffer.from(bytes) }],
  ]);
}

function listDirectory(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
