import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrField, JfrType } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrStruct, type JfrValue } from '../jfr/jfrValues.ts';
import { methodPattern, sourceName } from '../naming/methodNames.ts';
import { numberAt } from './jfrFields.ts';
import { spanNs } from './jfrSettings.ts';
import { threadName } from './jfrThreads.ts';

/** A path, a message of an exception: more of them nobody reads, and each row has its own. */
const MOST_CHARS = 2_000;

/** The fields of one event after the other, by name: what the file does not have is "" or NaN. */
export class EventFields {
  readonly #chunk: JfrChunk;
  readonly #values = new Map<string, JfrValue>();
  readonly #patterns = new Map<JfrStruct, string>();
  #type: JfrType | null = null;
  #fields: ReadonlyMap<string, JfrField> = new Map<string, JfrField>();
  #cursor: JfrCursor | null = null;
  #traceKey = 0;

  constructor(chunk: JfrChunk) {
    this.#chunk = chunk;
  }

  read(event: JfrEvent): void {
    const { type } = event;
    if (type !== this.#type) this.#fields = new Map(type.fields.map((field) => [field.name, field]));
    this.#type = type;
    this.#values.clear();
    this.#traceKey = 0;
    this.#cursor = this.#chunk.cursorAt(this.#cursor, event);
    for (const field of type.fields) {
      if (field.name === 'stackTrace' && field.isPooled) this.#traceKey = this.#cursor.number();
      else if (field.isArray) skipField(this.#cursor, field);
      else this.#values.set(field.name, readField(this.#cursor, field));
    }
  }

  text(name: string): string {
    return shortened(this.#chunk.textOf(this.#values.get(name)) ?? '');
  }

  /** Ticks, keys and counts; 0: there is none. */
  number(name: string): number {
    return numberAt(this.#values.get(name));
  }

  /** NaN: there is none. */
  amount(name: string): number {
    const value = this.#values.get(name);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
  }

  isSet(name: string): boolean {
    return this.#values.get(name) === true;
  }

  ns(name: string): number {
    const field = this.#fields.get(name);
    const value = this.#values.get(name);
    return field === undefined || value === undefined ? 0 : (spanNs(this.#chunk, field, value) ?? 0);
  }

  thread(name: string): string {
    const value = this.#values.get(name);
    return value === undefined ? '' : shortened(threadName(this.#chunk, value));
  }

  /** A field of a field, as a heap's committed size. */
  within(name: string, inner: string): JfrValue | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : this.#chunk.structAt(value)?.fields.get(inner);
  }

  /** "demo.Shop" */
  className(name: string): string {
    return shortened(sourceName(this.#chunk.classNameOf(this.#values.get(name))));
  }

  /** "app"; of a loader without a name, its class; of the bootstrap loader, which is no object, "". */
  loader(name: string): string {
    const named = this.#chunk.textOf(this.within(name, 'name'));
    if (named !== null && named !== '') return shortened(named);
    return shortened(this.#chunk.classNameOf(this.within(name, 'type')));
  }

  /** "demo.Shop::order(int)" */
  method(name: string): string {
    const method = this.#chunk.structAt(this.#values.get(name));
    if (method === null) return '';
    let pattern = this.#patterns.get(method);
    if (pattern === undefined) this.#patterns.set(method, (pattern = this.#patternOf(method)));
    return pattern;
  }

  #patternOf({ fields }: JfrStruct): string {
    const methodName = this.#chunk.textOf(fields.get('name'));
    if (methodName === null) return '';
    return methodPattern({
      className: shortened(this.#chunk.classNameOf(fields.get('type'))),
      name: shortened(methodName),
      descriptor: shortened(this.#chunk.textOf(fields.get('descriptor')) ?? ''),
    });
  }

  /** Of its stack, in the pool of those; 0: it has none. */
  get traceKey(): number {
    return this.#traceKey;
  }
}

function shortened(text: string): string {
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
}
