import type { ClassId, LoaderId, MethodId, RegionId } from '../base/ids.ts';
import { encodeMessage } from '../wire/controlCodec.ts';
import { AGENT_NOTES, CLOCK, PACKETS } from '../wire/controlMessage.ts';
import type { Form } from '../wire/controlFields.ts';
import type { AgentNoteId, ControlMessage } from '../wire/controlMessage.ts';
import { PROTOCOL_VERSION } from '../wire/protocolVersion.ts';

/** One golden file: its name without extension, its bytes, and its values as lines `field=value`. */
export interface GoldenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly values: readonly string[];
}

/** Texts that tell modified UTF-8 from UTF-8: U+0000, two and three bytes, and a surrogate pair. */
export const STRANGE_TEXT = 'nul \u0000, \u00e9, \u20ac, \ud83d\ude00, back\\slash';

export const GOLDEN_LAYOUT = {
  alignmentBytes: 256,
  referenceBytes: 4,
  arrayBaseBytes: 12,
  wideArrayBaseBytes: 16,
};

const GOLDEN_MESSAGES: readonly { id: number; name?: string; message: ControlMessage }[] = [
  {
    id: 0,
    message: {
      kind: 'hello',
      version: PROTOCOL_VERSION,
      buildId: 'golden-1',
      pid: 4_294_971_538,
      nonce: ramp(32, 0),
    },
  },
  {
    id: 0,
    message: { kind: 'challenge', version: PROTOCOL_VERSION, nonce: ramp(32, 32), proof: ramp(32, 64) },
  },
  {
    id: 0,
    message: {
      kind: 'proof',
      proof: ramp(32, 96),
      javaVersion: '17.0.15',
      vmName: 'OpenJDK 64-Bit Server VM',
      startup: true,
      processors: 12,
      layout: GOLDEN_LAYOUT,
    },
  },
  { id: 1, message: { kind: 'listClasses' } },
  {
    id: 1,
    message: {
      kind: 'classes',
      loaders: [
        { loaderId: 0 as LoaderId, className: '', name: '' },
        {
          loaderId: 3 as LoaderId,
          className: 'jdk.internal.loader.ClassLoaders$AppClassLoader',
          name: 'app',
        },
      ],
      classes: [
        {
          classId: 1 as ClassId,
          loaderId: 0 as LoaderId,
          flags: 25,
          name: 'java.lang.Object',
          module: 'java.base',
          superId: 0,
          interfaceIds: [],
        },
        {
          classId: 2 as ClassId,
          loaderId: 0 as LoaderId,
          flags: 27,
          name: 'java.lang.Runnable',
          module: 'java.base',
          superId: 1 as ClassId,
          interfaceIds: [],
        },
        {
          classId: 70_000 as ClassId,
          loaderId: 3 as LoaderId,
          flags: 1,
          name: 'demo.Gr\u00fc\u00dfe$1',
          module: '',
          superId: 1 as ClassId,
          interfaceIds: [2 as ClassId, 65_536 as ClassId],
        },
      ],
      corePackages: ['java.lang', 'org.w3c.dom'],
    },
  },
  { id: 13, message: { kind: 'findClassFile', name: 'demo.Gr\u00fc\u00dfe$1' } },
  { id: 13, message: { kind: 'classFile', bytes: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe) } },
  { id: 2, message: { kind: 'getClassBytes', classIds: [1, 70_000] as ClassId[] } },
  {
    id: 2,
    message: {
      kind: 'classBytes',
      classes: [
        { classId: 1 as ClassId, bytes: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe) },
        { classId: 70_000 as ClassId, bytes: new Uint8Array(0) },
      ],
    },
  },
  {
    id: 3,
    message: {
      kind: 'setLoadHook',
      on: true,
      deadlineMs: 500,
      tellCore: true,
      tellPrefixes: ['demo.', 'com.acme.'],
      askModules: [''],
      askPrefixes: ['org.w3c.'],
    },
  },
  {
    id: 4,
    message: {
      kind: 'retransform',
      classIds: [70_000] as ClassId[],
      retryMs: 250,
      restore: true,
      prepared: [
        {
          classId: 70_000 as ClassId,
          source: 1_380 * 2 ** 32 + 0xcafe_babe,
          rewritten: Uint8Array.of(1, 2, 3),
        },
      ],
    },
  },
  {
    id: 4,
    message: {
      kind: 'retransformed',
      elapsedNs: 12_345_678_901,
      results: [
        { classId: 70_000 as ClassId, status: 0, message: '' },
        { classId: 5 as ClassId, status: 1, message: 'java.lang.VerifyError: Bad type on operand stack' },
      ],
    },
  },
  { id: 5, message: { kind: 'markReady', methodIds: [16, 524_287] as MethodId[] } },
  { id: 13, message: { kind: 'markReflected', numbers: [0, 70_000] } },
  { id: 14, message: { kind: 'markRecording', mark: 3 } },
  {
    id: 6,
    message: {
      kind: 'startRecording',
      clock: 'nano',
      fullWaitMs: 500,
      firstWaitMs: 2_000,
      lazy: true,
      rehearsal: false,
      rehearsed: true,
      allocation: true,
      coreWaits: true,
      live: true,
      liveEveryBytes: 524_288,
    },
  },
  { id: 6, message: { kind: 'done' } },
  { id: 7, message: { kind: 'stopRecording' } },
  {
    id: 7,
    message: {
      kind: 'stopped',
      producedEvents: 1_099_511_627_781,
      droppedEvents: 7,
      waitedNs: 5_000_000_000,
      coreWaitNs: 700_000_000,
      classLoads: 31,
      classLoadNs: 62_000_000,
      firstWaitTimeouts: 2,
      loadTimeouts: 3,
      refusedLanes: 4,
      calledOutside: [16, 300] as MethodId[],
    },
  },
  { id: 8, message: { kind: 'calibrate', clock: 'none' } },
  {
    id: 8,
    message: {
      kind: 'calibration',
      innerNs: 23.5,
      outerNs: 24.25,
      spreadNs: 0.75,
      countNs: 2.5,
      countSpreadNs: 0.125,
      pausedPairNs: 4.75,
      pausedSpreadNs: 0.5,
      starvedPairNs: 52.5,
      starvedSpreadNs: 1.5,
      stepNs: 75.25,
    },
  },
  { id: 9, message: { kind: 'resumeStartup' } },
  { id: 10, message: { kind: 'detach' } },
  {
    id: 10,
    message: {
      kind: 'detached',
      restoredClasses: 311,
      notRestored: [
        { classId: 5 as ClassId, status: 1, message: 'java.lang.InternalError', name: 'demo.Kept' },
      ],
    },
  },
  { id: 4_294_967_295, message: { kind: 'ping' } },
  { id: 11, message: { kind: 'failed', code: 2, message: STRANGE_TEXT } },
  { id: 21, message: { kind: 'startRegion' } },
  { id: 21, message: { kind: 'regionStarted', regionId: 300 as RegionId } },
  { id: 22, message: { kind: 'stopRegion', regionId: 300 as RegionId } },
  { id: 22, message: { kind: 'regionStopped', passes: 1_099_511_627_781, lostPasses: 8_192 } },
  { id: 23, message: { kind: 'calibrateRegion' } },
  { id: 23, message: { kind: 'regionCalibration', emptyNs: 22.75, passNs: 51.5, spreadNs: 0.125 } },
  { id: 24, message: { kind: 'checkCalibration' } },
  { id: 0, message: { kind: 'firstInvoked', methodIds: [16, 17, 400_000] as MethodId[] } },
  {
    id: 0,
    message: {
      kind: 'reflected',
      number: 70_000,
      classId: 70_001 as ClassId,
      isStatic: true,
      name: 'main',
      descriptor: '([Ljava/lang/String;)V',
    },
  },
  {
    id: 1,
    message: {
      kind: 'classLoading',
      classId: 70_001 as ClassId,
      loaderId: 3 as LoaderId,
      outside: true,
      core: true,
      name: 'demo.Late',
      module: 'demo.module',
      bytes: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61),
    },
  },
  {
    id: 1,
    message: {
      kind: 'rewritten',
      bytes: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 1),
      made: ['demo.Cart', 'demo.Cart$Item'],
    },
  },
  { id: 2, name: 'rewritten-unchanged', message: { kind: 'rewritten', bytes: new Uint8Array(0), made: [] } },
  {
    id: 2,
    message: {
      kind: 'rewriteClass',
      classId: 70_000 as ClassId,
      bytes: Uint8Array.of(0xca, 0xfe, 0xba, 0xbe),
    },
  },
  { id: 0, message: { kind: 'rewriteLost', classId: 70_000 as ClassId } },
  { id: 0, message: { kind: 'loadLost', classId: 70_000 as ClassId } },
  { id: 0, message: { kind: 'witnessed', methodIds: [18, 70_000] as MethodId[] } },
  { id: 0, message: { kind: 'report', note: 'coreWaitsOfTooMany', detail: '2000' } },
  {
    id: 0,
    message: {
      kind: 'ending',
      reason: 'the JVM is shutting down',
      runningHooks: 2,
      isTold: true,
      producedEvents: 1_099_511_627_782,
      droppedEvents: 8,
      waitedNs: 5_000_000_001,
      coreWaitNs: 700_000_001,
      classLoads: 32,
      classLoadNs: 62_000_001,
      firstWaitTimeouts: 3,
      loadTimeouts: 4,
      refusedLanes: 5,
      calledOutside: [],
    },
  },
  {
    id: 0,
    message: { kind: 'loaderRefuses', classId: 78 as ClassId, loader: 'demo.PlugIns "left"' },
  },
  {
    id: 0,
    message: {
      kind: 'objectSizes',
      sizes: [
        { className: 'demo.Cart', bytes: 24 },
        { className: 'demo.Cart$Item', bytes: 16 },
      ],
      found: [{ place: 3, site: 524_287, className: 'demo.Cart', bytes: 24 }],
    },
  },
  {
    id: 0,
    message: {
      kind: 'loader',
      loader: { loaderId: 9 as LoaderId, className: 'demo.PluginLoader', name: 'plugins' },
    },
  },
  {
    id: 0,
    message: {
      kind: 'heartbeat',
      producedEvents: 1_099_511_627_781,
      droppedEvents: 0,
      waitedNs: 20_000_000,
      coreWaitNs: 3_000_000,
      classLoads: 1,
      classLoadNs: 2_000_000,
      lanes: 12,
    },
  },
];

