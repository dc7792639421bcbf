import type { Clock } from '../events/clock.ts';
import { METHOD_ID_LIMIT, type ClassId, type LoaderId, type MethodId, type RegionId } from '../base/ids.ts';
import { RECORDING_MARK } from '../events/recordingMark.ts';
import {
  array,
  blob,
  clockOf,
  duration,
  flag,
  i64,
  idOf,
  named,
  numberUpTo,
  record,
  secret,
  u16,
  u32,
  utf,
  versionOf,
  wordOf,
  type Fields,
  type Form,
  type ValuesOf,
} from './controlFields.ts';
import { RECORDING_TOTALS, RUNNING_TOTALS } from './runningTotals.ts';

/** What an agent may tell the user, by its number on the wire: ids of NOTE_MESSAGES. */
export const AGENT_NOTES = [
  'coreWaitsUnknown',
  'coreWaitsOfTooMany',
  'eventFileUnwritable',
  'liveObjectsOfTooMany',
  'liveObjectsUntold',
  'transformerBeforeOthers',
] as const;
export type AgentNoteId = (typeof AGENT_NOTES)[number];

export const CLASS_FLAG = {
  modifiable: 1,
  interface: 2,
  hidden: 4,
  initialized: 8,
  core: 16,
  /** No core class, and jdk.internal.vm is exported to its module: it may run continuations of its own. */
  maySuspend: 32,
} as const;

export const SWAP_STATUS = {
  swapped: 0,
  refused: 1,
  notDefinedYet: 2,
  notModifiable: 3,
  loaderRefuses: 4,
  unanswered: 5,
  /** The JVM does not link or initialise the class as it is; the message is what it says. "": its initialiser failed. */
  cannotRun: 6,
} as const;

/** Wire numbers of the clocks that exist; the word is what users type and see. */
export const CLOCK = { none: 0, nano: 1, bursts: 2, ticker: 3, cpu: 4 } as const satisfies Record<
  Clock,
  number
>;

// What the agent may list in one packet: beyond the biggest programs, and soon read. README.md section 1.
const MAX_CLASSES = 500_000;
const MAX_LOADERS = 100_000;
/** Of a RETRANSFORM, and of a GET_CLASS_BYTES. */
const MAX_SWAPPED = 2_000;
/** Some 5 ms of reading. */
const CLASSES_PER_STEP = 5_000;

const classId = idOf<ClassId>();
const classIds = array(classId);
const loaderId = idOf<LoaderId>();
const regionId = idOf<RegionId>();
const clock = clockOf(CLOCK);

const LOADED_LOADER = {
  loaderId,
  /** Binary name of the loader's class, "" for the boot loader. */
  className: utf,
  name: utf,
};
export type LoadedLoader = ValuesOf<typeof LOADED_LOADER>;

const FOUND_SITE = {
  /** The number that the tool gave the place. */
  place: u32,
  /** That of its site, by the agent: SITE_LIMIT - 1 and downwards. */
  site: u32,
  /** As Class.getName() */
  className: utf,
  /** What an object takes; 0: not known, or an array. */
  bytes: u32,
};
export type FoundSite = ValuesOf<typeof FOUND_SITE>;

const LOADED_CLASS = {
  classId,
  loaderId,
  /** Bits of CLASS_FLAG. */
  flags: numberUpTo(63),
  /** As Class.getName(): a.b.C$D. */
  name: utf,
  /** "" for an unnamed module. */
  module: utf,
  superId: idOf<ClassId | 0>(),
  interfaceIds: classIds,
};
export type LoadedClass = ValuesOf<typeof LOADED_CLASS>;

/** How this JVM lays objects out: what arrays take follows from it (shared/events/objectLayout.ts). */
const OBJECT_LAYOUT = {
  alignmentBytes: u16,
  referenceBytes: numberUpTo(8),
  /** Where the elements of an array begin; of those of 8 bytes each, which may begin later. */
  arrayBaseBytes: numberUpTo(255),
  wideArrayBaseBytes: numberUpTo(255),
};

/** A class as a swap is to have it, and of which code it was made. */
const PREPARED_CLASS = {
  classId,
  /** Length of that code, times 2^32, and its CRC-32: see sourceOf. */
  source: i64,
  /** Empty: as it is. */
  rewritten: blob,
};
export type PreparedClass = ValuesOf<typeof PREPARED_CLASS>;

