/** The instructions at bcis [start, endExclusive). */
export interface BciRange {
  readonly start: number;
  readonly endExclusive: number;
}
