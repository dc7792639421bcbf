import { utilityProcess } from 'electron';

/** The engine in a process of its own: class files and events of the target are never read in the main process. */
export interface EngineHost {
  /** The page to load, http://127.0.0.1:PORT/TOKEN/. */
  readonly url: string;
  /** Resolves when the engine's process is gone, wanted or not. */
  readonly ended: Promise<void>;
  /** Lets it detach from its targets and end; resolves when it has, at the latest after `deadlineMs`. */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Starts dist/engine/serverMain.js and waits until it says where it listens.
 * @throws Error with the engine's last words when it ends before that
 */
export async function startEngine(modulePath: string): Promise<EngineHost> {
  const engine = utilityProcess.fork(modulePath, [], {
    serviceName: 'Sluice engine',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = '';
  engine.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords = (lastWords + chunk.toString()).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => engine.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    engine.on('message', (message: unknown) => {
      if (isListening(message)) resolve(message.url);
    });
    void ended.then(() => reject(new Error(`The engine ended before it listened. ${lastWords}`)));
  });
  return {
    url,
    ended,
    async stop(deadlineMs) {
      engine.kill(); // SIGTERM: the engine detaches first
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, deadlineMs)));
      await Promise.race([ended, deadline]);
      clearTimeout(timer);
    },
  };
}

function isListening(message: unknown): message is { kind: 'listening'; url: string } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'kind' in message &&
    message.kind === 'listening' &&
    'url' in message &&
    typeof message.url === 'string'
  );
}
