import type { MethodTable } from './methodTable.ts';
import type { NameStyle } from './methodNames.ts';
import type { Snapshot } from './snapshot.ts';

/** What every table of a report is made with. */
export interface ReportContext {
  readonly clock: Snapshot['clock'];
  readonly methods: MethodTable;
  readonly names: NameStyle;
  readonly top: number | null;
}
