import { SluiceError } from '../../shared/base/errors.ts';

export function copyText(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/** @throws SluiceError 'io' in a browser or at an address that has no clipboard for pictures; DOMException where it is not allowed */
export async function copyImage(png: Promise<Blob>): Promise<void> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (typeof ClipboardItem === 'undefined' || clipboard === undefined)
    throw new SluiceError('io', 'this browser has none for pictures, or not at this address.');
  await clipboard.write([new ClipboardItem({ 'image/png': png })]);
}
