import type { Snapshot } from '../recording/snapshot.ts';
import { encodeSnapshot } from '../recording/file/snapshotCodec.ts';

/** What a page with a recording is made of: Node and the browser have each their own. */
export interface HtmlPageParts {
  /** The page of the application up to where the recording goes (build/recordingPage.mjs). */
  readonly page: string;
  /** gzip, then base64. */
  readonly packed: (bytes: Uint8Array) => Promise<string>;
}

/**
 * The application's own page with the whole recording in it; it needs nothing else: no network, and its policy allows none.
 * Nothing of the recording is in it as text: base64 has no `<`.
 */
export async function htmlPage(snapshot: Snapshot, { page, packed }: HtmlPageParts): Promise<string[]> {
  return [page, await packed(encodeSnapshot(snapshot)), '</script>\n</body>\n</html>\n'];
}
