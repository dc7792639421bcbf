import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAgent } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { readStartTicks } from '../jvms/procStatus.ts';
import { ownPlace } from '../jvms/targetUser.ts';
import { Relay } from '../testing/relay.ts';
import { haystacksWith } from '../testing/secretSearch.ts';
import {
  SLEEPER,
  TEST_JDKS,
  compileJava,
  removeFolder,
  startJvm,
  waitUntil,
  type TestJvm,
} from '../testing/javaFixture.ts';
import { placeAgentJar, readAgentJar } from './agentJar.ts';
import { Rendezvous } from './rendezvous.ts';

/** The secret of a session on its whole way, between a real agent and the tool's own side, with a relay in between. */

let classes = '';
beforeAll(() => {
  classes = compileJava('Sleeper', SLEEPER);
});
afterAll(() => removeFolder(classes));

const NEVER = new Promise<never>(() => {});

/** What is laid out for an agent, with a copy of its session file that leads through the relay. */
interface Stage {
  readonly rendezvous: Rendezvous;
  readonly relay: Relay;
  readonly secret: Buffer;
  readonly sessionFile: string;
}

async function stageFor(folder: string, nsPid: number): Promise<Stage> {
  const { buildId } = readAgentJar();
  const rendezvous = await Rendezvous.prepare({ place: ownPlace(), buildId, nsPid, unixSocket: false });
  const text = readFileSync(rendezvous.agentOptions, 'utf8');
  const [, port] = /^socket=tcp:127\.0\.0\.1:(\d+)$/m.exec(text) ?? [];
  const [, secret] = /^secret=(.*)$/m.exec(text) ?? [];
  const relay = await Relay.before(Number(port));
  const sessionFile = join(folder, 'session');
  writeFileSync(sessionFile, text.replace(/^socket=.*$/m, `socket=tcp:127.0.0.1:${relay.port}`), {
    mode: 0o600,
  });
  return { rendezvous, relay, secret: Buffer.from(secret, 'hex'), sessionFile };
}

function targetOf({ pid }: TestJvm): AttachTarget {
  const { euid, egid } = ownPlace();
  return { pid, nsPid: pid, startTicks: readStartTicks(pid) ?? 0, euid, egid };
}

describe.each(TEST_JDKS)('on JDK $feature', (java) => {
  it('nothing tells the secret of a session once it runs, and its file opens no second one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-secret-'));
    const jvm = await startJvm({
      java,
      arguments: ['-Xmx32m', '-XX:StartFlightRecording', '-cp', classes, 'Sleeper'],
    });
    const { rendezvous, relay, secret, sessionFile } = await stageFor(folder, jvm.pid);
    try {
      const jar = placeAgentJar(ownPlace(), readAgentJar());
      const loading = loadAgent(targetOf(jvm), jar, sessionFile);
      const { agent, eventFile } = await rendezvous.meet(NEVER);
      await loading;
      await agent.listClasses();

      // Not execFileSync: an agent that is not pinged leaves.
      const jcmd = async (...args: string[]): Promise<string> =>
        (await promisify(execFile)(join(java.home, 'bin/jcmd'), [String(jvm.pid), ...args])).stdout;
      await jcmd('GC.heap_dump', '-all', join(folder, 'heap.hprof'));
      await jcmd('JFR.dump', `filename=${join(folder, 'flight.jfr')}`);
      const haystacks = {
        'command line': readFileSync(`/proc/${jvm.pid}/cmdline`),
        environment: readFileSync(`/proc/${jvm.pid}/environ`),
        'heap with its garbage': readFileSync(join(folder, 'heap.hprof')),
        'flight recording': readFileSync(join(folder, 'flight.jfr')),
        'VM.info': await jcmd('VM.info'),
        'VM.system_properties': await jcmd('VM.system_properties'),
        'VM.command_line': await jcmd('VM.command_line'),
        'packets of the agent': relay.fromAgent,
        'packets of the tool': relay.fromTool,
        'output of the program': jvm.output() + jvm.errors(),
      };
      expect(haystacks['heap with its garbage'].includes('sluice.agent.Session')).toBe(true);
      expect(relay.fromTool.byteLength).toBeGreaterThan(100);
      expect(haystacksWith(secret, { ...haystacks, 'session file': readFileSync(sessionFile) })).toEqual([
        'session file',
      ]);

      await agent.detach();
      agent.close();
      eventFile.close();
      await loadAgent(targetOf(jvm), jar, sessionFile);
      await waitUntil(() => /^Sluice: not attached: /m.test(jvm.errors()), 'the refusal');
      expect(haystacksWith(secret, { errors: jvm.errors() })).toEqual([]);
    } finally {
      rendezvous.close();
      relay.close();
      await jvm.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('what an agent once sent proves nothing to another session, nor to its own again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-secret-'));
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Sleeper'] });
    const first = await stageFor(folder, jvm.pid);
    const second = await stageFor(folder, jvm.pid);
    try {
      writeFileSync(
        first.sessionFile,
        readFileSync(second.sessionFile, 'utf8')
          .replace(/^socket=.*$/m, `socket=tcp:127.0.0.1:${first.relay.port}`)
          .replace(/^secret=.*$/m, `secret=${first.secret.toString('hex')}`),
      );
      const jar = placeAgentJar(ownPlace(), readAgentJar());
      const loading = loadAgent(targetOf(jvm), jar, first.sessionFile);
      const { agent, eventFile } = await first.rendezvous.meet(NEVER);
      await loading;
      await expect(replayed(first.relay.fromAgent, second.relay.port)).resolves.toBe('hung up');
      await expect(replayed(first.relay.fromAgent, first.relay.port)).resolves.toBe('hung up');
      agent.close();
      eventFile.close();
    } finally {
      for (const { rendezvous, relay } of [first, second]) {
        rendezvous.close();
        relay.close();
      }
      await jvm.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Sends what was kept; the other side hangs up without a command. */
async function replayed(bytes: Buffer, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = 0;
  socket.on('data', (chunk: Buffer) => (heard += chunk.byteLength));
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  // A challenge is all that a stranger hears: length, id, type, version, nonce, proof.
  return heard <= 4 + 5 + 2 + 4 + 32 + 4 + 32 ? 'hung up' : `heard ${heard} bytes`;
}
