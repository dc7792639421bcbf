import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { NOTE_MESSAGES, type NoteId } from '../../../shared/messages/noteMessages.ts';
import { AGENT_NOTES } from '../../../shared/wire/controlMessage.ts';

const MAX_NOTES = 200;
/** More of one kind are counted: a target can cause as many as it likes, and each status has all notes. */
const MAX_OF_A_KIND = 50;
/** An agent reports each once in a recording. */
const REPORTED: ReadonlySet<NoteId> = new Set<NoteId>(AGENT_NOTES);

interface Note {
  readonly id: NoteId;
  readonly text: string;
}

/** What there is to say about a session since its last recording began, the newest last; the oldest of too many go. */
export class SessionNotes {
  #notes: readonly Note[] = [];
  readonly #counts = new Map<NoteId, number>();

  /** @returns whether it is kept; else there are many of its kind, and it was counted */
  add(id: NoteId, text: string): boolean {
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    if (count > mostOf(id)) return false;
    this.#notes = [...this.#notes, { id, text }].slice(-MAX_NOTES);
    return true;
  }

  clear(): void {
    this.#notes = [];
    this.#counts.clear();
  }

  get tellAnError(): boolean {
    return this.#notes.some(({ id }) => NOTE_MESSAGES[id].severity === 'error');
  }

  /** As people read them; what is more than a note says so. */
  get texts(): readonly string[] {
    const last = new Map(this.#notes.map(({ id }, at) => [id, at]));
    return this.#notes.map(({ id, text }, at) => {
      const { severity } = NOTE_MESSAGES[id];
      const more = last.get(id) === at ? (this.#counts.get(id) ?? 0) - mostOf(id) : 0;
      const told = more > 0 ? `${text} (and ${formatCount(more)} more of the kind)` : text;
      return severity === 'note' ? told : `${severity}: ${told}`;
    });
  }
}

function mostOf(id: NoteId): number {
  return REPORTED.has(id) ? 1 : MAX_OF_A_KIND;
}
