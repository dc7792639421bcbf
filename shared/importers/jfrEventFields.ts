import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrField, JfrType } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import { methodPattern } from '../naming/methodNames.ts';
import { spanNs } from './jfrSettings.ts';
import { numberAt, OF_JDK, structAt, threadName } from './jfrTrees.ts';

/** The fields of one event after the other, by name: what the file does not have is "" or NaN. */
export class EventFields {
  readonly #chunk: JfrChunk;
  readonly #values = new Map<string, JfrValue>();
  readonly #places = new Map<number, string>();
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
    return this.#chunk.textOf(this.#values.get(name)) ?? '';
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
    return value === undefined ? '' : threadName(this.#chunk, value);
  }

  /** A field of a field, as a heap's committed size. */
  within(name: string, inner: string): JfrValue | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : structAt(this.#chunk, value)?.fields.get(inner);
  }

  /** "demo.Shop" */
  className(name: string): string {
    return (this.#chunk.textOf(this.within(name, 'name')) ?? '').replaceAll('/', '.');
  }

  /** "app"; of a loader without a name, its class; of the bootstrap loader, which is no object, "". */
  loader(name: string): string {
    const named = this.#chunk.textOf(this.within(name, 'name'));
    if (named !== null && named !== '') return named;
    const type = this.within(name, 'type');
    const fields = type === undefined ? undefined : structAt(this.#chunk, type)?.fields;
    return (this.#chunk.textOf(fields?.get('name')) ?? '').replaceAll('/', '.');
  }

  /** "demo.Shop::order(int)" */
  method(name: string): string {
    const value = this.#values.get(name);
    const fields = value === undefined ? undefined : structAt(this.#chunk, value)?.fields;
    const owner = fields?.get('type');
    const className = owner === undefined ? undefined : structAt(this.#chunk, owner)?.fields.get('name');
    const methodName = this.#chunk.textOf(fields?.get('name'));
    if (methodName === null) return '';
    return methodPattern({
      className: (this.#chunk.textOf(className) ?? '').replaceAll('/', '.'),
      name: methodName,
      descriptor: this.#chunk.textOf(fields?.get('descriptor')) ?? '',
    });
  }

  /** Where it happened: the innermost method outside of the JDK, or the innermost one. */
  place(): string {
    if (this.#traceKey === 0) return '';
    let place = this.#places.get(this.#traceKey);
    if (place === undefined) this.#places.set(this.#traceKey, (place = this.#placeOf(this.#traceKey)));
    return place;
  }

  #placeOf(traceKey: number): string {
    const { stackTraces } = this.#chunk;
    const trace = stackTraces.placeOf(traceKey);
    if (trace === undefined) return '';
    let innermost = '';
    for (let frame = stackTraces.start(trace); frame < stackTraces.start(trace + 1); frame++) {
      const method = this.#chunk.methodAt(frame);
      if (method === null || method.isHidden) continue;
      const name = `${method.className}.${method.name}`;
      if (!OF_JDK.test(method.className)) return name;
      innermost ||= name;
    }
    return innermost;
  }
}
