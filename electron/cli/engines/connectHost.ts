import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Duplex, Readable, Writable } from 'node:stream';
import { SluiceError } from '../../../shared/base/errors.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { markedLine } from '../../engine/piped/markedLines.ts';
import { Multiplexer } from '../../engine/piped/multiplexer.ts';
import { connectTo, type ConnectedEngine } from './connectEngine.ts';
import type { Host } from './host.ts';
import { hostScript } from './hostScript.ts';
import { sentEngine } from './sentEngine.ts';

/** An engine that is told to end, and does not, is left to the end of its pipe. */
const END_MS = 20_000;
/** Ctrl+C in a terminal goes to all of its processes: the carrier must outlive it, for the recording is saved through it. */
const IGNORE_INTERRUPT = `trap '' INT; exec "$@"`;

/** What the script and the engine say of themselves: a Node that is too old is no fault where another one is found. */
const OURS = 'sluice: ';

/** Of what is said before an engine runs, in characters. */
const MOST_SAID = 1 << 20;
const LONGEST_LINE = 4_096;
const MOST_LINES = 100;

type Carrier = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts our engine on another machine, in a container, or as another user, and connects to it. It is sent there the first time.
 * @param node where Node is there; null: it is looked for
 * @param talk takes what the carrier and the engine say, a line each
 * @throws SluiceError 'io' with what was said there, where it does not start
 */
export async function connectHost(
  host: Host,
  node: string | null,
  talk: (line: string) => void,
): Promise<ConnectedEngine> {
  const nonce = randomBytes(8).toString('hex');
  const { hash, packed } = sentEngine();
  const carrier = spawn('sh', ['-c', IGNORE_INTERRUPT, 'sh', ...host.command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = new SaidLines(carrier, (line) => talk(`${host.name}: ${line}`));
  try {
    carrier.stdin.on('error', () => {}); // its end follows
    carrier.stdin.write(hostScript(nonce, hash, node));
    let answer = await markedLine(carrier.stdout, nonce);
    if (answer === 'want') {
      carrier.stdin.write(packed());
      answer = await markedLine(carrier.stdout, nonce);
    } else if (answer === 'have') {
      answer = await markedLine(carrier.stdout, nonce);
    }
    const [, address] = /^ready (http:\S+)$/.exec(answer ?? '') ?? [];
    if (address === undefined) throw await notStarted(host, said);
    said.pass();
    const multiplexer = new Multiplexer(carrier.stdout, carrier.stdin);
    let isLeaving = false;
    // A link that is lost is nothing that its carrier would notice soon.
    void multiplexer.closed.then(() => isLeaving || carrier.kill());
    const open = (): Duplex => multiplexer.open();
    const { engine, close } = await connectTo(address, host.name, open);
    return {
      engine,
      elsewhere: { name: host.name, address, open },
      async close() {
        isLeaving = true;
        await close();
        multiplexer.close();
        await ended(carrier);
      },
    };
  } catch (thrown) {
    carrier.kill();
    throw thrown;
  }
}

async function notStarted({ name }: Host, said: SaidLines): Promise<SluiceError> {
  const last = await said.last();
  const words =
    last === '' ? 'it ended without a word.' : last.replace(/^sluice: /, '').replace(/([^.?!])$/, '$1.');
  return new SluiceError(
    'io',
    `No engine runs at ${name}: ${visibleLine(words)}`,
    'It needs a shell and Node 20.13 or newer there: --on-node PATH says where Node is.',
  );
}

/** Resolves when the carrier has ended, and thus the engine has left every target. */
async function ended(carrier: Carrier): Promise<void> {
  if (carrier.exitCode !== null || carrier.signalCode !== null) return;
  const timer = setTimeout(() => carrier.kill(), END_MS);
  await once(carrier, 'exit');
  clearTimeout(timer);
}

/**
 * What a carrier says on stderr: kept until its engine runs, and passed on from then on, but for our own refusals. One that
 * complains without end is ended, and a line without end is cut: whoever is there is no friend by that.
 */
class SaidLines {
  readonly #ended: Promise<unknown>;
  readonly #pass: (line: string) => void;
  readonly #kept: string[] = [];
  #partial = '';
  #said = 0;
  #passes = false;

  constructor(carrier: Carrier, pass: (line: string) => void) {
    const { stderr } = carrier;
    this.#pass = pass;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text.length;
      this.#take(text);
      if (!this.#passes && this.#said > MOST_SAID) {
        carrier.kill();
        stderr.destroy(); // what it has started hears of it
      }
    });
    const failed = new Promise<void>((resolve) => {
      carrier.once('error', (error) => {
        this.#kept.push(error.message);
        resolve();
      });
    });
    this.#ended = Promise.race([failed, new Promise((resolve) => stderr.once('close', resolve))]);
  }

  pass(): void {
    this.#passes = true;
    for (const line of this.#kept.splice(0)) if (!line.startsWith(OURS)) this.#pass(line);
  }

  /** When all has been said: our own sentence, else the last line that says anything. */
  async last(): Promise<string> {
    await this.#ended;
    const told = [...this.#kept, this.#partial].filter((line) => line.trim() !== '');
    return told.findLast((line) => line.startsWith(OURS)) ?? told.at(-1) ?? '';
  }

  #take(text: string): void {
    const lines = (this.#partial + text).split('\n');
    this.#partial = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines.map((whole) => whole.slice(0, LONGEST_LINE))) {
      if (this.#passes) this.#pass(line);
      else this.#kept.push(line);
    }
    this.#kept.splice(0, this.#kept.length - MOST_LINES);
  }
}
