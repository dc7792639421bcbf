import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SluiceError } from '../../../shared/base/errors.ts';
import { installedFile } from '../../engine/process/installation.ts';
import { AddressFile } from '../../engine/server/addressFile.ts';
import { isKeptOutput } from '../../engine/server/keptOutput.ts';
import { readPageFiles, type PageFile } from '../../engine/server/pageFiles.ts';

/** The files of the page. @throws SluiceError 'not-found' */
export function windowFiles(): ReadonlyMap<string, PageFile> {
  const pageFiles = readPageFiles(installedFile('renderer'));
  if (pageFiles.has('')) return pageFiles;
  throw new SluiceError('not-found', 'The window is not built.', 'Run `npm run build`.');
}

/**
 * Shows a page in the browser, or says where it is, until that is enough.
 * @param url who knows it may do all that the user may: it goes where only they can read it
 * @param opens false: nothing is opened
 * @param shown what is in the browser then: "a.sluice is shown"
 * @param say takes one piece of data
 */
export async function showWindow(
  url: string,
  opens: boolean,
  shown: string,
  say: (text: string) => Promise<unknown>,
  end: AbortSignal,
): Promise<void> {
  const opener = opens ? browserOpener() : null;
  const isPrivate = opener === null && !isKeptOutput(process.stdout.fd);
  const addressFile = isPrivate ? null : opener ? AddressFile.forBrowser(url) : AddressFile.forReader(url);
  try {
    if (opener && addressFile) openBrowser(opener, addressFile.path);
    await say(
      addressFile === null
        ? `Sluice is at ${url}\n`
        : opener
          ? `${shown} in the browser. Ctrl-C ends Sluice.\n`
          : `The address of Sluice is in ${addressFile.path}, which only you may read.\n`,
    );
    if (!end.aborted) await new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
  } finally {
    addressFile?.remove();
  }
}

/** The command that opens a page when its address follows; null where there is none. */
function browserOpener(): readonly string[] | null {
  const { DISPLAY, WAYLAND_DISPLAY, PATH = '' } = process.env;
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""'];
  const isOnPath = PATH.split(delimiter).some((folder) => existsSync(join(folder, 'xdg-open')));
  return (DISPLAY || WAYLAND_DISPLAY) && isOnPath ? ['xdg-open'] : null;
}

/** @param path of a page that leads to the address, which is in no command line */
function openBrowser([program, ...args]: readonly string[], path: string): void {
  spawn(program, [...args, pathToFileURL(path).href], { detached: true, stdio: 'ignore' })
    .on('error', () => {}) // the address can be had with --no-open
    .unref();
}
