import { refusalReason, refusalSentence } from '../../../shared/messages/refusalMessages.ts';
import type { ClassNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { isOwnName } from '../../../shared/instrument/instrumentationFilter.ts';
import { formatCountOf } from '../../../shared/naming/formatNumbers.ts';

/** In names of hidden classes that the JDK itself has made for the program: of lambdas, switches, concatenations, calls by reflection. */
const MADE_BY_JDK = /\$\$(Lambda|TypeSwitch|StringConcat|InjectedInvoker)/;

/** Only the name of a hidden class has a slash. */
export function isHiddenName(name: string): boolean {
  return name.includes('/');
}

/**
 * Whether the program has defined the hidden class; the JDK's do what its conventions know.
 * @param name as Class.getName()  @param isCore its package is of the JDK
 */
export function isOfProgram(name: string, isCore: boolean): boolean {
  return !isCore && !isOwnName(name) && !MADE_BY_JDK.test(name);
}

/**
 * The hidden classes of the program: the JVM lets nobody change their code, so their methods are not measured, and that is said of
 * each name once. Where the class file is known they are passed through like left-out code; what classes from before call is not known.
 */
export class HiddenClasses {
  readonly #onRefusal: (text: string) => void;
  #untold: ClassNode[] = [];
  readonly #told = new Set<string>();

  constructor(onRefusal: (text: string) => void) {
    this.#onRefusal = onRefusal;
  }

  add(node: ClassNode): void {
    if (!this.#told.has(node.facts.name)) this.#untold.push(node);
  }

  /** Classes that were there before the recording. @param names as Class.getName() @returns their own names, each once */
  tellBefore(names: readonly string[]): readonly string[] {
    const ownNames = [...new Set(names.map((name) => name.slice(0, name.indexOf('/'))))];
    for (const name of ownNames) this.#tell('hiddenClassBefore', `Class ${name}`);
    return ownNames;
  }

  /** Something was reached: says it of classes with a method among that. @param all of each class, reached or not */
  tellReached(all: boolean): void {
    if (this.#untold.length === 0) return;
    const isDue = ({ methods }: ClassNode): boolean =>
      all || methods?.some(({ isReached }) => isReached) === true;
    const due = this.#untold.filter(isDue);
    if (due.length === 0) return;
    this.#untold = this.#untold.filter((node) => !isDue(node));
    for (const { facts, methods } of due) {
      if (this.#told.has(facts.name)) continue;
      this.#told.add(facts.name);
      this.#tell(
        'hiddenClass',
        `Class ${facts.name}, with ${formatCountOf(methods?.length ?? 0, 'method')},`,
      );
    }
  }

  #tell(id: 'hiddenClass' | 'hiddenClassBefore', subject: string): void {
    this.#onRefusal(refusalSentence(id, `${subject} is not measured: ${refusalReason(id)}`));
  }
}