const SWAP_RESULT = {
  classId,
  /** One of SWAP_STATUS. */
  status: numberUpTo(SWAP_STATUS.cannotRun),
  message: utf,
};
export type SwapResult = ValuesOf<typeof SWAP_RESULT>;

/** A class that has its probes still. */
const NOT_RESTORED = {
  ...SWAP_RESULT,
  /** As Class.getName(); "" when it is gone. */
  name: utf,
};
export type NotRestored = ValuesOf<typeof NOT_RESTORED>;

/** What a thread is about to call by reflection, or of what it makes objects without a constructor. */
const REFLECTED_CALL = {
  /** Under which the agent knows it. */
  number: u32,
  classId,
  isStatic: flag,
  /** As in the class file: name or <init>. "": nothing is called, objects of the class are made. */
  name: utf,
  /** "": any constructor of the class, called by one of a hidden class below it. */
  descriptor: utf,
};
export type ReflectedCall = ValuesOf<typeof REFLECTED_CALL>;

const LOAD_HOOK = {
  on: named('mode', flag),
  deadlineMs: u32,
  /** Of classes of the JDK nobody waits for an answer, but of these modules and names. */
  tellCore: flag,
  tellPrefixes: array(utf),
  askModules: array(utf),
  askPrefixes: array(utf),
};
export type LoadHook = ValuesOf<typeof LOAD_HOOK>;

/** Of each class it is told, and nobody waits. */
export const TELL_ALL = { tellCore: true, tellPrefixes: [''], askModules: [], askPrefixes: [] };
export const HOOK_OFF: LoadHook = { ...TELL_ALL, on: false, deadlineMs: 0 };

/** What the agent has to know of a recording. */
const AGENT_OPTIONS = {
  clock,
  fullWaitMs: u32,
  firstWaitMs: u32,
  lazy: flag,
  /** Nobody waits at first invocations: what is found out, the next recording knows. */
  rehearsal: flag,
  /** The recording before was its rehearsal. */
  rehearsed: flag,
  /** What threads allocate in calls of roots is told, where the JVM tells it. */
  allocation: flag,
  /** What threads wait for a core is told beside their events, where the system tells it. */
  coreWaits: flag,
  /** Objects are followed until they are collected: one in so many bytes, in the mean; 0: only what is chosen. */
  live: flag,
  liveEveryBytes: u32,
};
export type AgentOptions = ValuesOf<typeof AGENT_OPTIONS>;

/**
 * The packets of the control connection: number, who sends it, and its fields in the order of the wire. The codec reads and writes by
 * this table; README.md section 1, golden/packets.txt and MessageType.java are checked against it.
 */
