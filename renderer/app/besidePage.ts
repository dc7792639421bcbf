import { besideNames, besidePath } from '../../shared/ipc/pageAddress.ts';
import type { BesideFile } from '../state/files/recordingFiles.ts';

/** What lies beside this page, as its address names it. */
export function besidePage(): readonly BesideFile[] {
  return besideNames(window.location.hash).map((name, index) => ({
    name,
    url: new URL(besidePath(index), document.baseURI).href,
  }));
}
