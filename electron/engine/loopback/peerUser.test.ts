import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AS_ROOT, OTHER_UID, startAsOther } from '../testing/otherUser.ts';
import { isWelcome, ownUids, peerUid, type ConnectionEnds } from './peerUser.ts';

const OWN_UID = process.geteuid?.() ?? -1;

let server: Server;
let port = 0;
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

function nextConnection(): Promise<Socket> {
  return new Promise((resolve) =>
    server.once('connection', (socket) => {
      clients.push(socket.on('error', () => {}));
      resolve(socket);
    }),
  );
}

describe.runIf(process.platform === 'linux')('the user at the other end of a connection', () => {
  it.each([
    ['127.0.0.1', 'a socket of IPv4'],
    ['::ffff:127.0.0.1', "a socket of both families, as Java's are"],
  ])('is told: %s, %s', async (host) => {
    const accepted = nextConnection();
    clients.push(connect(port, host));
    expect(peerUid(await accepted)).toBe(OWN_UID);
  });

  it.skipIf(AS_ROOT !== '')(`is another one when it is another's${AS_ROOT}`, async () => {
    const accepted = nextConnection();
    const other = startAsOther('require("net").connect(process.argv[1], "127.0.0.1")', [port]);
    expect(peerUid(await accepted)).toBe(OTHER_UID);
    other.kill();
  });

  it('is told while the other end has only stopped talking', async () => {
    const accepted = nextConnection();
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    clients.push(client);
    const socket = await accepted;
    client.end();
    await new Promise((resolve) => socket.once('end', resolve).resume());
    expect(peerUid(socket)).toBe(OWN_UID);
  });

  it('is not taken for root when the other end is closed', async () => {
    const accepted = nextConnection();
    const client = connect(port, '127.0.0.1');
    const socket = await accepted;
    const ends = endsOf(socket); // a closed socket knows them no more
    const ended = new Promise((resolve) => socket.once('end', resolve).resume());
    client.destroy();
    await ended;
    expect(peerUid(ends)).toBeNull();
  });

  it('is found among many connections', async () => {
    server.on('connection', (socket) => clients.push(socket.on('error', () => {})));
    for (let i = 0; i < 300; i++) {
      const accepted = nextConnection();
      clients.push(connect(port, '127.0.0.1'));
      expect(peerUid(await accepted)).toBe(OWN_UID);
    }
  });
});

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): ConnectionEnds {
  return { localAddress, localPort, remoteAddress, remotePort };
}

describe('welcome', () => {
  it.each<[string, number | null, boolean]>([
    ['our own user', 1000, true],
    ['root', 0, true],
    ['another user', 1001, false],
    ['nobody, as users of other namespaces are shown', 65_534, false],
    ['one that the system does not tell', null, true],
  ])('%s: uid %s, %s', (_, uid, welcome) => expect(isWelcome(uid, [1000])).toBe(welcome));

  it('is also who became root by sudo, and nobody by naming himself so', () => {
    process.env['SUDO_UID'] = '1234';
    expect(ownUids()).toEqual(OWN_UID === 0 ? [0, 1234] : [OWN_UID]);
    delete process.env['SUDO_UID'];
    expect(ownUids()).toEqual([OWN_UID]);
  });
});
