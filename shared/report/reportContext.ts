import type { MethodTable } from '../naming/methodTable.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import type { Snapshot } from '../recording/snapshot.ts';

/** What every table of a report is made with. */
export interface ReportContext {
  readonly clock: Snapshot['clock'];
  /** Of samples: what one stands for. 0: times are measured. */
  readonly periodNs: number;
  readonly methods: MethodTable;
  readonly names: NameStyle;
  readonly top: number | null;
}