/** Every packet of the control connection; `.hex` holds the whole packet with length, id and type. */
export function goldenMessages(): GoldenFile[] {
  return GOLDEN_MESSAGES.map(({ id, name, message }) => ({
    name: name ?? message.kind,
    bytes: encodeMessage(id, message),
    values: messageLines(id, message),
  }));
}

/** One of the messages as its golden `.txt` has it: all numbers as on the wire, so flags and clocks are numbers too. */
export function messageLines(id: number, message: ControlMessage): string[] {
  const { kind, ...fields } = message;
  return [`id=${id}`, `type=${PACKETS[kind].number}`, `kind=${kind}`, ...fieldLines('', fields)];
}

/**
 * Each packet's name, number, sender and fields, for the agent's tests: `name:type`, `name*type` for an array of plain items,
 * `name[fields]` for one of records, and the fields of a single record as `name.field`.
 */
export function packetLines(): string[] {
  return Object.entries(PACKETS).map(([kind, { number, sender, form }]) =>
    [kind, number, sender, ...layoutsOf(form, '')].join(' '),
  );
}

function layoutsOf({ layout }: Form<unknown>, name: string): string[] {
  if (typeof layout === 'string') return [`${name}:${layout}`];
  if ('fields' in layout) {
    const prefix = name === '' ? '' : `${name}.`;
    return Object.entries(layout.fields).flatMap(([field, form]) => layoutsOf(form, prefix + field));
  }
  if (typeof layout.item.layout === 'string') return [`${name}*${layout.item.layout}`];
  return [`${name}[${layoutsOf(layout.item, '').join(',')}]`];
}

