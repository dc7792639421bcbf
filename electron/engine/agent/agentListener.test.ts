import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_LAYOUT } from '../../../shared/events/objectLayout.ts';
import { ensure } from '../../../shared/base/assert.ts';
import { encodeMessage } from '../../../shared/wire/controlCodec.ts';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { FakeAgent } from '../testing/fakeAgent.ts';
import { waitUntil } from '../testing/javaFixture.ts';
import { AS_ROOT, OTHER_UID, runAsOther, startAsOther } from '../testing/otherUser.ts';
import { AgentListener } from './agentListener.ts';
import { agentProof, makeNonce, makeSecret } from './handshake.ts';

/** Who calls beside the agent, and what that costs it. */
const secret = makeSecret();
const credentials = { secret, buildId: 'build-1', nsPid: 4711 };
const OWN_UID = process.geteuid?.() ?? -1;

let folder = '';
let path = '';
let listener: AgentListener;
const agents: FakeAgent[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  path = join(folder, 's');
  listener = AgentListener.onUnixSocket(path, credentials);
});
afterEach(() => {
  listener.close();
  for (const agent of agents.splice(0)) agent.socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function dial(address: string | number = path): FakeAgent {
  const agent = new FakeAgent(address);
  agents.push(agent);
  return agent;
}

/** One that knows who is waited for, but not the secret. */
function impostor(address: string | number = path, version = PROTOCOL_VERSION): FakeAgent {
  const agent = dial(address);
  agent.send(0, { kind: 'hello', version, buildId: 'build-1', pid: 4711, nonce: new Uint8Array(32) });
  return agent;
}

describe('without a proof', () => {
  it('there is room for 64 connections, and one by chance goes for each that comes then', async () => {
    const first = Array.from({ length: 64 }, () => impostor());
    for (const agent of first) expect(await agent.next('challenge')).not.toBeNull();
    const all = [...first, ...Array.from({ length: 36 }, () => impostor())];
    const gone = (): number => all.filter(({ closed }) => closed).length;
    await waitUntil(() => gone() === 36, 'hung-up strangers', 4_000); // before the deadline of the first
    expect(first.filter(({ closed }) => closed).length).toBeLessThan(36); // not simply the oldest
    void dial().shakeHands(secret);
    await listener.arrival();
  });

  it('a connection lasts 5 s, whether it says nothing or does not prove what it says', async () => {
    const startMs = performance.now();
    const heldMs = async (agent: FakeAgent): Promise<number> => {
      await agent.untilClosed();
      return performance.now() - startMs;
    };
    for (const held of await Promise.all([heldMs(dial()), heldMs(impostor())])) {
      expect(held).toBeGreaterThan(4_000);
      expect(held).toBeLessThan(10_000);
    }
  });

  it('nobody is believed to be of another version: the agent that comes later is taken', async () => {
    const stranger = impostor(path, 999);
    await stranger.untilClosed();
    void dial().shakeHands(secret);
    expect((await listener.arrival()).pid).toBe(4711);
  });

  it('another version is told when nobody has come until waiting is given up', async () => {
    const arrival = listener.arrival();
    await impostor(path, 999).untilClosed();
    listener.close();
    await expect(arrival).rejects.toMatchObject({
      code: 'version',
      message: expect.stringContaining('version 999') as string,
    });
  });
});

/** Says the bytes, and prints how many bytes came back when the connection is closed. */
const SAY = `
  const [port, hex] = process.argv.slice(1);
  let heard = 0;
  const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(Buffer.from(hex, 'hex')));
  socket.on('data', (bytes) => { heard += bytes.length; socket.end(); }).on('error', () => {});
  socket.on('close', () => console.log(heard));`;

/** 64 connections that are dialled anew as often as they are closed. */
const FLOOD = `
  const { connect } = require('node:net');
  const hello = Buffer.from(process.argv[2], 'hex');
  let closed = 0;
  const dial = () => connect(process.argv[1], '127.0.0.1', function () { this.write(hello); })
    .on('error', () => {})
    .on('close', () => { if (++closed % 200 === 0) console.log('200 more'); dial(); });
  for (let i = 0; i < 64; i++) dial();`;

describe.skipIf(AS_ROOT !== '')(`over TCP, another user of the machine${AS_ROOT}`, () => {
  const hello = (version: number): string =>
    Buffer.from(
      encodeMessage(0, { kind: 'hello', version, buildId: 'build-1', pid: 4711, nonce: new Uint8Array(32) }),
    ).toString('hex');

  it.each([
    ['is not heard', OWN_UID, 0],
    ['is heard when the target is theirs, as root attaches to it', OTHER_UID, 1],
  ])('%s', async (_, targetUid, atLeast) => {
    const loopback = await AgentListener.onLoopback(credentials, targetUid);
    const heard = Number(await runAsOther(SAY, [loopback.port, hello(PROTOCOL_VERSION)]));
    loopback.listener.close();
    expect(Math.min(heard, 1)).toBe(atLeast);
  });

  it('neither ends the wait by what is said, nor takes the place of an agent that is slow to prove itself', async () => {
    const loopback = await AgentListener.onLoopback(credentials, OWN_UID);
    const flood = startAsOther(FLOOD, [loopback.port, hello(999)]);
    const moreOfIt = (): Promise<unknown> => once(ensure(flood.stdout, 'stdout of the flood'), 'data');
    try {
      await moreOfIt();
      const agent = dial(loopback.port);
      const nonce = makeNonce();
      agent.send(0, { kind: 'hello', version: PROTOCOL_VERSION, buildId: 'build-1', pid: 4711, nonce });
      const challenge = ensure(await agent.next('challenge'), 'the challenge');
      await moreOfIt();
      const proof = agentProof(secret, nonce, challenge.message.nonce);
      agent.send(0, {
        kind: 'proof',
        proof,
        javaVersion: '17.0.1',
        vmName: 'Fake VM',
        startup: false,
        processors: 2,
        layout: USUAL_LAYOUT,
      });
      expect((await loopback.listener.arrival()).pid).toBe(4711);
      expect(loopback.listener.mismatch).toBeNull();
    } finally {
      flood.kill();
      loopback.listener.close();
    }
  });
});