export const PACKETS = {
  hello: packet(1, 'agent', {
    version: versionOf('agent'),
    buildId: utf,
    pid: i64,
    nonce: named('nonceA', secret),
  }),
  challenge: packet(2, 'tool', {
    version: versionOf('tool'),
    nonce: named('nonceT', secret),
    proof: named('proofT', secret),
  }),
  proof: packet(3, 'agent', {
    proof: named('proofA', secret),
    javaVersion: utf,
    vmName: utf,
    startup: flag,
    processors: u16,
    layout: record(OBJECT_LAYOUT),
  }),
  listClasses: packet(10, 'tool', {}),
  classes: packet(11, 'agent', {
    loaders: named('loader', array(record(LOADED_LOADER), MAX_LOADERS)),
    classes: named('class', array(record(LOADED_CLASS), MAX_CLASSES, CLASSES_PER_STEP)),
    corePackages: array(utf, MAX_CLASSES),
  }),
  getClassBytes: packet(12, 'tool', { classIds }),
  classBytes: packet(13, 'agent', {
    classes: named('classBytes', array(record({ classId, bytes: blob }), MAX_SWAPPED)),
  }),
  setLoadHook: packet(14, 'tool', LOAD_HOOK),
  retransform: packet(15, 'tool', {
    classIds,
    retryMs: u32,
    /** They become what they were; the tool is asked about those alone whose code has probes all the same. */
    restore: flag,
    prepared: array(record(PREPARED_CLASS), MAX_SWAPPED),
  }),
  retransformed: packet(16, 'agent', { elapsedNs: i64, results: array(record(SWAP_RESULT), MAX_SWAPPED) }),
  markReady: packet(17, 'tool', { methodIds: array(idOf<MethodId>()) }),
  startRecording: packet(18, 'tool', AGENT_OPTIONS),
  done: packet(19, 'agent', {}),
  stopRecording: packet(20, 'tool', {}),
  stopped: packet(21, 'agent', RECORDING_TOTALS),
  calibrate: packet(22, 'tool', { clock }),
  calibration: packet(23, 'agent', {
    innerNs: duration,
    outerNs: duration,
    spreadNs: duration,
    countNs: duration,
    countSpreadNs: duration,
    pausedPairNs: duration,
    pausedSpreadNs: duration,
    starvedPairNs: duration,
    starvedSpreadNs: duration,
    stepNs: duration,
  }),
  resumeStartup: packet(24, 'tool', {}),
  detach: packet(25, 'tool', {}),
  detached: packet(26, 'agent', {
    restoredClasses: u32,
    notRestored: array(record(NOT_RESTORED), MAX_CLASSES),
  }),
  ping: packet(27, 'tool', {}),
  failed: packet(28, 'agent', { code: u16, message: utf }),
  findClassFile: packet(29, 'tool', { name: utf }),
  classFile: packet(30, 'agent', { bytes: blob }),
  startRegion: packet(31, 'tool', {}),
  regionStarted: packet(32, 'agent', { regionId }),
  stopRegion: packet(33, 'tool', { regionId }),
  regionStopped: packet(34, 'agent', { passes: i64, lostPasses: i64 }),
  calibrateRegion: packet(35, 'tool', {}),
  regionCalibration: packet(36, 'agent', { emptyNs: duration, passNs: duration, spreadNs: duration }),
  markReflected: packet(37, 'tool', { numbers: array(u32) }),
  markRecording: packet(38, 'tool', {
    /** Of RECORDING_MARK; 0: none. */
    mark: numberUpTo(RECORDING_MARK.reset),
  }),
  checkCalibration: packet(39, 'tool', {}),
  firstInvoked: packet(40, 'agent', { methodIds: array(idOf<MethodId>(), METHOD_ID_LIMIT) }),
  classLoading: packet(41, 'agent', {
    classId,
    loaderId,
    /** A thread of the program loads it that is not within a call subgraph. */
    outside: flag,
    /** Of the JDK: what its image defines. */
    core: flag,
    name: utf,
    module: utf,
    bytes: blob,
  }),
  rewritten: packet(42, 'tool', {
    bytes: blob,
    /** Classes that its allocation sites make objects of. */
    made: array(utf),
  }),
  rewriteClass: packet(43, 'agent', { classId, bytes: blob }),
  report: packet(44, 'agent', {
    note: wordOf(AGENT_NOTES),
    /** What the note of that id tells beside its text, '' for nothing. */
    detail: utf,
  }),
  ending: packet(45, 'agent', {
    reason: utf,
    /** Of the program, not waited for any longer. */
    runningHooks: u32,
    /** The totals are of the recording that ends with the JVM. */
    isTold: flag,
    ...RECORDING_TOTALS,
  }),
  loader: packet(46, 'agent', { loader: record(LOADED_LOADER) }),
  heartbeat: packet(47, 'agent', { ...RUNNING_TOTALS, lanes: u32 }),
  reflected: packet(48, 'agent', REFLECTED_CALL),
  loaderRefuses: packet(49, 'agent', { classId, loader: utf }),
  objectSizes: packet(50, 'agent', {
    sizes: named('size', array(record({ className: utf, bytes: u32 }), MAX_CLASSES)),
    /** Sites that have come into being since the last packet: a place has made objects of a class that was not known before. */
    found: named('site', array(record(FOUND_SITE), MAX_CLASSES)),
  }),
  rewriteLost: packet(51, 'agent', { classId }),
  /** The class was defined before CLASS_LOADING got its answer: it is as without Sluice. */
  loadLost: packet(53, 'agent', { classId }),
  /** Methods that have no probes were called where their calls should have been recorded. */
  witnessed: packet(52, 'agent', { methodIds: array(idOf<MethodId>(), METHOD_ID_LIMIT) }),
};

export type MessageKind = keyof typeof PACKETS;

export type ControlMessage = {
  readonly [Kind in MessageKind]: { readonly kind: Kind } & ReturnType<
    (typeof PACKETS)[Kind]['form']['read']
  >;
}[MessageKind];

export interface Packet<F extends Fields> {
  readonly number: number;
  readonly sender: 'agent' | 'tool';
  readonly form: Form<ValuesOf<F>>;
}

function packet<F extends Fields>(number: number, sender: 'agent' | 'tool', fields: F): Packet<F> {
  return { number, sender, form: record(fields) };
}
