import { ByteReader } from '../base/byteReader.ts';
import { ByteWriter } from '../base/byteWriter.ts';
import { SluiceError } from '../base/errors.ts';
import { METHOD_ID_LIMIT, type ClassId, type LoaderId, type MethodId, type RegionId } from '../base/ids.ts';
import { RECORDING_MARK } from '../events/recordingMark.ts';
import {
  writeArray,
  readArray,
  writeIds,
  readIds,
  writeTexts,
  readTexts,
  writeLoader,
  readLoader,
  writeClass,
  readClass,
  writeSwapResult,
  readSwapResult,
  writeBoolean,
  readBoolean,
  readNumberUpTo,
  readClock,
  readDuration,
  readSecret,
  readVersion,
} from './controlFields.ts';
import {
  AGENT_NOTES,
  CLOCK,
  MESSAGE_TYPE,
  type ControlMessage,
  type LoadedClass,
  type MessageKind,
} from './controlMessage.ts';
import { LENGTH_BYTES, MAX_PACKET_LENGTH } from './frameSplitter.ts';
import { readAccount, readTotals, writeAccount, writeTotals } from './runningTotals.ts';

/** Both directions of one message, side by side, in the order of the wire. */
interface Codec<M> {
  write(to: ByteWriter, message: M): void;
  read(from: ByteReader): M;
  /** The same with rests, where a packet may hold very much. */
  readSteps?(from: ByteReader): Generator<void, M, undefined>;
}

// What the agent may list in one packet: beyond the biggest programs, and soon read. README.md section 1.
const MAX_CLASSES = 500_000;
const MAX_LOADERS = 100_000;
/** Of a RETRANSFORM, and of a GET_CLASS_BYTES. */
const MAX_SWAPPED = 2_000;
/** Some 5 ms of reading. */
const CLASSES_PER_STEP = 5_000;

type MessageOf<K extends MessageKind> = Extract<ControlMessage, { kind: K }>;

/** A whole packet: length, id, type and fields (README.md section 1). `id` 0 = no answer wanted. */
export function encodeMessage(id: number, message: ControlMessage): Uint8Array {
  const to = new ByteWriter();
  to.u32(0).u32(id).u8(MESSAGE_TYPE[message.kind]);
  codecOf(message.kind).write(to, message);
  const length = to.length - LENGTH_BYTES;
  if (length > MAX_PACKET_LENGTH) {
    throw new SluiceError(
      'protocol',
      `Packet ${message.kind} of ${length} bytes: at most ${MAX_PACKET_LENGTH} are allowed`,
    );
  }
  to.patchU32(0, length);
  return to.toBytes();
}

/**
 * The fields of one packet as a value. Byte fields are views of `fields`, not copies.
 * @throws SluiceError 'protocol' for an unknown type, a short or impossible field and trailing bytes;
 *   'version' for a handshake of another protocol version
 */
export function decodeMessage(type: number, fields: Uint8Array): ControlMessage {
  const kind = kindOfType(type);
  const from = new ByteReader(fields, `Packet ${kind}`);
  const message = codecOf(kind).read(from);
  from.end();
  return message;
}

/** The same in steps of a few milliseconds, for who has others to serve; `fields` must stay as they are until the end. */
export function* decodingSteps(type: number, fields: Uint8Array): Generator<void, ControlMessage, undefined> {
  const kind = kindOfType(type);
  const { readSteps } = codecOf(kind);
  if (readSteps === undefined) return decodeMessage(type, fields);
  const from = new ByteReader(fields, `Packet ${kind}`);
  const message = yield* readSteps(from);
  from.end();
  return message;
}

/** @throws SluiceError 'protocol' for an unknown type */
export function kindOfType(type: number): MessageKind {
  const kind = KIND_OF_TYPE.get(type);
  if (kind === undefined) {
    throw new SluiceError('protocol', `Control connection: packet type ${type} is not defined`);
  }
  return kind;
}

const KIND_OF_TYPE: ReadonlyMap<number, MessageKind> = new Map(
  (Object.keys(MESSAGE_TYPE) as MessageKind[]).map((kind) => [MESSAGE_TYPE[kind], kind]),
);

