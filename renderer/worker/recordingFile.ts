import { exportedPieces } from '../../shared/export/exportedPieces.ts';
import { exportedRecording } from '../../shared/export/exportedRecording.ts';
import { GZIP_FORMATS } from '../../shared/export/exportFormats.ts';
import type { ReportAssets } from '../../shared/export/htmlReport.ts';
import { CALLS, SELF_TIME } from '../../shared/metrics/metric.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import type { FileFormat } from './cctProtocol.ts';
import { LONGEST_TURN_MS, nextTurn } from './turns.ts';

/**
 * A recording as a file, in memory: the bytes that `record` and `convert` of the command line write. Pieces that are text
 * or tables are made between the turns of other messages; the recording file itself is made at once.
 */
export async function recordingFile(snapshot: Snapshot, format: FileFormat): Promise<Blob> {
  if (format === 'sluice') return new Blob([encodeSnapshot(snapshot) as Uint8Array<ArrayBuffer>]);
  const [exported, metric] =
    format === 'collapsedCalls' ? (['collapsed', CALLS] as const) : ([format, SELF_TIME] as const);
  const pieces: BlobPart[] = [];
  let turnStartMs = performance.now();
  const stacks = { metric, isInverted: false };
  for (const piece of await exportedPieces(exportedRecording(snapshot), exported, stacks, reportAssets)) {
    pieces.push(piece as BlobPart);
    if (performance.now() - turnStartMs < LONGEST_TURN_MS) continue;
    await nextTurn();
    turnStartMs = performance.now();
  }
  const plain = new Blob(pieces);
  if (!GZIP_FORMATS.has(exported)) return plain;
  return new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** The parts of the HTML report, which the engine serves beside the page. */
async function reportAssets(): Promise<ReportAssets> {
  const [script, style] = await Promise.all(['reportPage.js', 'reportPage.css'].map(textOf));
  return { script, scriptSha256: await sha256(script), style, styleSha256: await sha256(style) };
}

async function textOf(name: string): Promise<string> {
  const response = await fetch(`./${name}`);
  if (!response.ok) throw new Error(`the part ${name} of Sluice could not be loaded (${response.status})`);
  return response.text();
}

/** In base64. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
