import { OPENED_EXTENSIONS } from '../../shared/importers/openedExtensions.ts';

/** Gives the user a file: the browser's downloads have it, the desktop asks where it shall be (electron/main). */
export function giveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has taken the address over when it starts; there is no event that tells.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The same of what lies beside the page. */
export function giveAddress(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Lets the user choose a recording, a thread dump or a heap dump; resolves with null when he does not. */
export function chooseFile(): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = OPENED_EXTENSIONS.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
