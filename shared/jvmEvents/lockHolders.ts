import { isJdkName } from '../naming/jdkPackages.ts';
import { isNativeOwner, nativeName } from '../naming/nativeCode.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { textsNamed } from '../recording/dataSets/dataSetParts.ts';
import { HELD_AT, HELD_STACK, stackText } from '../recording/dataSets/stackColumns.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { eventColumns, type EventColumns } from './eventSet.ts';
import { SeenStates, type SeenContext } from './seenStates.ts';

/** What a recording tells of locks and of who did what meanwhile. */
export type LockRecording = Pick<Snapshot, 'dataSets' | 'threads' | 'methods'>;

/** From, inclusive, to, exclusive. */
interface Span {
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * The table of locks with the place and the stack of each holder: where the thread that held the lock was seen for most of the time
 * in which others were blocked by it.
 *
 *     main    blocked by saver, 20 to 70 ms
 *     saver   sample in Shop.save at 30, asleep in Shop.flush from 31 to 69      ->      held at Shop.flush
 *
 * The recorder tells the name of a holder, and not its stack: samples and waits of that thread do. Nothing is told of a thread that was
 * not seen meanwhile, of threads of one name, and of virtual ones. O(events and states, each looked at in LOOKED_AT steps at most).
 * @param locks of LockRows
 * @param range only what happened then
 */
export function withHolderStacks(locks: DataSet, recording: LockRecording, range: Span): DataSet {
  const seen = holdersSeen(locks, recording, range);
  if (seen.every((context) => context === null)) return locks;
  const methods = new Map(recording.methods.map((method) => [method.id, method]));
  const stacks = seen.map((context) => (context === null ? [] : methodsOf(recording, context, methods)));
  const place = locks.texts.findIndex(({ id }) => id === 'at') + 1;
  const columns = [
    { id: HELD_AT, title: 'Held At', texts: stacks.map(placeOf) },
    {
      id: HELD_STACK,
      title: 'Stack of the Holder',
      texts: stacks.map((stack) => stackText(stack.map(nameOf))),
    },
  ];
  return { ...locks, texts: locks.texts.toSpliced(place, 0, ...columns) };
}

/** row of `locks` -> where its holder was for most of the time; null: nobody knows */
function holdersSeen(locks: DataSet, recording: LockRecording, range: Span): (SeenContext | null)[] {
  const events = eventColumns(recording.dataSets);
  const states = SeenStates.of(recording);
  const times = Array.from(
    { length: locks.rows },
    () => new Map<string, { seen: SeenContext; ns: number }>(),
  );
  if (events === null || states === null) return times.map(() => null);
  const names = new Map<string, number>();
  const rowOf = new Map<string, number>();
  const keyOf = (...texts: readonly string[]): string => texts.map((text) => numberOf(names, text)).join(' ');
  const [state = [], lock = [], heldBy = [], at = []] = LOCK_COLUMNS.map((id) => textsNamed(locks, id));
  for (let row = 0; row < locks.rows; row++)
    if (state[row] === 'blocked' && heldBy[row] !== '')
      rowOf.set(keyOf(lock[row], heldBy[row], at[row]), row);
  const queued = queuedAt(events, keyOf);
  for (let event = 0; event < events.rows; event++) {
    if (events.kind[event] !== 'blocked') continue;
    const row = rowOf.get(keyOf(events.what[event], events.other[event], events.at[event]));
    if (row === undefined) continue;
    const fromNs = Math.max(range.fromNs, events.startNs[event]);
    const toNs = Math.min(range.toNs, events.startNs[event] + events.durationNs[event]);
    const holder = events.other[event];
    // Who waits in the same queue does not hold the lock yet.
    const isQueued = (startNs: number): boolean =>
      queued.has(`${keyOf(holder, events.what[event])} ${startNs}`);
    for (const { context, ns } of states.seen(holder, { fromNs, toNs }, isQueued)) {
      const key = `${context.thread} ${context.node}`;
      const known = times[row].get(key);
      if (known === undefined) times[row].set(key, { seen: context, ns });
      else known.ns += ns;
    }
  }
  return times.map(longest);
}

const LOCK_COLUMNS = ['state', 'lock', 'heldBy', 'at'] as const;

/** Names may be long, and have blanks: keys are made of their numbers. */
function numberOf(names: Map<string, number>, text: string): number {
  let number = names.get(text);
  if (number === undefined) names.set(text, (number = names.size));
  return number;
}

/** Starts of waits for a lock: its thread, its class, its start. */
function queuedAt(events: EventColumns, keyOf: (...texts: readonly string[]) => string): ReadonlySet<string> {
  const queued = new Set<string>();
  for (let event = 0; event < events.rows; event++)
    if (events.kind[event] === 'blocked')
      queued.add(`${keyOf(events.thread[event], events.what[event])} ${events.startNs[event]}`);
  return queued;
}

function longest(times: ReadonlyMap<string, { seen: SeenContext; ns: number }>): SeenContext | null {
  let most: { seen: SeenContext; ns: number } | null = null;
  for (const time of times.values()) if (most === null || time.ns > most.ns) most = time;
  return most?.seen ?? null;
}

/** Innermost first. */
function methodsOf(
  { threads }: LockRecording,
  { thread, node }: SeenContext,
  methods: ReadonlyMap<number, MethodInfo>,
): readonly MethodInfo[] {
  const { table } = threads[thread];
  const stack: MethodInfo[] = [];
  for (let at = node; at > 0; at = table.parent[at]) {
    const method = methods.get(table.method[at]);
    if (method !== undefined) stack.push(method);
  }
  return stack;
}

function placeOf(stack: readonly MethodInfo[]): string {
  const own =
    stack.find(({ className }) => !isNativeOwner(className) && !isJdkName(className)) ?? stack.at(0);
  return own === undefined ? '' : nameOf(own);
}

/** As other columns of the recorder name a place: demo.Shop.order. */
function nameOf(method: MethodInfo): string {
  return isNativeOwner(method.className) ? nativeName(method) : `${method.className}.${method.name}`;
}
