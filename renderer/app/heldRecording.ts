import { ensure } from '../../shared/base/assert.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { RECORDING_EXTENSION } from '../../shared/recording/format/fileSections.ts';
import type { HeldRecording } from '../state/app/sluiceApp.ts';

/** The recording that the page itself holds (shared/export/htmlPage.ts), named as its file. */
export function heldRecording(): HeldRecording {
  const file = decodeURIComponent(window.location.pathname.split('/').at(-1) ?? '');
  const name = file.replace(/\.html?$/i, '') || 'recording';
  return { name: `${name}${RECORDING_EXTENSION}`, read: unpacked };
}

async function unpacked(): Promise<ArrayBuffer> {
  try {
    const holder = ensure(document.getElementById('recording'), '#recording');
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
