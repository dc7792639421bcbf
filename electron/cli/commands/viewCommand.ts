import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { SluiceError } from '../../../shared/base/errors.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { Engine } from '../../engine/engine.ts';
import { installedFile } from '../../engine/process/installation.ts';
import { AddressFile } from '../../engine/server/addressFile.ts';
import { isKeptOutput } from '../../engine/server/keptOutput.ts';
import { OPENED_FILE, readPageFiles, withOpenedFile } from '../../engine/server/pageFiles.ts';
import { EngineServer } from '../../engine/server/server.ts';
import { accounted, withAccountOption, type AccountFlags } from '../options/accountOption.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';
import { kindOfHeapFile } from '../heap/heapDumpViews.ts';
import { wholeNumber } from '../options/optionValues.ts';
import { recordingOf } from '../files/readRecording.ts';

interface ViewFlags extends AccountFlags {
  readonly open: boolean;
  readonly port?: number;
}

export function addViewCommand(program: Command, context: CommandContext): void {
  withAccountOption(
    program
      .command('view')
      .description('the window on a recording, in the browser; Ctrl-C ends it')
      .argument(
        '<file>',
        'made by record, launch or sample; a .jfr or .jfr.gz file; a thread dump; or a heap dump (.hprof, .hprof.gz)',
      ),
  )
    .option('--no-open', 'open nothing: print the address of the page')
    .option('--port <n>', 'serve the page on this port of 127.0.0.1 (default: any free one)', wholeNumber)
    .action((file: string, flags: ViewFlags) => viewCommand(context, file, flags));
}

/** `sluice view`: serves the window, which opens the file, until it is asked to end. */
async function viewCommand(
  { terminal, interrupts }: CommandContext,
  path: string,
  { open, port = 0, ...flags }: ViewFlags,
): Promise<void> {
  // A dump may be larger than memory: the page reads it from the disk.
  const file = kindOfHeapFile(path) === 'dump' ? resolve(path) : await readChecked(path, flags);
  const pageFiles = readPageFiles(installedFile('renderer'));
  if (!pageFiles.has(''))
    throw new SluiceError('not-found', 'The window is not built.', 'Run `npm run build`.');
  const engine = new Engine(); // the page may attach as well
  const server = await EngineServer.start({ engine, port, pageFiles: withOpenedFile(pageFiles, file) });
  const url = `${server.url}#${OPENED_FILE}=${encodeURIComponent(basename(path))}`;
  const opener = open ? browserOpener() : null;
  // Who knows the address may do all that the user may: it goes where only they can read it.
  const isPrivate = opener === null && !isKeptOutput(process.stdout.fd);
  const addressFile = isPrivate ? null : opener ? AddressFile.forBrowser(url) : AddressFile.forReader(url);
  try {
    const end = interrupts.endingInOrder('The window ends now.');
    if (opener && addressFile) openBrowser(opener, addressFile.path);
    await terminal.data(
      addressFile === null
        ? `Sluice is at ${url}\n`
        : opener
          ? `${visibleText(basename(path))} is shown in the browser. Ctrl-C ends Sluice.\n`
          : `The address of Sluice is in ${addressFile.path}, which only you may read.\n`,
    );
    await new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
  } finally {
    addressFile?.remove();
    await server.close();
    await engine.close();
  }
}

/** @throws SluiceError 'io' that names the file: what the page could not open is told here */
async function readChecked(path: string, flags: AccountFlags): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch (thrown) {
    const remedy = 'Give a file that `sluice record` or `launch` has saved.';
    throw fileFailure(`${path} could not be read`, thrown, remedy);
  }
  const snapshot = await recordingOf(path, bytes);
  return flags.account.length === 0 ? bytes : encodeSnapshot(accounted(snapshot, flags));
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
