import type { ClassId } from '../../../shared/base/ids.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { missesCalls, refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { StrictLoaders } from './strictLoaders.ts';
import {
  noteText,
  type NoteDetails,
  type NoteId,
  type OnNote,
} from '../../../shared/messages/noteMessages.ts';

const MAX_REFUSALS = 1_000;
/** Beyond so many different ones a note may be said twice. */
const MAX_SAID = 1_000;

/** In what a recording falls short of "every call of the subgraph": what was refused, and what may be missing. */
export class Shortcomings {
  readonly #onNote: OnNote;
  readonly #said = new Set<string>();
  #refusals: string[] = [];
  readonly #strictLoaders = new StrictLoaders();
  #callsMayBeMissing = false;
  #notMeasured = 0;

  constructor(onNote: OnNote) {
    this.#onNote = onNote;
  }

  /** Sentences, the newest last; of very many, the last thousand. */
  get refusals(): readonly string[] {
    return [...this.#strictLoaders.sentences, ...this.#refusals].slice(-MAX_REFUSALS);
  }

  /** How many of all refusals calls may be missing for. */
  get notMeasured(): number {
    return this.#notMeasured + this.#strictLoaders.sentences.length;
  }

  /** The class was left alone, with so many methods that were to be measured: its loader does not hand on the class of the probes. */
  leaveAlone(loader: string, classId: ClassId, methods: number): void {
    this.#strictLoaders.add(loader, classId, methods);
  }

  get callsMayBeMissing(): boolean {
    return this.#callsMayBeMissing;
  }

  /** A class is swapped more than once, and may be refused each time. */
  refuse(text: string): void {
    const told = toldText(text);
    if (this.#refusals.includes(told)) return;
    if (missesCalls(told)) this.#notMeasured++;
    if (this.#refusals.length >= MAX_REFUSALS) this.#refusals = this.#refusals.slice(1 - MAX_REFUSALS);
    this.#refusals = [...this.#refusals, told];
  }

  /** So many methods were to be switched off, and the JVM did not take their probes out. */
  keptProbes(methods: number): void {
    if (methods === 0) return;
    const reason = refusalReason('probesKept', { methods: formatCountOf(methods, 'method') });
    this.refuse(refusalSentence('probesKept', reason));
  }

  /** Says it, unless it was said in this recording. */
  note<Id extends NoteId>(id: Id, details: NoteDetails<Id>): void {
    const text = noteText(id, details);
    if (this.#said.has(text)) return;
    if (this.#said.size < MAX_SAID) this.#said.add(text);
    this.#onNote(id, details);
  }

  /** The same of something for which counts may be too low. */
  missCalls<Id extends NoteId>(id: Id, details: NoteDetails<Id>): void {
    this.#callsMayBeMissing = true;
    this.note(id, details);
  }

  /** What is reached by a guess, which can miss some. */
  noteGuesses({ guessesReflection, guessesUpcallsOf: method, continuesIn }: Guesses): void {
    if (guessesReflection) this.note('reflectionGuessed', {});
    if (continuesIn !== null) this.note('continuations', { class: continuesIn });
    if (method === null) return;
    this.note('upcallsGuessed', { method: `${method.owner.facts.name}::${method.member.name}` });
  }
}

interface Guesses {
  readonly guessesReflection: boolean;
  readonly guessesUpcallsOf: MethodNode | null;
  readonly continuesIn: string | null;
}
