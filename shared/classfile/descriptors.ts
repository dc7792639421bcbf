import { SluiceError } from '../base/errors.ts';

/** Which words a name is written in: java.lang.String, or String. */
export type NameForm = 'qualified' | 'simple';

/** A field or method descriptor (JVMS §4.3) taken apart. */
export interface MethodDescriptor {
  /** Field descriptors: I, [J, Ljava/lang/String; */
  readonly parameters: readonly string[];
  /** A field descriptor, or V. */
  readonly returns: string;
}

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['B', 'byte'],
  ['C', 'char'],
  ['D', 'double'],
  ['F', 'float'],
  ['I', 'int'],
  ['J', 'long'],
  ['S', 'short'],
  ['Z', 'boolean'],
  ['V', 'void'],
]);

/** @throws SluiceError if `descriptor` is no method descriptor */
export function parseMethodDescriptor(descriptor: string): MethodDescriptor {
  if (descriptor.charAt(0) !== '(') throw malformedDescriptor(descriptor, 0);
  const parameters: string[] = [];
  let at = 1;
  while (descriptor.charAt(at) !== ')') {
    const end = fieldTypeEnd(descriptor, at);
    parameters.push(descriptor.slice(at, end));
    at = end;
  }
  const returns = descriptor.slice(at + 1);
  if (returns !== 'V' && fieldTypeEnd(descriptor, at + 1) !== descriptor.length) {
    throw malformedDescriptor(descriptor, at + 1);
  }
  return { parameters, returns };
}

/** Stack slots of a field descriptor or V: 0, 1 or 2. */
export function slotsOf(type: string): number {
  const first = type.charAt(0);
  return first === 'V' ? 0 : first === 'J' || first === 'D' ? 2 : 1;
}

/** Stack slots of a method's arguments; the receiver is not counted. */
export function argumentSlots(descriptor: string): number {
  let slots = 0;
  for (const type of parseMethodDescriptor(descriptor).parameters) slots += slotsOf(type);
  return slots;
}

/** A field descriptor, or V, as Java writes it: `int`, `String[]`. Nested classes keep their $: `Map$Entry`. */
export function javaType(type: string, form: NameForm = 'simple'): string {
  const dimensions = type.lastIndexOf('[') + 1;
  const element = type.slice(dimensions);
  const name = element.charAt(0) === 'L' ? javaName(element.slice(1, -1), form) : PRIMITIVES.get(element);
  if (name === undefined) throw malformedDescriptor(type, dimensions);
  return name + '[]'.repeat(dimensions);
}

/** An internal class name as Java writes it: java/util/Map$Entry -> java.util.Map$Entry, or Map$Entry. */
export function javaName(internalName: string, form: NameForm = 'qualified'): string {
  return form === 'qualified'
    ? internalName.replaceAll('/', '.')
    : internalName.slice(internalName.lastIndexOf('/') + 1);
}

/** The parameter list as Java writes it: `(int, String)`. */
export function javaParameters(descriptor: string, form: NameForm = 'simple'): string {
  const types = parseMethodDescriptor(descriptor).parameters.map((type) => javaType(type, form));
  return `(${types.join(', ')})`;
}

/** The return type as Java writes it: `void`, `String[]`. */
export function javaReturnType(descriptor: string, form: NameForm = 'simple'): string {
  return javaType(parseMethodDescriptor(descriptor).returns, form);
}

/**
 * The pattern that matches exactly one method: `a.b.C::run(int,java.lang.String)`.
 * @param className internal or as Class.getName()
 */
export function methodPatternOf(className: string, name: string, descriptor: string): string {
  const { parameters } = parseMethodDescriptor(descriptor);
  const types = parameters.map((type) => javaType(type, 'qualified')).join(',');
  return `${javaName(className)}::${name}(${types})`;
}

/** @returns the position after the field descriptor that begins at `start` */
function fieldTypeEnd(descriptor: string, start: number): number {
  let at = start;
  while (descriptor.charAt(at) === '[') at++;
  const first = descriptor.charAt(at);
  if (first === 'L') {
    const end = descriptor.indexOf(';', at);
    if (end > at + 1) return end + 1;
  } else if (first !== 'V' && PRIMITIVES.has(first)) {
    return at + 1;
  }
  throw malformedDescriptor(descriptor, start);
}

function malformedDescriptor(descriptor: string, at: number): SluiceError {
  return new SluiceError(
    'protocol',
    `descriptor ${JSON.stringify(descriptor)}: nothing that JVMS §4.3 allows at character ${at}`,
  );
}
