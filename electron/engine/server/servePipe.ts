import { readyLine } from '../piped/markedLines.ts';
import { Multiplexer } from '../piped/multiplexer.ts';
import { Engine } from '../engine.ts';
import { closeInOrder } from './closeInOrder.ts';
import { EngineServer } from './server.ts';

/**
 * Serves the one client at the other end of stdin and stdout, as ssh and `docker exec` carry them. Ends, detached from every
 * target, when that end is gone. Ctrl+C in the client's terminal comes here too where both are on one machine: the client ends
 * its recording, and then us.
 */
export async function servePipe(nonce: string): Promise<void> {
  const engine = new Engine();
  engine.log.write({ event: 'began', node: Number.parseInt(process.versions.node, 10) });
  const server = await EngineServer.start({ engine, port: null, pageFiles: new Map() });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => closeInOrder(engine, server));
  process.stdout.write(readyLine(nonce, server.url));
  const { closed } = new Multiplexer(process.stdin, process.stdout, (channel) => server.take(channel));
  await closed;
  closeInOrder(engine, server);
}