/** Each row reads and writes its own kind; which one it is, only the caller's message knows. */
function codecOf(kind: MessageKind): Codec<ControlMessage> {
  return CODECS[kind];
}

const CODECS: { readonly [K in MessageKind]: Codec<MessageOf<K>> } = {
  hello: {
    write: (to, m) => void to.u16(m.version).utf(m.buildId).i64(m.pid).blob(m.nonce),
    read: (from) => ({
      kind: 'hello',
      version: readVersion(from, 'agent'),
      buildId: from.utf('buildId'),
      pid: from.i64('pid'),
      nonce: readSecret(from, 'nonceA'),
    }),
  },
  challenge: {
    write: (to, m) => void to.u16(m.version).blob(m.nonce).blob(m.proof),
    read: (from) => ({
      kind: 'challenge',
      version: readVersion(from, 'tool'),
      nonce: readSecret(from, 'nonceT'),
      proof: readSecret(from, 'proofT'),
    }),
  },
  proof: {
    write: (to, m) => {
      to.blob(m.proof).utf(m.javaVersion).utf(m.vmName);
      writeBoolean(to, m.startup);
    },
    read: (from) => ({
      kind: 'proof',
      proof: readSecret(from, 'proofA'),
      javaVersion: from.utf('javaVersion'),
      vmName: from.utf('vmName'),
      startup: readBoolean(from, 'startup'),
    }),
  },
  listClasses: empty('listClasses'),
  classes: {
    write: (to, m) => {
      writeArray(to, m.loaders, writeLoader);
      writeArray(to, m.classes, writeClass);
    },
    read: (from) => lastOf(classesInSteps(from)),
    readSteps: classesInSteps,
  },
  getClassBytes: {
    write: (to, m) => writeIds(to, m.classIds),
    read: (from) => ({ kind: 'getClassBytes', classIds: readIds<ClassId>(from, 'classIds') }),
  },
  classBytes: {
    write: (to, m) => writeArray(to, m.classes, (w, c) => void w.u32(c.classId).blob(c.bytes)),
    read: (from) => ({
      kind: 'classBytes',
      classes: readArray(
        from,
        'classBytes',
        8,
        (r) => ({ classId: r.u32('classId') as ClassId, bytes: r.blob('bytes') }),
        MAX_SWAPPED,
      ),
    }),
  },
  setLoadHook: {
    write: (to, m) => {
      writeBoolean(to, m.on);
      to.u32(m.deadlineMs);
      writeTexts(to, m.tellPrefixes);
      writeTexts(to, m.askModules);
    },
    read: (from) => ({
      kind: 'setLoadHook',
      on: readBoolean(from, 'mode'),
      deadlineMs: from.u32('deadlineMs'),
      tellPrefixes: readTexts(from, 'tellPrefixes'),
      askModules: readTexts(from, 'askModules'),
    }),
  },
  retransform: {
    write: (to, m) => {
      writeIds(to, m.classIds);
      to.u32(m.retryMs);
      writeBoolean(to, m.restore);
    },
    read: (from) => ({
      kind: 'retransform',
      classIds: readIds<ClassId>(from, 'classIds'),
      retryMs: from.u32('retryMs'),
      restore: readBoolean(from, 'restore'),
    }),
  },
  retransformed: {
    write: (to, m) => writeArray(to.i64(m.elapsedNs), m.results, writeSwapResult),
    read: (from) => ({
      kind: 'retransformed',
      elapsedNs: from.i64('elapsedNs'),
      results: readArray(from, 'results', 7, readSwapResult, MAX_SWAPPED),
    }),
  },
  markReady: {
    write: (to, m) => writeIds(to, m.methodIds),
    read: (from) => ({ kind: 'markReady', methodIds: readIds<MethodId>(from, 'methodIds') }),
  },
  markReflected: {
    write: (to, m) => writeIds(to, m.numbers),
    read: (from) => ({ kind: 'markReflected', numbers: readIds(from, 'numbers') }),
  },
  markRecording: {
    write: (to, m) => void to.u8(m.mark),
    read: (from) => ({ kind: 'markRecording', mark: readNumberUpTo(from, 'mark', RECORDING_MARK.reset) }),
  },
  startRecording: {
    write: (to, m) => {
      to.u8(CLOCK[m.clock]).u32(m.fullWaitMs).u32(m.firstWaitMs);
      writeBoolean(to, m.lazy);
      writeBoolean(to, m.coreWaits);
    },
    read: (from) => ({
      kind: 'startRecording',
      clock: readClock(from),
      fullWaitMs: from.u32('fullWaitMs'),
      firstWaitMs: from.u32('firstWaitMs'),
      lazy: readBoolean(from, 'lazy'),
      coreWaits: readBoolean(from, 'coreWaits'),
    }),
  },
  done: empty('done'),
  stopRecording: empty('stopRecording'),
  stopped: {
    write: (to, m) => void writeAccount(to, m),
    read: (from) => ({ kind: 'stopped', ...readAccount(from) }),
  },
  calibrate: {
    write: (to, m) => void to.u8(CLOCK[m.clock]),
    read: (from) => ({ kind: 'calibrate', clock: readClock(from) }),
  },
  calibration: {
    write: (to, m) => {
      to.f64(m.innerNs).f64(m.outerNs).f64(m.spreadNs);
      to.f64(m.countNs).f64(m.countSpreadNs).f64(m.pausedPairNs).f64(m.pausedSpreadNs);
      to.f64(m.starvedPairNs).f64(m.starvedSpreadNs).f64(m.stepNs);
    },
    read: (from) => ({
      kind: 'calibration',
      innerNs: readDuration(from, 'innerNs'),
      outerNs: readDuration(from, 'outerNs'),
      spreadNs: readDuration(from, 'spreadNs'),
      countNs: readDuration(from, 'countNs'),
      countSpreadNs: readDuration(from, 'countSpreadNs'),
      pausedPairNs: readDuration(from, 'pausedPairNs'),
      pausedSpreadNs: readDuration(from, 'pausedSpreadNs'),
      starvedPairNs: readDuration(from, 'starvedPairNs'),
      starvedSpreadNs: readDuration(from, 'starvedSpreadNs'),
      stepNs: readDuration(from, 'stepNs'),
    }),
  },
  checkCalibration: empty('checkCalibration'),
  resumeStartup: empty('resumeStartup'),
  detach: empty('detach'),
  detached: {
    write: (to, m) => writeArray(to.u32(m.restoredClasses), m.notRestored, writeSwapResult),
    read: (from) => ({
      kind: 'detached',
      restoredClasses: from.u32('restoredClasses'),
      notRestored: readArray(from, 'notRestored', 7, readSwapResult, MAX_CLASSES),
    }),
  },
  ping: empty('ping'),
  failed: {
    write: (to, m) => void to.u16(m.code).utf(m.message),
    read: (from) => ({ kind: 'failed', code: from.u16('code'), message: from.utf('message') }),
  },
  findClassFile: {
    write: (to, m) => void to.utf(m.name),
    read: (from) => ({ kind: 'findClassFile', name: from.utf('name') }),
  },
  classFile: {
    write: (to, m) => void to.blob(m.bytes),
    read: (from) => ({ kind: 'classFile', bytes: from.blob('bytes') }),
  },
  startRegion: empty('startRegion'),
  regionStarted: {
    write: (to, m) => void to.u32(m.regionId),
    read: (from) => ({ kind: 'regionStarted', regionId: from.u32('regionId') as RegionId }),
  },
  stopRegion: {
    write: (to, m) => void to.u32(m.regionId),
    read: (from) => ({ kind: 'stopRegion', regionId: from.u32('regionId') as RegionId }),
  },
  regionStopped: {
    write: (to, m) => void to.i64(m.passes).i64(m.lostPasses),
    read: (from) => ({
      kind: 'regionStopped',
      passes: from.i64('passes'),
      lostPasses: from.i64('lostPasses'),
    }),
  },
  calibrateRegion: empty('calibrateRegion'),
  regionCalibration: {
    write: (to, m) => void to.f64(m.emptyNs).f64(m.passNs).f64(m.spreadNs),
    read: (from) => ({
      kind: 'regionCalibration',
      emptyNs: readDuration(from, 'emptyNs'),
      passNs: readDuration(from, 'passNs'),
      spreadNs: readDuration(from, 'spreadNs'),
    }),
  },
  firstInvoked: {
    write: (to, m) => writeIds(to, m.methodIds),
    read: (from) => ({
      kind: 'firstInvoked',
      methodIds: readIds<MethodId>(from, 'methodIds', METHOD_ID_LIMIT),
    }),
  },
  reflected: {
    write: (to, m) => {
      to.u32(m.number).u32(m.classId);
      writeBoolean(to, m.isStatic);
      to.utf(m.name).utf(m.descriptor);
    },
    read: (from) => ({
      kind: 'reflected',
      number: from.u32('number'),
      classId: from.u32('classId') as ClassId,
      isStatic: readBoolean(from, 'isStatic'),
      name: from.utf('name'),
      descriptor: from.utf('descriptor'),
    }),
  },
  classLoading: {
    write: (to, m) => {
      to.u32(m.classId).u32(m.loaderId);
      writeBoolean(to, m.outside);
      to.utf(m.name).utf(m.module).blob(m.bytes);
    },
    read: (from) => ({
      kind: 'classLoading',
      classId: from.u32('classId') as ClassId,
      loaderId: from.u32('loaderId') as LoaderId,
      outside: readBoolean(from, 'outside'),
      name: from.utf('name'),
      module: from.utf('module'),
      bytes: from.blob('bytes'),
    }),
  },
  rewritten: {
    write: (to, m) => void to.blob(m.bytes),
    read: (from) => ({ kind: 'rewritten', bytes: from.blob('bytes') }),
  },
  rewriteClass: {
    write: (to, m) => void to.u32(m.classId).blob(m.bytes),
    read: (from) => ({
      kind: 'rewriteClass',
      classId: from.u32('classId') as ClassId,
      bytes: from.blob('bytes'),
    }),
  },
  report: {
    write: (to, m) => void to.u8(AGENT_NOTES.indexOf(m.note)).utf(m.detail),
    read: (from) => ({
      kind: 'report',
      note: AGENT_NOTES[readNumberUpTo(from, 'note', AGENT_NOTES.length - 1)],
      detail: from.utf('detail'),
    }),
  },
  ending: {
    write: (to, m) => {
      writeBoolean(to.utf(m.reason).u32(m.runningHooks), m.isTold);
      writeAccount(to, m);
    },
    read: (from) => ({
      kind: 'ending',
      reason: from.utf('reason'),
      runningHooks: from.u32('runningHooks'),
      isTold: readBoolean(from, 'isTold'),
      ...readAccount(from),
    }),
  },
  loader: {
    write: (to, m) => writeLoader(to, m.loader),
    read: (from) => ({ kind: 'loader', loader: readLoader(from) }),
  },
  loaderRefuses: {
    write: (to, m) => void to.u32(m.classId).utf(m.loader),
    read: (from) => ({
      kind: 'loaderRefuses',
      classId: from.u32('classId') as ClassId,
      loader: from.utf('loader'),
    }),
  },
  heartbeat: {
    write: (to, m) => void writeTotals(to, m).u32(m.lanes),
    read: (from) => ({ kind: 'heartbeat', ...readTotals(from), lanes: from.u32('lanes') }),
  },
};

function* classesInSteps(from: ByteReader): Generator<void, MessageOf<'classes'>, undefined> {
  const loaders = readArray(from, 'loader', 8, readLoader, MAX_LOADERS);
  const classes: LoadedClass[] = [];
  for (let left = from.count(21, 'class', MAX_CLASSES); left > 0; left--) {
    classes.push(readClass(from));
    if (left % CLASSES_PER_STEP === 0) yield;
  }
  return { kind: 'classes', loaders, classes };
}

function lastOf<T>(steps: Generator<void, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function empty<K extends MessageKind>(kind: K): Codec<{ readonly kind: K }> {
  return { write: () => {}, read: () => ({ kind }) };
}
