import type { ByteWriter } from '../base/byteWriter.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { hasFrames } from './frameShift.ts';
import { thisInitialization, wholeMethod } from './guardedMethod.ts';
import type { OldMethod } from './oldMethod.ts';
import { caughtInsertions } from './ownHandlers.ts';
import { placeAll, type ProbeKind } from './probeKind.ts';
import {
  CONSTRUCTOR_HANDLER_STACK,
  INITIALIZING_STACK,
  type ConstructorPackets,
  type ProbeCalls,
  type ProbeTarget,
} from './probePackets.ts';
import { REQUEST_STACK } from './rootRequests.ts';
import type { Insertion } from './relocation.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';
import type { InitializingCall, ThisInitialization } from './thisInitialization.ts';
import { writeTimed } from './timedMethod.ts';
import type { GuardedPart } from './tryFinally.ts';

/** The probe's variable and chain. */
const HELD_SLOTS = 2;
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
  request: readonly number[],
  probes: ProbeCalls,
  kinds: readonly ProbeKind[],
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const { model, method, code, layout } = constructor;
  const local = code.maxLocals;
  const found = hasFrames(model, code, layout) ? thisInitialization(constructor) : null;
  if (found?.ok === false) return found.error;
  const whole = wholeMethod(constructor);
  // What leaves a super() passes this constructor unseen: before it no site may have something untold.
  const told = found?.value.initialized ?? whole.ranges;
  const timed = { methodId: target.methodId, local, told };
  const parts = placeAll(kinds, constructor, timed, local + HELD_SLOTS);
  const packets =
    parts &&
    probes.constructorPackets(target, model.name, method.descriptor, local, parts.exitValue, request);
  const classIndex = constants.class(probes.probeClass);
  const caught = caughtInsertions(constructor, probes, local);
  if (parts === null || packets === null || caught === null || classIndex === POOL_FULL)
    return poolFull(model);
  const around: Insertion[] = [];
  if (found && !insertAround(found.value.calls, packets, parts.waiting, around)) return poolFull(model);
  const frame = {
    ...{ packets, caught, around },
    guarded: found ? guardedParts(found.value, parts.insertions) : [whole],
    ...{ types: [{ kind: 'object', classIndex }, { kind: 'integer' }] as const, slots: HELD_SLOTS },
    ...{
      packetStack: INITIALIZING_STACK,
      handlerStack: Math.max(CONSTRUCTOR_HANDLER_STACK, request.length > 0 ? REQUEST_STACK : 0),
    },
  };
  return writeTimed(constructor, frame, parts, constants, writer);
}

/** What is inserted at the beginning can fail, also where nothing of the constructor's own can. */
function guardedParts(
  { calls, initialized, uninitialized }: ThisInitialization,
  insertions: readonly Insertion[],
): readonly GuardedPart[] {
  const isFirst = ({ bci, isGuarded }: Insertion): boolean => bci === 0 && isGuarded === true;
  const needsFirst = insertions.some(isFirst) && uninitialized[0]?.start !== 0;
  const before = needsFirst ? [{ start: 0, endExclusive: 0 }, ...uninitialized] : uninitialized;
  const behind: GuardedPart = { ranges: initialized, kind: 'initialized' };
  if (before.length === 0) return [behind];
  const guardedLandings = new Set([0, ...calls.map(({ bci }) => bci)]);
  return [{ ranges: before, kind: 'uninitialized', guardedLandings }, behind];
}

/** @returns false if the constant pool is full */
function insertAround(
  calls: readonly InitializingCall[],
  packets: ConstructorPackets,
  waiting: readonly number[],
  insertions: Insertion[],
): boolean {
  for (const { bci, next, owner, descriptor } of calls) {
    if (owner === OBJECT) continue;
    const packet = packets.initializing(owner, descriptor);
    if (packet === null) return false;
    insertions.push(
      { bci, packet: [...waiting, ...packet], isLanding: true },
      { bci: next, packet: packets.initialized },
    );
  }
  return true;
}
