import { parseArgs } from 'node:util';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { Engine } from '../engine.ts';
import { installedFile } from '../installation.ts';
import { readPageFiles } from './pageFiles.ts';
import { EngineServer } from './server.ts';

/**
 * The engine as a process of its own: `npm start` in the browser, and Electron's utility process.
 * Says `Sluice is at URL` on stdout (and, in a utility process, { kind: 'listening', url } to its parent); ends at
 * SIGINT, SIGTERM, or when its parent goes away, detached from every target.
 */
const USAGE = 'serverMain.js [--port N] [--token TEXT] [--demo]';
const CLOSE_TIMEOUT_MS = 15_000;

/** Electron's side door of a utility process; absent in plain Node. */
interface ParentPort {
  postMessage(message: unknown): void;
}

function readOptions(): { port: number; token: string | undefined; demo: boolean } {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, token: { type: 'string' }, demo: { type: 'boolean' } },
  });
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new SluiceError('usage', `--port ${port}: a number from 0 to 65535 is needed.`, USAGE);
  }
  if (values.token !== undefined && !/^[\w-]{16,}$/.test(values.token)) {
    throw new SluiceError('usage', '--token: at least 16 letters, digits, - or _ are needed.', USAGE);
  }
  return { port: Number(port), token: values.token, demo: values.demo ?? false };
}

async function main(): Promise<void> {
  const { port, token, demo } = readOptions();
  const engine = new Engine();
  engine.log.write({ event: 'began', node: Number.parseInt(process.versions.node, 10) });
  // The parts of an HTML report lie apart: they are no files of the page, which only puts them into a file.
  const pageFiles = new Map([
    ...readPageFiles(installedFile('report')),
    ...readPageFiles(installedFile('renderer')),
  ]);
  const server = await EngineServer.start({
    engine,
    port,
    pageFiles,
    ...(token === undefined ? {} : { token }),
  });
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    // A target that does not answer must not keep us: its agent restores the classes by itself.
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    engine.log.write({ event: 'ended' });
    void engine
      .close()
      .then(() => server.close())
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
  process.on('disconnect', close);

  const url = demo ? `${server.url}#demo` : server.url;
  process.stdout.write(`Sluice is at ${url}\n`);
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  parentPort?.postMessage({ kind: 'listening', url: server.url });
}

main().catch((thrown: unknown) => {
  const remedy = thrown instanceof SluiceError && thrown.remedy ? `\n${thrown.remedy}` : '';
  process.stderr.write(`${messageOf(thrown)}${remedy}\n`);
  process.exit(thrown instanceof SluiceError && thrown.code === 'usage' ? 2 : 1);
});
