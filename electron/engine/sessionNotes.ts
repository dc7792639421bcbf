import type { NoteSeverity } from '../../shared/model/noteMessages.ts';

const MAX_NOTES = 200;

/** What there is to say about a session since its last recording began, the newest last; the oldest of too many go. */
export class SessionNotes {
  #notes: readonly { readonly severity: NoteSeverity; readonly text: string }[] = [];

  add(severity: NoteSeverity, text: string): void {
    this.#notes = [...this.#notes, { severity, text }].slice(-MAX_NOTES);
  }

  clear(): void {
    this.#notes = [];
  }

  get tellAnError(): boolean {
    return this.#notes.some(({ severity }) => severity === 'error');
  }

  /** As people read them; what is more than a note says so. */
  get texts(): readonly string[] {
    return this.#notes.map(({ severity, text }) => (severity === 'note' ? text : `${severity}: ${text}`));
  }
}
