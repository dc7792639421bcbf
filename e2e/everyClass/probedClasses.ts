import type { MethodId } from '../../shared/base/ids.ts';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../../shared/base/ids.ts';
import type { InsertedCall } from '../../shared/bytecode/insertedCalls.ts';
import type { ProbeTarget } from '../../shared/bytecode/probePackets.ts';
import { rewriteClass } from '../../shared/bytecode/rewriteClass.ts';
import { refusalText } from '../../shared/bytecode/rewriteRefusal.ts';
import { trivialityOf } from '../../shared/callgraph/trivialMethod.ts';
import type { ClassModel } from '../../shared/classfile/classModel.ts';
import { readClass } from '../../shared/classfile/classReader.ts';
import { writeClass } from '../../shared/classfile/classWriter.ts';
import { SiteIds } from '../../shared/instrument/siteIds.ts';
import { originalCode } from '../../shared/testing/originalCode.ts';
import { USUAL_LAYOUT } from '../../shared/events/objectLayout.ts';

const PROBE_CLASS = 'java/lang/ProbeStub';
const NO_EDITS = { constants: new Uint8Array(0), constantCount: 0, codeAttributes: new Map() };
/** Not worth a line each: they are so many, or do nothing. */
const SILENT_REFUSALS = ['abstract', 'native', 'emptyFinalizer'];

function gateOf(methodId: MethodId): InsertedCall {
  const callee = { owner: PROBE_CLASS, name: 'gate', descriptor: '(I)V' };
  return { bci: 0, callee, argument: { kind: 'number', value: methodId } };
}

/** Puts probes into every method of one class after the other, and finds the original again behind them. */
export class ProbedClasses {
  /** One sentence each. */
  readonly notSameUnchanged: string[] = [];
  readonly notSameWithoutProbes: string[] = [];
  readonly #refusals = new Map<string, number>();
  readonly #refusalTexts: string[] = [];
  #nextId = FIRST_METHOD_ID;
  #sites = new SiteIds(USUAL_LAYOUT);
  #classes = 0;
  #methods = 0;
  #counted = 0;
  #rewriteMs = 0;
  #bytes = 0;

  /** @returns the class with probes in every method that can have them */
  add(bytes: Uint8Array): { readonly model: ClassModel; readonly probed: Uint8Array } {
    const start = performance.now();
    const model = readClass(bytes);
    const targets = new Map<number, ProbeTarget>();
    for (const method of model.methods) {
      // What the stub's own constructor calls, when there is nothing to hold yet.
      if (model.superName === null && method.name === '<init>') continue;
      targets.set(method.index, this.#nextTarget(trivialityOf(model, method) !== 'no'));
    }
    const { bytes: probed, refused } = rewriteClass(model, targets, { probeClass: PROBE_CLASS });
    this.#rewriteMs += performance.now() - start;
    this.#classes++;
    this.#bytes += bytes.byteLength;
    this.#methods += targets.size;
    for (const { methodIndex, reason } of refused) {
      this.#refusals.set(reason.kind, (this.#refusals.get(reason.kind) ?? 0) + 1);
      if (SILENT_REFUSALS.includes(reason.kind)) continue;
      const { name, descriptor } = model.methods[methodIndex];
      this.#refusalTexts.push(refusalText(model.name, name, descriptor, reason));
    }
    this.#compare(model, probed);
    // The same probes, and all other kinds: those are the verifier's to judge.
    const { bytes: telling } = rewriteClass(model, targets, {
      ...{ probeClass: PROBE_CLASS, sites: this.#sites, counts: ['bytecodes'], isTimed: true },
      calls: new Map([...targets].map(([index, { methodId }]) => [index, [gateOf(methodId)]])),
    });
    return { model, probed: telling };
  }

  /** Counts and speed on the first line, then the methods that were refused. */
  summary(): string[] {
    const refusals = [...this.#refusals].map(([kind, count]) => `${count} ${kind}`).join(', ');
    const speed = (this.#bytes / this.#rewriteMs / 1000).toFixed(0);
    const counts = `${this.#classes} classes, ${this.#methods} methods (${this.#counted} counted only)`;
    return [`${counts}, left alone: ${refusals || 'none'}; ${speed} MB/s`, ...this.#refusalTexts];
  }

  /** Every other trivial method is only counted, the others have times: both can be chosen. */
  #nextTarget(isTrivial: boolean): ProbeTarget {
    const id = this.#nextId++;
    if (this.#nextId === METHOD_ID_LIMIT) {
      this.#nextId = FIRST_METHOD_ID;
      this.#sites = new SiteIds(USUAL_LAYOUT);
    }
    const counted = isTrivial && id % 2 === 1;
    if (counted) this.#counted++;
    return { methodId: id as MethodId, root: id % 16 === 0, counted };
  }

  #compare(model: ClassModel, probed: Uint8Array): void {
    if (Buffer.compare(writeClass(model, NO_EDITS), model.bytes) !== 0) {
      this.notSameUnchanged.push(`class ${model.name} is not the same when written unchanged`);
    }
    const rewritten = readClass(probed);
    for (const [i, method] of model.methods.entries()) {
      try {
        const before = originalCode(model, method, PROBE_CLASS).join('\n');
        const after = originalCode(rewritten, rewritten.methods[i], PROBE_CLASS).join('\n');
        if (before === after) continue;
        this.notSameWithoutProbes.push(`${method.what} is not the same without its probes`);
      } catch (error) {
        this.notSameWithoutProbes.push(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
