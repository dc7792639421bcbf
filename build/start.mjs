// npm start: the desktop window where Electron can run, else the same application in the browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Problem, command, say } from './command.mjs';
import { provideElectron } from './electronBinary.mjs';
import { setUp } from './setup.mjs';
import { ROOT, fromRoot } from './tree.mjs';

const USAGE = `npm start [-- options]
  --demo       start the demo program and attach to it
  --browser    in the browser, also where the desktop window could open
  --no-open    open nothing; print the address
  --port <n>   serve the page on this port of 127.0.0.1 (default: any free one)`;

/** A window that is gone this soon with an error never opened: a missing library, a forbidden sandbox. */
const NEVER_OPENED_MS = 10_000;

await command(async (args) => {
  const options = parseOptions(args);
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  await setUp({ quiet: false });
  if (!options['no-open'] && !options.browser) {
    const { program, whyNot } = await provideElectron();
    const startedMs = Date.now();
    const code = program ? await runToEnd(program, [ROOT, ...(options.demo ? ['--demo'] : [])]) : 1;
    if (program && (code === 0 || Date.now() - startedMs > NEVER_OPENED_MS)) return code;
    say(`No desktop window (${whyNot || 'Electron ended at once'}): Sluice runs in the browser instead.`);
  }
  return serve(options);
});

function parseOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        demo: { type: 'boolean' },
        browser: { type: 'boolean' },
        'no-open': { type: 'boolean' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.port !== undefined && !(/^\d+$/.test(values.port) && Number(values.port) < 65536)) {
      throw new Error(`--port ${values.port}: a number from 0 to 65535 is needed`);
    }
    return values;
  } catch (error) {
    throw new Problem(`${error.message}\n\n${USAGE}`);
  }
}

/**
 * The engine's server until Ctrl-C. It prints its address itself. The browser is given a private file that leads there: the
 * address is not in its command line, which others may read.
 */
function serve(options) {
  const opener = options['no-open'] ? null : browserOpener();
  const args = [
    fromRoot('dist/engine/serverMain.js'),
    ...(options.port ? ['--port', options.port] : []),
    ...(options.demo ? ['--demo'] : []),
    ...(opener ? ['--address-file'] : []),
  ];
  return runToEnd(process.execPath, args, ({ addressFile }) => {
    if (opener) openBrowser(opener, addressFile);
    else if (!options['no-open']) say('Open this address in a browser on this machine. Ctrl-C ends Sluice.');
  });
}

/** The command that opens a page when its address follows; null where there is none. */
function browserOpener() {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '""'];
  const hasDisplay = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return hasDisplay && isOnPath('xdg-open') ? ['xdg-open'] : null;
}

/** @param path of a page that leads to the address */
function openBrowser([program, ...args], path) {
  spawn(program, [...args, pathToFileURL(path).href], { detached: true, stdio: 'ignore' })
    .on('error', (error) =>
      say(`The browser could not be opened (${error.message}): open the address above.`),
    )
    .unref();
  say('Ctrl-C ends Sluice.');
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/**
 * Runs a child until it ends; resolves to its exit code. Ctrl-C reaches it by itself (same terminal), a plain kill is
 * handed on, and the server notices by its IPC channel when this process is gone.
 */
function runToEnd(program, args, onMessage) {
  const child = spawn(program, args, {
    stdio: onMessage ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  if (onMessage) child.on('message', onMessage);
  process.on('SIGINT', () => {});
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 0 : 143)));
  });
}
