import { request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import { LoopbackDoor, refuseUpgrade, type DoorOptions } from './loopbackDoor.ts';

/** An engine on another machine: what opens connections to its server, and that server's address. */
export interface EngineElsewhere {
  /** As a person named the place. */
  readonly name: string;
  readonly address: string;
  readonly open: () => Duplex;
}

const BAD_GATEWAY = 502;

/**
 * Opens a door here to an engine elsewhere: the page is ours, and what it asks goes there. Its own token guards it; the one of that
 * engine is known to nobody else.
 */
export async function relayDoor(engine: EngineElsewhere, options: DoorOptions): Promise<LoopbackDoor> {
  const door = await LoopbackDoor.open(options);
  door.serve({
    answer: (path, asked, response) => passRequest(engine, path, asked, response),
    upgrade(path, asked, socket, head) {
      if (path !== 'rpc') return 404;
      passUpgrade(engine, path, asked, socket, head);
      return null;
    },
  });
  return door;
}

function passRequest(
  { address, open }: EngineElsewhere,
  path: string,
  asked: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = kept(asked, ['content-type', 'content-length']);
  const passed = request(`${address}${path}`, { method: asked.method, headers, createConnection: open });
  passed.once('response', (answer) => {
    response.writeHead(
      answer.statusCode ?? BAD_GATEWAY,
      kept(answer, ['content-type', 'content-length', 'allow']),
    );
    response.flushHeaders();
    pipeline(answer, response, () => {}); // what is cut is told by its length, or by the page's connection
  });
  passed.once('error', () => response.destroy());
  response.once('close', () => passed.destroy());
  pipeline(asked, passed, () => {});
}

function passUpgrade(
  { address, open }: EngineElsewhere,
  path: string,
  asked: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const headers = {
    ...kept(asked, ['sec-websocket-key', 'sec-websocket-version']),
    ...{ connection: 'Upgrade', upgrade: 'websocket' },
  };
  const passed = request(`${address}${path}`, { headers, createConnection: open });
  passed.once('upgrade', (answer, there, first) => {
    const accept = answer.headers['sec-websocket-accept'] ?? '';
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.write(first);
    there.write(head);
    pipeline(socket, there, () => {});
    pipeline(there, socket, () => {});
  });
  passed.once('response', ({ statusCode }) => refuseUpgrade(socket, statusCode ?? BAD_GATEWAY));
  passed.once('error', () => socket.destroy());
  socket.on('error', () => passed.destroy());
  passed.end();
}

function kept({ headers }: IncomingMessage, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}
