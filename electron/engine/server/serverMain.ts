import { parseArgs } from 'node:util';
import { messageOf, SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { Engine } from '../engine.ts';
import { installedFile } from '../process/installation.ts';
import { AddressFile } from './addressFile.ts';
import { closeInOrder } from './closeInOrder.ts';
import { isKeptOutput } from './keptOutput.ts';
import { readPageFiles } from './pageFiles.ts';
import { EngineServer } from './server.ts';
import { servePipe } from './servePipe.ts';

/**
 * The engine as a process of its own: `npm start` in the browser, and Electron's utility process.
 * Ends at SIGTERM, at SIGINT and SIGHUP if it is not Electron's, or when its parent goes away, detached from every target.
 *
 * Who knows the address may do all that its user may, so it goes where only they can read it. Electron's process is sent
 * { kind: 'listening', url }, and nothing is printed, for that would be in the journal of the desktop. Else stdout says
 * `Sluice is at URL`, or where stdout is kept, which private file the address is in. The parent is sent { kind: 'listening',
 * addressFile }: with --address-file it is in one besides, for a minute; else null.
 *
 * With --stdio nothing listens: its one client is at the other end of stdin and stdout (servePipe.ts).
 */
const USAGE = 'serverMain.js [--port N] [--demo] [--address-file] | --stdio NONCE';
/** A browser that is opened has read the file by then. */
const OPENED_WITHIN_MS = 60_000;

/** Electron's side door of a utility process; absent in plain Node. */
interface ParentPort {
  postMessage(message: unknown): void;
}

interface Options {
  readonly port: number;
  readonly demo: boolean;
  readonly addressFile: boolean;
  /** What marks our words to the client at the other end of stdin and stdout; null: we listen on a port. */
  readonly stdio: string | null;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      demo: { type: 'boolean' },
      'address-file': { type: 'boolean' },
      stdio: { type: 'string' },
    },
  });
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port ${port}: a number from 0 to 65535 is needed.`, USAGE);
  }
  return {
    ...{ port: Number(port), demo: values.demo ?? false, addressFile: values['address-file'] ?? false },
    stdio: values.stdio ?? null,
  };
}

async function main(): Promise<void> {
  const { port, demo, addressFile, stdio } = readOptions();
  if (stdio !== null) return servePipe(stdio);
  const engine = new Engine();
  engine.log.write({ event: 'began', node: Number.parseInt(process.versions.node, 10) });
  const pageFiles = readPageFiles(installedFile('renderer'));
  const server = await EngineServer.start({
    engine,
    port,
    pageFiles,
    onStranger: (uid) =>
      process.stderr.write(
        `A connection of user ${uid} was refused, and so will others be: Sluice answers the user that started it.\n`,
      ),
  });
  const addressFiles: AddressFile[] = [];
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    for (const file of addressFiles) file.remove();
    closeInOrder(engine, server);
  };
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  process.on('SIGTERM', close);
  // Ctrl+C and the end of a terminal reach the desktop's main process too: it lets its page keep what is recorded, and then ends us.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, parentPort ? () => {} : close);
  process.on('disconnect', close);

  if (parentPort) return parentPort.postMessage({ kind: 'listening', url: server.url });
  const url = demo ? `${server.url}#demo` : server.url;
  if (isKeptOutput(process.stdout.fd)) {
    const file = AddressFile.forReader(url);
    addressFiles.push(file);
    process.stdout.write(`The address of Sluice is in ${file.path}, which only you may read.\n`);
  } else {
    process.stdout.write(`Sluice is at ${url}\n`);
  }
  const forBrowser = addressFile ? AddressFile.forBrowser(url) : null;
  if (forBrowser) {
    addressFiles.push(forBrowser);
    setTimeout(() => forBrowser.remove(), OPENED_WITHIN_MS).unref();
  }
  process.send?.({ kind: 'listening', addressFile: forBrowser?.path ?? null });
}

main().catch((thrown: unknown) => {
  const lines = [
    messageOf(thrown),
    ...(thrown instanceof SluiceError && thrown.remedy ? [thrown.remedy] : []),
  ];
  process.stderr.write(lines.map((line) => `${visibleLine(line)}\n`).join(''));
  process.exit(thrown instanceof SluiceError && thrown.code === 'usage' ? 2 : 1);
});
