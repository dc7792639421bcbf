import type { ByteWriter } from '../base/byteWriter.ts';
import { bytecodeCounter, COUNTER_SLOTS, COUNTER_STACK, COUNTER_TYPES } from './bytecodeCounter.ts';
import type { OldMethod } from './codeSplice.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { hasFrames } from './frameShift.ts';
import { poolFull, thisInitialization, wholeMethod, writeGuarded } from './guardedMethod.ts';
import {
  CONSTRUCTOR_HANDLER_STACK,
  INITIALIZING_STACK,
  type ConstructorPackets,
  type ProbeCalls,
  type ProbeTarget,
} from './probePackets.ts';
import { sitesOf, withSites } from './allocationSites.ts';
import { caughtInsertions, inOrder } from './ownHandlers.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteRefusal } from './rewriteRefusal.ts';
import type { InitializingCall } from './thisInitialization.ts';
import type { GuardedPart } from './tryFinally.ts';

/** Throws nothing, so nobody waits for it in vain. */
const OBJECT = 'java/lang/Object';

/**
 * Writes a constructor with probes from its first instruction on.
 *
 *     entry                         chain = how many constructors wait for this one: they called it by super() or this()
 *     ...                           guarded by handlers that name the object as not initialised
 *     initializing                  tells the constructor that is called next that this one waits, and how many wait for it
 *     invokespecial <init>          super() or this(): no handler verifies here
 *     initialized
 *     ...                           guarded by handlers that do not name the object
 *
 * What leaves a super() by an exception passes this constructor unseen. But it has left the called one first, whose handlers
 * tell of all that wait for it; if that one has recorded nothing, whoever gets the exception next does. Where types are inferred, one pair of handlers guards the call as well, and nobody waits.
 */
export function rewriteConstructor(
  constructor: OldMethod,
  target: ProbeTarget,
  probes: ProbeCalls,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { model, method, code, layout } = constructor;
  const local = code.maxLocals;
  const counter = probes.countsBytecodes ? bytecodeCounter(constructor, probes, local, local + 2) : null;
  const packets = probes.constructorPackets(target, model.name, method.descriptor, local, counter);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(constructor, probes, local);
  const isFull = probes.countsBytecodes && counter === null;
  if (isFull || packets === null || caught === null || classIndex === POOL_FULL) return poolFull(model);
  const around: Insertion[] = [];
  let guarded: readonly GuardedPart[] = [wholeMethod(constructor)];
  // What leaves a super() passes this constructor unseen: before it no site may have something untold.
  let { ranges: counted } = guarded[0];
  if (hasFrames(model, code, layout)) {
    const found = thisInitialization(constructor);
    if (!found.ok) return found.error;
    const { calls, initialized, uninitialized } = found.value;
    if (!insertAround(calls, packets, around)) return poolFull(model);
    counted = initialized;
    guarded = [{ ranges: initialized, kind: 'initialized' }];
    if (uninitialized.length > 0) guarded = [{ ranges: uninitialized, kind: 'uninitialized' }, ...guarded];
  }
  const scratch = local + 2 + (counter === null ? 0 : COUNTER_SLOTS);
  const sites = sitesOf(constructor, target, probes, local, scratch, counted);
  if (sites === null) return poolFull(model);
  const told = withSites(packets, sites);
  const insertions: Insertion[] = [
    { bci: 0, packet: told.entry },
    ...caught,
    ...sites.insertions,
    ...(counter?.insertions ?? []),
    ...around,
  ];
  const counterStack = counter === null ? 0 : COUNTER_STACK;
  const held = {
    types: [
      ...([{ kind: 'object', classIndex }, { kind: 'integer' }] as const),
      ...(counter === null ? [] : COUNTER_TYPES),
      ...sites.types,
    ],
    slots: scratch - local + sites.slots,
    packetStack: Math.max(INITIALIZING_STACK + counterStack, sites.stack),
    handlerStack: Math.max(CONSTRUCTOR_HANDLER_STACK + counterStack, 1 + sites.stack),
  } as const;
  return writeGuarded(constructor, inOrder(insertions), guarded, told, held, constants, writer);
}

/** @returns false if the constant pool is full */
function insertAround(
  calls: readonly InitializingCall[],
  packets: ConstructorPackets,
  insertions: Insertion[],
): boolean {
  for (const { bci, next, owner, descriptor } of calls) {
    if (owner === OBJECT) continue;
    const packet = packets.initializing(owner, descriptor);
    if (packet === null) return false;
    insertions.push({ bci, packet, isLanding: true }, { bci: next, packet: packets.initialized });
  }
  return true;
}
