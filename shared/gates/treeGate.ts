import { SluiceError } from '../base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../callgraph/methodPattern.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { BYTES, ELEMENTS, OBJECTS } from '../cct/madeColumns.ts';
import { CALLS, SELF_TIME } from '../metrics/metric.ts';
import { parseValue, valueId, type Value } from '../metrics/value.ts';
import { parseClassPattern, type ClassPattern } from './classPattern.ts';
import { limitOf, splitGate, type GateLimit } from './gate.ts';

/** A condition under which a comparison of call trees fails: gate.ts has its grammar. */
export interface TreeGate {
  readonly text: string;
  readonly value: Value;
  /** Each method that matches, or each class of which objects are made; null: the recording as a whole. */
  readonly pattern: MethodPattern | null;
  readonly made: ClassPattern | null;
  readonly sign: 1 | -1;
  readonly limit: GateLimit;
}

/** What is told of the classes that are made, too. */
export const OF_CLASSES: readonly string[] = [OBJECTS, ELEMENTS, BYTES, LIVE_OBJECTS, LIVE_BYTES];
/** Before a pattern of classes that are made. */
const NEW = /^new\s+/;
/** Names of earlier releases for a ratio. */
const RATIO_ALIASES: Readonly<Record<string, string>> = {
  'per-call': valueId({ metric: SELF_TIME, per: CALLS }),
};

/** @throws SluiceError 'usage' that says what is not understood */
export function parseTreeGate(text: string): TreeGate {
  const parts = splitGate(text);
  const { bad, subject, sign } = parts;
  const value = valueNamed(parts.metric);
  if (value === null) throw bad(`the metric ${JSON.stringify(parts.metric)} is not known`);
  if (value.per?.isExact === false)
    throw bad(`${value.per.id} is not exact, so nothing can be judged per it`);
  if (value.per !== null && subject === null)
    throw bad(`${parts.metric} is that of a method: give a pattern`);
  const made = subject === null ? null : madeBy(subject, value, bad);
  const pattern = subject === null || made !== null ? null : parseMethodPattern(subject);
  if (pattern?.isExclusion) throw bad('a pattern that excludes names no method');
  return {
    text: parts.text,
    value,
    pattern,
    made,
    sign,
    limit: limitOf(parts, value.metric.unit, value.metric.id),
  };
}

/**
 * Classes of which objects are made: behind "new", and where a class is named of which all methods were meant otherwise.
 *
 *     objects:com.acme.Cart>0        Carts, whoever makes them
 *     objects:com.acme.Cart::*>0     what the methods of Cart make
 *     objects:new com.acme.**>0      objects of all classes there
 *     objects:com.acme.**>0          what methods of all classes there make
 */
function madeBy(
  subject: string,
  { metric, per }: Value,
  bad: (found: string) => SluiceError,
): ClassPattern | null {
  const isOfClasses = OF_CLASSES.includes(metric.id) && per === null;
  if (NEW.test(subject)) {
    if (isOfClasses) return parseClassPattern(subject.replace(NEW, ''));
    throw bad(`"new" names classes that are made, and of these only ${OF_CLASSES.join(', ')} are judged`);
  }
  const isClass = isOfClasses && !/[*!]|::|^re:/.test(subject);
  return isClass ? parseClassPattern(subject) : null;
}

/** Null for what is no metric and no ratio of two. */
function valueNamed(name: string): Value | null {
  try {
    return parseValue(RATIO_ALIASES[name] ?? name);
  } catch (thrown) {
    if (thrown instanceof SluiceError && thrown.code === 'usage') return null;
    throw thrown;
  }
}
