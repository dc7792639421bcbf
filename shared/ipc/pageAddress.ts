/**
 * What the page's address says after its own: `#open=before.sluice/after.sluice&on=ssh://web-1`. Of files that lie beside the page the
 * first one is opened, and the others are listed (`sluice view`); the server has each at an address of its own. `on` is where the
 * page's engine runs, if not here (`sluice --on`).
 */
const OPEN = 'open=';
const ON = 'on=';

/** @param names of the files as the reader sees them @param host "": the engine is here */
export function pageHash(names: readonly string[], host = ''): string {
  const open = names.length === 0 ? [] : [OPEN + names.map((name) => encodeURIComponent(name)).join('/')];
  const on = host === '' ? [] : [ON + encodeURIComponent(host)];
  return open.length + on.length === 0 ? '' : `#${[...open, ...on].join('&')}`;
}

/** @param hash of the page's address @returns the names of what lies beside it; none where the address names none */
export function besideNames(hash: string): readonly string[] {
  return partOf(hash, OPEN)?.split('/').map(decoded) ?? [];
}

/** @param hash of the page's address @returns as it was typed; "" where the engine is on this machine */
export function hostIn(hash: string): string {
  return decoded(partOf(hash, ON) ?? '');
}

/** Where the file is, from the page. @param index among those that its address names */
export function besidePath(index: number): string {
  return index === 0 ? 'open' : `open${index + 1}`;
}

function partOf(hash: string, name: string): string | undefined {
  const parts = hash.startsWith('#') ? hash.slice(1).split('&') : [];
  return parts.find((part) => part.startsWith(name))?.slice(name.length);
}

/** What somebody has typed into the address line may be no encoding: then it is the name itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
