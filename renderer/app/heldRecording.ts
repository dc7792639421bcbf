import { SluiceError } from '../../shared/base/errors.ts';
import { RECORDING_EXTENSION } from '../../shared/recording/format/fileSections.ts';
import type { HeldRecording } from '../state/app/sluiceApp.ts';

/** The recording that the page itself holds (shared/export/htmlPage.ts), named as its file; null where an engine serves the page. */
export function heldRecording(): HeldRecording | null {
  const holder = document.getElementById('recording');
  if (!holder) return null;
  const file = decodeURIComponent(window.location.pathname.split('/').at(-1) ?? '');
  const name = file.replace(/\.html?$/i, '') || 'recording';
  return { name: `${name}${RECORDING_EXTENSION}`, read: () => unpacked(holder) };
}

async function unpacked(holder: HTMLElement): Promise<ArrayBuffer> {
  try {
    const bytes = Uint8Array.from(atob(holder.textContent), (digit) => digit.charCodeAt(0));
    holder.remove(); // it is as large as the recording
    return await new Response(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
    ).arrayBuffer();
  } catch (cause) {
    const remedy = 'The file was cut or changed: get it again, or export the recording again.';
    throw new SluiceError('io', 'The recording in this page is damaged.', remedy, { cause });
  }
}
