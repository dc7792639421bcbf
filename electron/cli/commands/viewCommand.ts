import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { SluiceError } from '../../../shared/base/errors.ts';
import { besideHash } from '../../../shared/ipc/besideFiles.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { Engine } from '../../engine/engine.ts';
import { installedFile } from '../../engine/process/installation.ts';
import { AddressFile } from '../../engine/server/addressFile.ts';
import { isKeptOutput } from '../../engine/server/keptOutput.ts';
import { readPageFiles, withFilesBeside } from '../../engine/server/pageFiles.ts';
import { EngineServer } from '../../engine/server/server.ts';
import { withAccountOption, type AccountFlags } from '../options/accountOption.ts';
import type { CommandContext } from '../terminal/commandContext.ts';
import { wholeNumber } from '../options/optionValues.ts';
import { viewedFiles } from './viewedFiles.ts';

interface ViewFlags extends AccountFlags {
  readonly open: boolean;
  readonly port?: number;
}

export function addViewCommand(program: Command, context: CommandContext): void {
  withAccountOption(
    program
      .command('view')
      .description('the window on recordings, in the browser: the first one is in front; Ctrl-C ends it')
      .argument(
        '<file...>',
        'made by record, launch or sample; .jfr or .jfr.gz files; thread dumps; or heap dumps (.hprof, .hprof.gz)',
      ),
  )
    .option('--no-open', 'open nothing: print the address of the page')
    .option('--port <n>', 'serve the page on this port of 127.0.0.1 (default: any free one)', wholeNumber)
    .action((files: string[], flags: ViewFlags) => viewCommand(context, files, flags));
}

/** `sluice view`: serves the window, which opens the first file and lists the others, until it is asked to end. */
async function viewCommand(
  { terminal, interrupts }: CommandContext,
  paths: readonly string[],
  { open, port = 0, ...flags }: ViewFlags,
): Promise<void> {
  const files = await viewedFiles(terminal, paths, flags);
  const pageFiles = readPageFiles(installedFile('renderer'));
  if (!pageFiles.has(''))
    throw new SluiceError('not-found', 'The window is not built.', 'Run `npm run build`.');
  const [names, contents] = [files.map(({ name }) => name), files.map(({ content }) => content)];
  const engine = new Engine(); // the page may attach as well
  const server = await EngineServer.start({ engine, port, pageFiles: withFilesBeside(pageFiles, contents) });
  const url = server.url + besideHash(names);
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
          ? `${shownText(names)} in the browser. Ctrl-C ends Sluice.\n`
          : `The address of Sluice is in ${addressFile.path}, which only you may read.\n`,
    );
    await new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
  } finally {
    addressFile?.remove();
    await server.close();
    await engine.close();
  }
}

/** "a.sluice is shown", "a.sluice is shown, b.jfr and c.hprof are listed". */
function shownText(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => visibleText(name));
  if (others.length === 0) return `${first} is shown`;
  const last = others.pop();
  const listed = others.length === 0 ? `${last} is` : `${others.join(', ')} and ${last} are`;
  return `${first} is shown, ${listed} listed`;
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
