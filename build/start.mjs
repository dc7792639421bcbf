// npm start: the desktop window where Electron can run, else the same application in the browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
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

/** What the server says on stdout when it is ready. */
const LISTENING = /^Sluice is at (\S+)\n/m;

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

/** The engine's server until Ctrl-C; the browser is opened when the server says where it is. */
function serve(options) {
  const args = [
    fromRoot('dist/engine/serverMain.js'),
    ...(options.port ? ['--port', options.port] : []),
    ...(options.demo ? ['--demo'] : []),
  ];
  let printed = '';
  return runToEnd(process.execPath, args, (text) => {
    process.stdout.write(text);
    const toldBefore = LISTENING.test(printed);
    printed += text;
    const url = LISTENING.exec(printed)?.[1];
    if (url && !toldBefore && !options['no-open']) openBrowser(url);
  });
}

function openBrowser(url) {
  const opener =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')]
        : ['xdg-open', url];
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDisplay || !isOnPath(opener[0]))
    return say('Open this address in a browser on this machine. Ctrl-C ends Sluice.');
  const [program, ...args] = opener;
  spawn(program, args, { detached: true, stdio: 'ignore' })
    .on('error', (error) =>
      say(`The browser could not be opened (${error.message}): open the address above.`),
    )
    .unref();
  say('Ctrl-C ends Sluice.');
}

function isOnPath(program) {
  if (process.platform === 'win32') return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/**
 * Runs a child until it ends; resolves to its exit code. Ctrl-C reaches it by itself (same terminal), a plain kill is
 * handed on, and the server notices by its IPC channel when this process is gone.
 */
function runToEnd(program, args, onOutput) {
  const child = spawn(program, args, {
    stdio: onOutput ? ['inherit', 'pipe', 'inherit', 'ipc'] : 'inherit',
  });
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  process.on('SIGINT', () => {});
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 0 : 143)));
  });
}
