import type { ClassId, LoaderId, MethodId } from '../../shared/base/ids.ts';
import { CLASS_FLAG, type ControlMessage } from '../../shared/wire/controlMessage.ts';

/** What a hostile target floods the tool with: hostileAgent.ts does it. */
export type FloodName =
  | 'chainOf20000'
  | 'upsideDownChain'
  | 'chainOf400000'
  | 'chainOf600000'
  | 'reports'
  | 'reflected'
  | 'loading'
  | 'garbageClasses'
  | 'firstInvoked'
  | 'loaders'
  | 'heartbeats'
  | 'threads'
  | 'endlessEvents'
  /** The same, and a stop has no answer. */
  | 'noEnd';

/** `count` classes, each below the one before; the first is the root's. */
export function chain(count: number, isUpsideDown: boolean): ControlMessage {
  const classes = Array.from({ length: count }, (_, i) => ({
    classId: (i + 1) as ClassId,
    loaderId: 1 as LoaderId,
    flags: CLASS_FLAG.modifiable | CLASS_FLAG.initialized,
    name: i === 0 ? 'Root' : `deep.K${i}`,
    module: '',
    superId: i as ClassId,
    interfaceIds: [],
  }));
  return {
    kind: 'classes',
    loaders: [],
    classes: isUpsideDown ? classes.reverse() : classes,
    corePackages: [],
  };
}

/** How many classes are listed, each below the one before; one where nothing is said. */
export const LISTED: Partial<Record<FloodName, number>> = {
  chainOf20000: 20_000,
  upsideDownChain: 20_000,
  chainOf400000: 400_000,
  chainOf600000: 600_000,
};

/** The i-th packet of a flood of the control connection. @param rootBytes a class file */
export const PACKETS: Partial<Record<FloodName, (rootBytes: Uint8Array) => (i: number) => ControlMessage>> = {
  reports: () => () => ({ kind: 'report', note: 'eventFileUnwritable', detail: 'x'.repeat(65_000) }),
  reflected: () => (i) => ({
    ...{ kind: 'reflected', number: i, classId: 1 as ClassId, isStatic: false },
    ...{ name: `method${i}`, descriptor: '()V' },
  }),
  loading: (rootBytes) => (i) => ({
    ...{
      kind: 'classLoading',
      classId: (1_000 + i) as ClassId,
      loaderId: 1 as LoaderId,
      outside: false,
      core: false,
    },
    ...{ name: `late.K${i}`, module: '', bytes: rootBytes },
  }),
  garbageClasses: (rootBytes) => (i) => ({
    ...{
      kind: 'classLoading',
      classId: (1_000 + i) as ClassId,
      loaderId: 1 as LoaderId,
      outside: true,
      core: false,
    },
    ...{ name: `${'n'.repeat(60_000)}${i}`, module: '', bytes: rootBytes.subarray(0, 40) },
  }),
  firstInvoked: () => (i) => ({ kind: 'firstInvoked', methodIds: [(16 + (i % 500_000)) as MethodId] }),
  loaders: () => (i) => ({
    kind: 'loader',
    loader: { loaderId: i as LoaderId, className: `a.Loader${i}`, name: 'n'.repeat(50) },
  }),
  heartbeats: () => (i) => ({
    ...{ kind: 'heartbeat', producedEvents: i, droppedEvents: i, waitedNs: i, coreWaitNs: 0 },
    ...{ classLoads: 0, classLoadNs: 0, lanes: 1 },
  }),
};
