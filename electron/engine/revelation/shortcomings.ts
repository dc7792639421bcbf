import type { ClassId, MethodId } from '../../../shared/base/ids.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { missesCalls, refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import type { InstrumentationStats } from './instrumenter.ts';
import { refusedClassSentence, type RefusedClass } from './refusedClass.ts';
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
  /** Sentences by what they are of; those of classes become longer. */
  readonly #refusals = new Map<string, string>();
  /** Of methods that tell when they are called: nothing is missing before. */
  readonly #ifCalled = new Map<MethodId, string>();
  /** By name and reason. */
  readonly #classes = new Map<string, Set<ClassId>>();
  readonly #strictLoaders = new StrictLoaders();
  #callsMayBeMissing = false;
  #notMeasured = 0;
  #lostLoads = 0;

  constructor(onNote: OnNote) {
    this.#onNote = onNote;
  }

  /** Sentences, the newest last; of very many, the last thousand. */
  get refusals(): readonly string[] {
    return [...this.#strictLoaders.sentences, ...this.#refusals.values()].slice(-MAX_REFUSALS);
  }

  /** The same, with those of methods that were not called. */
  get reasons(): readonly string[] {
    return [...this.refusals, ...this.#ifCalled.values()];
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

  /** A class was to come with probes, and came without. */
  loseLoad(): void {
    this.#lostLoads++;
  }

  /** Of the recording up to now. */
  get told(): Pick<InstrumentationStats, 'refusals' | 'callsMayBeMissing' | 'notMeasured' | 'lostLoads'> {
    const { refusals, callsMayBeMissing, notMeasured } = this;
    return { refusals, callsMayBeMissing, notMeasured, lostLoads: this.#lostLoads };
  }

  /** What was told before is not told again. */
  refuse(text: string): void {
    this.#tell(text, text);
  }

  /** The same of a method that is to be told of when it has been called. */
  refuseIfCalled(methodId: MethodId, text: string): void {
    this.#ifCalled.set(methodId, text);
  }

  /** These methods have been called. */
  witnessed(methodIds: readonly MethodId[]): void {
    for (const methodId of methodIds) {
      const text = this.#ifCalled.get(methodId);
      if (text === undefined) continue; // of an earlier recording
      this.#ifCalled.delete(methodId);
      this.refuse(text);
    }
  }

  /** The same of a class: several of one name, by as many class loaders, are told of in one sentence. */
  refuseClass(refused: RefusedClass): void {
    const key = `${refused.name} ${refused.reason}`;
    let classIds = this.#classes.get(key);
    if (classIds === undefined) this.#classes.set(key, (classIds = new Set()));
    classIds.add(refused.classId);
    this.#tell(key, refusedClassSentence(refused, classIds.size));
  }

  #tell(key: string, text: string): void {
    const told = toldText(text);
    const isNew = !this.#refusals.has(key);
    if (isNew && missesCalls(told)) this.#notMeasured++;
    this.#refusals.set(key, told);
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > MAX_REFUSALS) this.#refusals.delete(oldest);
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
  noteGuesses({ guessesReflection, guessesUpcallsOf: method }: Guesses): void {
    if (guessesReflection) this.note('reflectionGuessed', {});
    if (method === null) return;
    this.note('upcallsGuessed', { method: `${method.owner.facts.name}::${method.member.name}` });
  }
}

interface Guesses {
  readonly guessesReflection: boolean;
  readonly guessesUpcallsOf: MethodNode | null;
}

/** Class loaders that do not hand on the class of the probes, and what is left alone for that: docs/decisions/strict-loaders.md. */
class StrictLoaders {
  /** By loader: the methods of each class that were to be measured. */
  readonly #left = new Map<string, Map<ClassId, number>>();

  /** Told again of a class, it is of other methods. */
  add(loader: string, classId: ClassId, methods: number): void {
    let classes = this.#left.get(loader);
    if (classes === undefined) this.#left.set(loader, (classes = new Map()));
    classes.set(classId, methods + (classes.get(classId) ?? 0));
  }

  /** One for each loader. */
  get sentences(): readonly string[] {
    return [...this.#left].map(([loader, classes]) =>
      refusalSentence(
        'loaderRefuses',
        refusalReason('loaderRefuses', {
          loader,
          methods: formatCountOf(methodsOf(classes), 'method'),
          classes: formatCountOf(classes.size, 'class', 'classes'),
        }),
      ),
    );
  }
}

function methodsOf(classes: ReadonlyMap<ClassId, number>): number {
  return [...classes.values()].reduce((sum, methods) => sum + methods, 0);
}
