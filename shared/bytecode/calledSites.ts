import { javaType } from '../classfile/descriptors.ts';
import type { LineNumber } from '../classfile/lineNumbers.ts';
import { NOT_BY_JDK, siteCode } from '../events/madeWord.ts';
import { lineAt, lineStarts } from './codeOfLines.ts';
import type { ConstantPoolAppend } from './constantPoolAppend.ts';
import { kindOfMade } from './kindOfMade.ts';
import { madeByCall, tellsWhatItMakes, type LeftToOthers, type MadeByCall } from './madeByCalls.ts';
import type { OldMethod } from './oldMethod.ts';
import { NO_PARTS, type ProbeKind, type ProbeParts, type TimedMethod } from './probeKind.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteOptions } from './rewriteOptions.ts';
import type { FoundSite } from './siteNumbers.ts';
import { SITE_STACK, SitePackets } from './sitePackets.ts';

const TEXT = 'Ljava/lang/String;';
const TEXT_ARRAY = '[B';

/**
 * Tells of what calls make that no instruction makes, right behind them:
 *
 *     invokevirtual int[].clone             invokespecial Object.clone
 *     dup; checkcast int[]; arraylength     dup; invokevirtual getClass
 *     istore length                         aload probe; swap; push place
 *     aload probe; iload length; push site  invokevirtual madeOf
 *     invokevirtual made
 *
 * What is asked of the value leaves it where it is: compilers know the length and the class of what they make.
 *
 * Lengths are in a variable between two packets only, which no frame names.
 */
export function calledSites(
  constants: ConstantPoolAppend,
  { probeClass, sites }: RewriteOptions,
): ProbeKind | null {
  if (!sites) return null;
  const packets = new SitePackets(sites, constants, probeClass);
  return {
    place: (method, timed, free) => (timed === null ? NO_PARTS : placeSites(method, timed, free, packets)),
  };
}

function placeSites(
  method: OldMethod,
  { methodId, local }: TimedMethod,
  scratch: number,
  packets: SitePackets,
): ProbeParts | null {
  if (!tellsWhatItMakes(method.model, method.method)) return NO_PARTS;
  let lines: readonly LineNumber[] | null = null; // few methods make anything by calls
  const insertions: Insertion[] = [];
  let ordinal = 0;
  for (const at = method.code.instructions(); at.next();) {
    const made = madeByCall(method.model, at, (name) => packets.numbers.isMeasured(name));
    if (made === null) continue;
    lines ??= lineStarts(method.model.pool, method.code);
    const line = lineAt(lines, at.offset);
    const number = (site: Omit<FoundSite, 'line'>): number | null =>
      // Below 0: those from 0 on are the instructions'.
      packets.numbers.numberOf(methodId, --ordinal, { ...site, line });
    const packet = packetOf(made, packets, local, scratch, number);
    if (packet === null) return null;
    if (packet.length > 0) insertions.push({ bci: at.offset + at.length, packet });
  }
  return insertions.length === 0 ? NO_PARTS : { ...NO_PARTS, insertions, slots: 1, stack: SITE_STACK };
}

/** @returns nothing where no number is left; null if the pool is full */
function packetOf(
  made: MadeByCall,
  packets: SitePackets,
  local: number,
  scratch: number,
  number: (site: Omit<FoundSite, 'line'>) => number | null,
): readonly number[] | null {
  const code = (descriptor: string): number | null => {
    const isArray = descriptor.startsWith('[');
    const site = number({ made: javaType(descriptor, 'qualified'), isArray });
    return site === null ? null : siteCode(site, kindOfMade(descriptor));
  };
  switch (made.kind) {
    case 'array': {
      const site = code(made.descriptor);
      return site === null ? [] : packets.madeArray(local, site, made.cast ? made.descriptor : null, scratch);
    }
    case 'text': {
      const text = code(TEXT);
      const array = made.isCopy ? null : code(TEXT_ARRAY);
      return text === null ? [] : packets.madeText(local, text, array, scratch);
    }
    case 'lambda':
    case 'anyObject':
    case 'anyArray':
    case 'nested': {
      const isArray = made.kind === 'anyArray' || made.kind === 'nested';
      const place = number({ made: made.kind === 'lambda' ? made.made : '', isArray, isPlace: true });
      if (place === null) return [];
      if (made.kind === 'nested') return packets.madeNested(local, place);
      const leavesOut = made.kind === 'anyObject' ? made.leavesOut : 'nothing';
      return packets.madeOf(local, placeLeaving(leavesOut, place), made.kind === 'anyArray' ? scratch : null);
    }
  }
}

/** As SluiceFoundSites.java takes it. */
function placeLeaving(leavesOut: LeftToOthers, place: number): number {
  return leavesOut === 'lambdas' ? ~place : leavesOut === 'madeByJdk' ? place | NOT_BY_JDK : place;
}
