/** Figures of a bench as lines, each with the bound it must keep, where there is one. */
export class BoundedFigures {
  #exceeded = 0;

  /** So many did not keep their bound. */
  get exceeded(): number {
    return this.#exceeded;
  }

  /** Prints a figure with its bound: at most that; where both are negative, at least. */
  tell(name: string, value: number, bound: number, unit: string): void {
    const holds = value <= bound;
    if (!holds) this.#exceeded++;
    const limit = bound < 0 ? `at least ${-bound}` : `at most ${Number(bound.toFixed(1))}`;
    console.log(`${figureLine(name, Math.abs(value), unit)}   ${limit}${holds ? '' : '  EXCEEDED'}`);
  }
}

/** A figure without a bound. */
export function figureLine(name: string, value: number, unit: string): string {
  return `${name.padEnd(42)} ${value.toFixed(value < 1000 ? 1 : 0).padStart(8)} ${unit}`;
}
