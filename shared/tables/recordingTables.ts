import { FINDINGS_TABLE } from './findingsTable.ts';
import { GROUPS_TABLE } from './groupsTable.ts';
import { INSTRUMENTATION_TABLE } from './instrumentationTable.ts';
import { OVERHEAD_TABLE } from './overheadTable.ts';
import type { RecordingTable } from './recordingTable.ts';
import { TIMELINE_TABLE } from './timelineTable.ts';

/** Every view that is a table, in the order of the window's tabs. */
export const RECORDING_TABLES: readonly RecordingTable[] = [
  FINDINGS_TABLE,
  GROUPS_TABLE,
  INSTRUMENTATION_TABLE,
  OVERHEAD_TABLE,
  TIMELINE_TABLE,
];