/** Lines `field=value`. */
export function fieldLines(path: string, value: unknown): string[] {
  if (value instanceof Uint8Array) return [`${path}=${hexOf(value)}`];
  if (Array.isArray(value)) {
    return [
      `${path}.count=${value.length}`,
      ...value.flatMap((item, i) => fieldLines(`${path}[${i}]`, item)),
    ];
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, part]) =>
      fieldLines(path === '' ? name : `${path}.${name}`, part),
    );
  }
  if (typeof value === 'boolean') return [`${path}=${value ? 1 : 0}`];
  if (path === 'clock') return [`${path}=${CLOCK[value as keyof typeof CLOCK]}`];
  if (path === 'note') return [`${path}=${AGENT_NOTES.indexOf(value as AgentNoteId)}`];
  return [`${path}=${typeof value === 'string' ? escapedText(value) : String(value)}`];
}

/** ASCII only: a backslash is doubled, everything outside 0x20 .. 0x7e is \uXXXX per UTF-16 unit. */
function escapedText(text: string): string {
  return Array.from({ length: text.length }, (_, i) => {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) return '\\\\';
    return unit >= 0x20 && unit <= 0x7e ? text[i] : `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');
}

/** 32 bytes a line, lower case. */
export function hexLines(bytes: Uint8Array): string {
  return hexOf(bytes).replace(/.{1,64}/g, '$&\n');
}

export function bytesOfHex(text: string): Uint8Array {
  const digits = text.replace(/\s/g, '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function ramp(length: number, first: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => first + i);
}
