import { exportedPieces } from '../../shared/export/exportedPieces.ts';
import { exportedRecording } from '../../shared/export/exportedRecording.ts';
import { exportFormat } from '../../shared/export/exportFormats.ts';
import type { HtmlPageParts } from '../../shared/export/htmlPage.ts';
import { CALLS, SELF_TIME } from '../../shared/metrics/metric.ts';
import { withoutGroups } from '../../shared/recording/sets/rootCallGroups.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
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
  for (const piece of await exportedPieces(
    exportedRecording(exported === 'html' ? snapshot : withoutGroups(snapshot)),
    exported,
    stacks,
    htmlParts,
  )) {
    pieces.push(piece as BlobPart);
    if (performance.now() - turnStartMs < LONGEST_TURN_MS) continue;
    await nextTurn();
    turnStartMs = performance.now();
  }
  const plain = new Blob(pieces);
  if (!exportFormat(exported).gzip) return plain;
  return gzipped(plain);
}

/** The page without a recording lies beside this one, where the engine serves it. */
async function htmlParts(): Promise<HtmlPageParts> {
  const response = await fetch('./recordingPage.html');
  if (!response.ok)
    throw new Error(`the part recordingPage.html of Sluice could not be loaded (${response.status})`);
  return { page: await response.text(), packed };
}

async function packed(bytes: Uint8Array): Promise<string> {
  const reader = new FileReader(); // its data: address is the quickest base64 there is in every browser
  const read = new Promise((resolve) => (reader.onloadend = resolve));
  reader.readAsDataURL(await gzipped(new Blob([bytes as Uint8Array<ArrayBuffer>])));
  await read;
  if (reader.error) throw reader.error;
  const url = reader.result as string;
  return url.slice(url.indexOf(',') + 1);
}

function gzipped(plain: Blob): Promise<Blob> {
  return new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
