import { collapsedStacks, type CollapsedStacks } from './collapsed.ts';
import { csvTable } from './csv.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import type { ExportFormat } from './exportFormats.ts';
import { firefoxProfile } from './firefoxProfile.ts';
import { hprofText } from './hprofText.ts';
import { htmlPage, type HtmlPageParts } from './htmlPage.ts';
import { pprofProfile } from './pprof.ts';
import { speedscopeFile } from './speedscope.ts';

/**
 * The contents of an exported file, piece by piece; those of a `gzip` format are still to be compressed.
 * @param htmlParts asked for by the HTML page only
 */
export async function exportedPieces(
  recording: ExportedRecording,
  format: ExportFormat,
  stacks: CollapsedStacks,
  htmlParts: () => Promise<HtmlPageParts>,
): Promise<Iterable<string | Uint8Array>> {
  switch (format) {
    case 'collapsed':
      return collapsedStacks(recording, stacks);
    case 'speedscope':
      return speedscopeFile(recording);
    case 'pprof':
      return pprofProfile(recording);
    case 'firefox':
      return firefoxProfile(recording);
    case 'csv':
      return csvTable(recording);
    case 'hprof':
      return hprofText(recording);
    case 'html':
      return htmlPage(recording.snapshot, await htmlParts());
  }
}
