import { messageOf, type SluiceError } from '../../base/errors.ts';
import { toldText } from '../../base/toldText.ts';
import { damaged } from './damaged.ts';
import { newer } from './newer.ts';

/** Four are in use. */
const MOST_NESTED = 16;

/** ASCII only: everything else as \uXXXX, so that any reader of bytes can read it. */
export function jsonBytes(value: object): Uint8Array {
  const text = JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * @param what it is called in messages: "header"
 * @throws SluiceError 'io' where it is no JSON object
 */
export function jsonFields(bytes: Uint8Array, what: string): Fields {
  return new Fields(null, what, parsed(bytes, what));
}

function parsed(bytes: Uint8Array, what: string): unknown {
  if (nestingOf(bytes) > MOST_NESTED)
    throw damaged(`its ${what} is nested more than ${MOST_NESTED} levels deep`);
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw damaged(`the ${what} is not JSON: ${messageOf(thrown)}`);
  }
}

/** How deep objects and lists lie within each other: a parser takes memory for each level. */
function nestingOf(json: Uint8Array): number {
  const [quote, backslash, list, listEnd, object, objectEnd] = [...'"\\[]{}'].map((c) => c.charCodeAt(0));
  let inText = false;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) inText = !inText;
    else if (inText && byte === backslash) at++;
    else if (inText) continue;
    else if (byte === list || byte === object) deepest = Math.max(deepest, ++depth);
    else if (byte === listEnd || byte === objectEnd) depth--;
  }
  return deepest;
}

/** Names of the JVM have 65,535 bytes, an argument of a command 131,072; sentences name three of them at most. */
const MAX_TEXT_CHARS = 1 << 18;

/** Typed access to the fields of a JSON object from outside. */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #within: Fields | null;
  readonly #name: string;
  /** Of the outermost object alone: within it there may be half a million. */
  readonly #asked: Set<string> | null;

  constructor(within: Fields | null, name: string, value: unknown) {
    this.#within = within;
    this.#asked = within === null ? new Set() : null;
    this.#name = name;
    if (typeof value !== 'object' || value === null) throw damaged(`${this.path} is no object`);
    this.#value = value as Readonly<Record<string, unknown>>;
  }

  /** Made when it is asked for: a recording has up to 524,272 methods. */
  get path(): string {
    return this.#within === null ? this.#name : `${this.#within.path}.${this.#name}`;
  }

  has(name: string): boolean {
    return this.#get(name) !== undefined;
  }

  /** And not null. */
  isKnown(name: string): boolean {
    return this.has(name) && this.#get(name) !== null;
  }

  number(name: string): number {
    const found = this.#get(name);
    if (!Number.isFinite(found)) throw this.#expected(name, 'a number');
    return found as number;
  }

  /** Several that are all there. */
  numbers<Name extends string>(...names: readonly Name[]): Record<Name, number> {
    return Object.fromEntries(names.map((name) => [name, this.number(name)])) as Record<Name, number>;
  }

  /** The same; 0 for one that is missing. */
  numbersOrZero<Name extends string>(...names: readonly Name[]): Record<Name, number> {
    const all = names.map((name) => [name, this.has(name) ? this.number(name) : 0]);
    return Object.fromEntries(all) as Record<Name, number>;
  }

  text(name: string, maxChars = MAX_TEXT_CHARS): string {
    return this.#textOf(this.#get(name), name, 'a text', maxChars);
  }

  boolean(name: string): boolean {
    const found = this.#get(name);
    if (typeof found !== 'boolean') throw this.#expected(name, 'true or false');
    return found;
  }

  /** A word that is not allowed is one of a newer Sluice: the checksum of the section was right. */
  oneOf<T extends string>(name: string, allowed: readonly T[]): T {
    const isAllowed = (text: string): text is T => (allowed as readonly string[]).includes(text);
    return this.oneThat(name, isAllowed, allowed.join(', '));
  }

  /** @param allowedText for the sentence about another text, which a newer Sluice may know */
  oneThat<T extends string>(name: string, isAllowed: (text: string) => text is T, allowedText: string): T {
    const found = this.#get(name);
    if (typeof found !== 'string') throw this.#expected(name, allowedText);
    if (isAllowed(found)) return found;
    const text = toldText(JSON.stringify(found));
    throw newer(`The recording has ${this.path}.${name} ${text}; this Sluice knows ${allowedText}`);
  }

  texts(name: string): string[] {
    return this.#list(name).map((item) => this.#textOf(item, name, 'a list of texts', MAX_TEXT_CHARS));
  }

  object(name: string): Fields {
    return new Fields(this, name, this.#get(name));
  }

  objectOrNull(name: string): Fields | null {
    return this.#get(name) === null ? null : this.object(name);
  }

  objects(name: string): Fields[] {
    return this.#list(name).map((item, i) => new Fields(this, `${name}[${i}]`, item));
  }

  /** What nobody has asked for so far, of the outermost object: whoever wrote it knew more than the reader. */
  unasked(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(this.#value).filter(([name]) => !this.#asked?.has(name)));
  }

  #get(name: string): unknown {
    this.#asked?.add(name);
    return this.#value[name];
  }

  #list(name: string): readonly unknown[] {
    const items = this.#get(name);
    if (!Array.isArray(items)) throw this.#expected(name, 'a list');
    return items as unknown[];
  }

  #textOf(found: unknown, name: string, what: string, maxChars: number): string {
    if (typeof found !== 'string') throw this.#expected(name, what);
    if (found.length <= maxChars) return found;
    throw damaged(`${this.path}.${name} has ${found.length} characters; ${maxChars} are allowed`);
  }

  #expected(name: string, what: string): SluiceError {
    const found = toldText(JSON.stringify(this.#get(name)) ?? 'missing');
    return damaged(`${this.path}.${name} is ${found}; ${what} is needed`);
  }
}
