import type { Snapshot } from '../model/snapshot.ts';
import { collapsedStacks, type CollapsedStacks } from './collapsed.ts';
import { csvTable } from './csv.ts';
import type { ExportFormat } from './exportFormats.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { htmlReport, type ReportAssets } from './htmlReport.ts';
import { pprofProfile } from './pprof.ts';
import { speedscopeFile } from './speedscope.ts';

/**
 * The contents of an exported file, piece by piece; those of GZIP_FORMATS are still to be compressed.
 * @param readAssets the script and style of the HTML report, asked for by that one only
 */
export async function exportedPieces(
  snapshot: Snapshot,
  format: ExportFormat,
  stacks: CollapsedStacks,
  readAssets: () => Promise<ReportAssets>,
): Promise<Iterable<string | Uint8Array>> {
  switch (format) {
    case 'collapsed':
      return collapsedStacks(snapshot, stacks);
    case 'speedscope':
      return speedscopeFile(snapshot);
    case 'pprof':
      return pprofProfile(snapshot);
    case 'firefox':
      return firefoxProfile(snapshot);
    case 'csv':
      return csvTable(snapshot);
    case 'html':
      return htmlReport(snapshot, await readAssets());
  }
}
