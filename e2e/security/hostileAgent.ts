/**
 * A program that is launched with the agent in its options, plays the agent, proves itself, and then floods the tool:
 *
 *   node hostileAgent.mjs FLOOD CLASS_FILE
 *
 * CLASS_FILE is of class Root, whose method m is the root to record. hostileTargets.spec.ts runs it.
 */
import { openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { ensure } from '../../shared/base/assert.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import { EXIT_BIT } from '../../shared/events/eventWord.ts';
import { FakeAgent } from '../../electron/engine/testing/fakeAgent.ts';
import { BLOCK_HEADER_BYTES } from '../../shared/wire/blockLayout.ts';
import { BlockEncoder } from '../../shared/wire/blockEncoder.ts';
import { encodeMessage } from '../../shared/wire/controlCodec.ts';
import { SWAP_STATUS, type ControlMessage } from '../../shared/wire/controlMessage.ts';
import {
  CONSUMED_BYTES_OFFSET,
  PRODUCED_BYTES_OFFSET,
  RING_BYTES_OFFSET,
  RING_OFFSET,
} from '../../shared/wire/eventFileLayout.ts';
import { chain, LISTED, PACKETS, type FloodName } from './floods.ts';

const FLOOD_BYTES = 24 << 20;
const METHOD = 16;
const OUTLIVES_FLOOD_MS = 6_000;
const [flood, classFile] = process.argv.slice(2) as [FloodName, string];
const rootBytes = readFileSync(classFile);

const [, sessionFile] = ensure(
  /-javaagent:[^=]*=(\S+)/.exec(process.env['JDK_JAVA_OPTIONS'] ?? ''),
  'the agent option',
);
const session = new Map(
  readFileSync(sessionFile, 'utf8')
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
);
const fact = (key: string): string => ensure(session.get(key), key);

const agent = new FakeAgent(Number(fact('socket').replace('tcp:127.0.0.1:', '')));
agent.answer = answer;
agent.socket.on('close', leave);
await agent.shakeHands(Buffer.from(fact('secret'), 'hex'), { buildId: fact('build'), pid: process.pid });
const events = openSync(fact('events'), 'r+'); // its name goes with the first answer to a PING

function answer(message: ControlMessage): ControlMessage | null {
  switch (message.kind) {
    case 'challenge':
      return null; // shakeHands answers
    case 'listClasses':
      return chain(LISTED[flood] ?? 1, flood === 'upsideDownChain');
    case 'getClassBytes':
      return {
        kind: 'classBytes',
        classes: message.classIds.map((classId) => ({ classId, bytes: rootBytes })),
      };
    case 'findClassFile':
      return { kind: 'classFile', bytes: new Uint8Array(0) };
    case 'calibrate':
    case 'checkCalibration':
      return { kind: 'calibration', ...NO_CALIBRATION };
    case 'retransform':
      return {
        kind: 'retransformed',
        elapsedNs: 1,
        results: message.classIds.map((classId) => ({ classId, status: SWAP_STATUS.swapped, message: '' })),
      };
    case 'startRecording':
      setImmediate(begin);
      return { kind: 'done' };
    case 'stopRecording':
      if (flood === 'noEnd') return null;
      return {
        ...{ kind: 'stopped', producedEvents: producedEvents, droppedEvents: 0, waitedNs: 0, coreWaitNs: 0 },
        ...{
          classLoads: 0,
          classLoadNs: 0,
          firstWaitTimeouts: 0,
          loadTimeouts: 0,
          refusedLanes: 0,
          calledOutside: [],
        },
      };
    case 'detach':
      return { kind: 'detached', restoredClasses: 1, notRestored: [] };
    default:
      return { kind: 'done' };
  }
}

process.on('SIGINT', () => {}); // it does not care

function begin(): void {
  const packets = PACKETS[flood];
  if (packets !== undefined) floodControl(packets(rootBytes));
  if (flood === 'threads' || flood === 'endlessEvents' || flood === 'noEnd') floodEvents();
}

/**
 * The end of this process is no part of a flood of packets: to reap it has taken the kernel 2 s, in a wait4 of the engine's main thread.
 * So it outlives the time in which the neighbours are asked (hostileTargets.spec.ts, FLOOD_MS).
 */
function leave(): void {
  setTimeout(() => process.exit(0), PACKETS[flood] === undefined ? 0 : OUTLIVES_FLOOD_MS);
}

/** The same packets over and over, as fast as the tool takes them. */
function floodControl(packet: (i: number) => ControlMessage): void {
  const packets: Uint8Array[] = [];
  for (let i = 0, bytes = 0; bytes < FLOOD_BYTES; i++) {
    const encoded = encodeMessage(0, packet(i));
    packets.push(encoded);
    bytes += encoded.byteLength;
  }
  const all = Buffer.concat(packets);
  const write = (failure?: Error | null): void => {
    if (failure) return leave(); // writes that fail come back before the socket can tell that it is closed
    agent.socket.write(all, write);
  };
  write();
}

let producedEvents = 0;

/** Fills the ring whenever there is room, before and after the tool has asked for the end. */
function floodEvents(): void {
  const encoder = new BlockEncoder();
  const position = Buffer.alloc(8);
  const ringBytes = read64(RING_BYTES_OFFSET);
  let produced = 0;
  let thread = 1;
  const words = Uint32Array.of(METHOD, 0, METHOD | EXIT_BIT, 0);
  const blockBytes = BLOCK_HEADER_BYTES + words.byteLength;
  const put = (block: Uint8Array): void => {
    writeSync(events, block, 0, block.byteLength, RING_OFFSET + (produced % ringBytes));
    produced += block.byteLength;
  };
  const write = (): void => {
    const end = read64(CONSUMED_BYTES_OFFSET) + ringBytes;
    for (let blocks = 0; blocks < 500 && produced + 2 * blockBytes <= end; blocks++) {
      const untilWrap = ringBytes - (produced % ringBytes);
      if (untilWrap < blockBytes) put(encoder.padding(untilWrap));
      put(encoder.events((flood === 'threads' ? thread++ : 1) as ThreadId, false, words, 0));
      producedEvents += words.length / 2;
    }
    position.writeBigUInt64LE(BigInt(produced));
    writeSync(events, position, 0, 8, PRODUCED_BYTES_OFFSET);
    setImmediate(write);
  };
  write();
}

function read64(offset: number): number {
  const bytes = Buffer.alloc(8);
  readSync(events, bytes, 0, 8, offset);
  return Number(bytes.readBigUInt64LE());
}
