/**
 * Files that lie beside the page, as its address names them after its own: `#open=before.sluice/after.sluice` opens the first one,
 * and lists the others (`sluice view`). The server has each at an address of its own.
 */
const HASH = '#open=';

/** @param names of the files as the reader sees them */
export function besideHash(names: readonly string[]): string {
  return HASH + names.map((name) => encodeURIComponent(name)).join('/');
}

/** @param hash of the page's address @returns the names of what lies beside it; none where the address names none */
export function besideNames(hash: string): readonly string[] {
  return hash.startsWith(HASH) ? hash.slice(HASH.length).split('/').map(decoded) : [];
}

/** Where the file is, from the page. @param index among those that its address names */
export function besidePath(index: number): string {
  return index === 0 ? 'open' : `open${index + 1}`;
}

/** What somebody has typed into the address line may be no encoding: then it is the name itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
