const MAX_REFUSALS = 1_000;

export type OnNote = (severity: 'note' | 'warning' | 'error', text: string) => void;

/** In what a recording falls short of "every call of the subgraph": what was refused, and what may be missing. */
export class Shortcomings {
  readonly #onNote: OnNote;
  readonly #said = new Set<string>();
  #refusals: string[] = [];
  #callsMayBeMissing = false;

  constructor(onNote: OnNote) {
    this.#onNote = onNote;
  }

  /** Sentences, the newest last; of very many, the last thousand. */
  get refusals(): readonly string[] {
    return this.#refusals;
  }

  get callsMayBeMissing(): boolean {
    return this.#callsMayBeMissing;
  }

  refuse(text: string): void {
    if (this.#refusals.length >= MAX_REFUSALS) this.#refusals = this.#refusals.slice(1 - MAX_REFUSALS);
    this.#refusals = [...this.#refusals, text];
  }

  /** Says it, unless it was said in this recording. */
  note(severity: 'note' | 'warning' | 'error', text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#onNote(severity, text);
  }

  /** The same of something for which counts may be too low. */
  missCalls(severity: 'warning' | 'error', text: string): void {
    this.#callsMayBeMissing = true;
    this.note(severity, text);
  }
}
