import type { Command } from 'commander';
import { UsageError } from '../../../shared/base/errors.ts';
import { pageHash } from '../../../shared/ipc/pageAddress.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { Engine } from '../../engine/engine.ts';
import type { DoorOptions } from '../../engine/server/loopbackDoor.ts';
import { withFilesBeside } from '../../engine/server/pageFiles.ts';
import { relayDoor } from '../../engine/server/relayDoor.ts';
import { EngineServer } from '../../engine/server/server.ts';
import { showWindow, windowFiles } from '../files/shownWindow.ts';
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
      .description(
        'the window in the browser, on recordings, of which the first one is in front, or on the JVMs that run: with --on there; Ctrl-C ends it',
      )
      .argument(
        '[file...]',
        'made by record, launch or sample; .jfr or .jfr.gz files; thread dumps; or heap dumps (.hprof, .hprof.gz)',
      ),
  )
    .option('--no-open', 'open nothing: print the address of the page')
    .option('--port <n>', 'serve the page on this port of 127.0.0.1 (default: any free one)', wholeNumber)
    .action((files: string[], flags: ViewFlags) => viewCommand(context, files, flags));
}

/** `sluice view`: serves the window, which opens the first file and lists the others, until it is asked to end. */
async function viewCommand(
  context: CommandContext,
  paths: readonly string[],
  { open, port = 0, ...flags }: ViewFlags,
): Promise<void> {
  const { terminal, interrupts, elsewhere } = context;
  const files = paths.length === 0 ? [] : await viewedFiles(terminal, paths, flags);
  const [names, contents] = [files.map(({ name }) => name), files.map(({ content }) => content)];
  const door = await openDoor(context, { port, pageFiles: withFilesBeside(windowFiles(), contents) });
  try {
    const end = interrupts.endingInOrder('The window ends now.');
    const url = door.url + pageHash(names, elsewhere?.name);
    await showWindow(url, open, shownText(names), terminal.data, end);
  } finally {
    await door.close();
  }
}

interface OpenDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** The page may attach as well: to what runs where its engine does. */
async function openDoor({ elsewhere, isServed }: CommandContext, options: DoorOptions): Promise<OpenDoor> {
  if (elsewhere !== null) return relayDoor(elsewhere, options);
  if (isServed)
    throw new UsageError(
      '--engine: an engine that is served has a window of its own.',
      'Open its address in a browser.',
    );
  const engine = new Engine();
  const server = await EngineServer.start({ engine, ...options });
  return { url: server.url, close: () => server.close().then(() => engine.close()) };
}

/** "a.sluice is shown", "a.sluice is shown, b.jfr and c.hprof are listed". */
function shownText(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => visibleText(name));
  if (first === undefined) return 'The window is shown';
  if (others.length === 0) return `${first} is shown`;
  const last = others.pop();
  const listed = others.length === 0 ? `${last} is` : `${others.join(', ')} and ${last} are`;
  return `${first} is shown, ${listed} listed`;
}
