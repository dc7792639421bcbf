import type { RegionId } from '../../shared/base/ids.ts';
import { lineStarts } from '../../shared/bytecode/codeOfLines.ts';
import { rewriteRegions, type RegionTarget } from '../../shared/bytecode/rewriteRegions.ts';
import type { MethodModel } from '../../shared/classfile/methodModel.ts';
import type { ClassModel } from '../../shared/classfile/classModel.ts';

/** What there is nothing to time in, or only as a whole. */
const EXPECTED_REFUSALS = ['abstract', 'native', 'emptyFinalizer', 'noCodeOfLines', 'subroutines'];

/** Puts a region into every method of one class after the other: all of it, or some of its lines, as chance has it. */
export class RegionClasses {
  #seed = 25;
  #regions = 0;
  readonly #refusals: string[] = [];

  /** Modules whose classes a JVM that only links does not run: their probes need no class to call. */
  static readonly MODULES: readonly string[] = ['java.desktop', 'java.xml', 'jdk.compiler'];

  add(model: ClassModel): Uint8Array {
    const targets = new Map<number, RegionTarget>();
    for (const method of model.methods) {
      const regionId = (++this.#regions % 40_000) as RegionId;
      targets.set(method.index, { regionId, lines: this.#someLines(model, method) });
    }
    const { bytes, refused } = rewriteRegions(model, targets, 'java/lang/SluiceRegion');
    for (const { methodIndex, reason } of refused) {
      if (EXPECTED_REFUSALS.includes(reason.kind)) continue;
      this.#refusals.push(`${model.methods[methodIndex].what}: ${reason.kind}`);
    }
    return bytes;
  }

  summary(): string[] {
    return [`${this.#regions} regions, refused: ${this.#refusals.length}`, ...this.#refusals];
  }

  #someLines(model: ClassModel, method: MethodModel): RegionTarget['lines'] {
    const code = method.readCode();
    const lines = code === null ? [] : lineStarts(model.pool, code).map(({ line }) => line);
    if (lines.length === 0 || this.#chance(4) === 0) return null;
    const [a, b] = [lines[this.#chance(lines.length)], lines[this.#chance(lines.length)]];
    return { first: Math.min(a, b), last: Math.max(a, b) };
  }

  /** 0 .. below - 1; the same in each run (Numerical Recipes' linear congruential generator). */
  #chance(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}
