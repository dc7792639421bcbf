import type { MethodPattern } from '../callgraph/methodPattern.ts';
import { trivialityOf } from '../callgraph/trivialMethod.ts';
import { madeByCall, tellsWhatItMakes } from '../bytecode/madeByCalls.ts';
import { javaName } from '../classfile/descriptors.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';

const MAKING: ReadonlySet<number> = new Set([OP.new, OP.newarray, OP.anewarray, OP.multianewarray]);

/**
 * Which methods need probes where nothing but accounts is wanted: what makes objects tells of them, and what belongs to an account says
 * that it begins. All others work for their caller, measured or not (ASGMemProf, sections 4 and 5: no change of account within one, and
 * none where nothing can be made).
 *
 *     app.Cart.total   calls something             of the account app: probe
 *     app.Cart.size    trivial: runs nothing else  none
 *     lib.Parser.parse makes nodes                 of no account: probe, as its objects need one
 *     lib.Parser.skip  makes nothing               none: what it calls has probes of its own
 */
export class AccountProbes {
  readonly #patterns: readonly MethodPattern[];
  readonly #tellsItself: (className: string) => boolean;

  /**
   * @param patterns of all accounts
   * @param tellsItself whether the code of a class tells what it makes, by internal name (madeByCalls.ts)
   */
  constructor(patterns: readonly MethodPattern[], tellsItself: (className: string) => boolean) {
    this.#patterns = patterns;
    this.#tellsItself = tellsItself;
  }

  /** O(bytes of its code). */
  needs(model: ClassModel, method: MethodModel): boolean {
    if (this.#makes(model, method)) return true;
    const { name, descriptor } = method;
    // A trivial method calls nothing and initialises no class, so it makes no difference who is charged in it.
    return (
      this.#patterns.some((pattern) => pattern.matchesMethod(javaName(model.name), name, descriptor)) &&
      trivialityOf(model, method) === 'no'
    );
  }

  #makes(model: ClassModel, method: MethodModel): boolean {
    const code = method.readCode();
    if (code === null || !tellsWhatItMakes(model, method)) return false;
    for (const at = code.instructions(); at.next();)
      if (MAKING.has(at.opcode) || madeByCall(model, at, this.#tellsItself) !== null) return true;
    return false;
  }
}
