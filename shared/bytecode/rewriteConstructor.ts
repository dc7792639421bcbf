import type { ByteWriter } from '../base/byteWriter.ts';
import { BytecodeCounter, COUNTER_STACK } from './bytecodeCounter.ts';
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
import { sitesOf } from './allocationSites.ts';
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
  const counter = probes.countsBytecodes ? new BytecodeCounter(constructor, local + 2) : null;
  const packets = probes.constructorPackets(target, model.name, method.descriptor, local, counter);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(constructor, probes, local);
  const sites = sitesOf(constructor, target, probes, local, local + 2 + (counter?.slots ?? 0));
  if (packets === null || caught === null || sites === null || classIndex === POOL_FULL)
    return poolFull(model);
  const insertions: Insertion[] = [
    { bci: 0, packet: packets.entry },
    ...caught,
    ...sites.insertions,
    ...(counter?.insertions ?? []),
  ];
  let guarded: readonly GuardedPart[] = [wholeMethod(constructor)];
  if (hasFrames(model, code, layout)) {
    const found = thisInitialization(constructor);
    if (!found.ok) return found.error;
    const { calls, initialized, uninitialized } = found.value;
    if (!insertAround(calls, packets, insertions)) return poolFull(model);
    guarded = [{ ranges: initialized, kind: 'initialized' }];
    if (uninitialized.length > 0) guarded = [{ ranges: uninitialized, kind: 'uninitialized' }, ...guarded];
  }
  const held = {
    types: [{ kind: 'object', classIndex }, { kind: 'integer' }, ...(counter?.types ?? [])],
    slots: 2 + (counter?.slots ?? 0) + sites.slots,
    packetStack: Math.max(INITIALIZING_STACK + (counter === null ? 0 : COUNTER_STACK), sites.stack),
    handlerStack: CONSTRUCTOR_HANDLER_STACK + (counter === null ? 0 : COUNTER_STACK),
  } as const;
  return writeGuarded(constructor, inOrder(insertions), guarded, packets, held, constants, writer);
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
