import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../testing/javaFixture.ts';
import { AS_ROOT, OTHER_UID, startAsOther } from '../testing/otherUser.ts';
import { isWelcome, ownUids, PeerUsers } from './peerUsers.ts';

const OWN_UID = process.geteuid?.() ?? -1;

let server: Server;
let port = 0;
let users: PeerUsers;
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  users = new PeerUsers(port);
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
    expect(users.uidOf(await accepted)).toBe(OWN_UID);
  });

  it.skipIf(AS_ROOT !== '')(`is another one when it is another's${AS_ROOT}`, async () => {
    const accepted = nextConnection();
    const other = startAsOther('require("net").connect(process.argv[1], "127.0.0.1")', [port]);
    expect(users.uidOf(await accepted)).toBe(OTHER_UID);
    other.kill();
  });

  it('is told while the other end has only stopped talking', async () => {
    const accepted = nextConnection();
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    clients.push(client);
    const socket = await accepted;
    client.end();
    await new Promise((resolve) => socket.once('end', resolve).resume());
    expect(users.uidOf(socket)).toBe(OWN_UID);
  });

  it('is not taken for root when the other end is closed', async () => {
    const accepted = nextConnection();
    const client = connect(port, '127.0.0.1');
    const socket = await accepted;
    const ended = new Promise((resolve) => socket.once('end', resolve).resume());
    client.destroy();
    await ended;
    expect(users.uidOf(socket)).toBeNull();
  });

  it('is told of each of many that wait in the queue, by few looks at the table', async () => {
    const accepted: Socket[] = [];
    server.on('connection', (socket) => accepted.push(socket.on('error', () => {})));
    for (let i = 0; i < 300; i++) clients.push(connect(port, i % 2 === 0 ? '127.0.0.1' : '::ffff:127.0.0.1'));
    await waitUntil(() => accepted.length === 300, 'the connections');
    const startMs = performance.now();
    expect(accepted.map((socket) => users.uidOf(socket))).toEqual(accepted.map(() => OWN_UID));
    const manyMs = performance.now() - startMs;
    const one = performance.now();
    expect(new PeerUsers(port).uidOf(accepted[0])).toBe(OWN_UID);
    expect(manyMs).toBeLessThan(50 * (performance.now() - one));
    clients.push(...accepted);
  });

  it('is looked up anew for a connection that came after the last look', async () => {
    const first = nextConnection();
    clients.push(connect(port, '127.0.0.1'));
    expect(users.uidOf(await first)).toBe(OWN_UID);
    const second = nextConnection();
    clients.push(connect(port, '127.0.0.1'));
    expect(users.uidOf(await second)).toBe(OWN_UID);
  });
});

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
