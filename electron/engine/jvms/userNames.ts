import { readFileSync } from 'node:fs';

/** uid -> name, from /etc/passwd; users of directory services show as numbers. */
export function userNames(): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid] = line.split(':');
      if (uid !== undefined && !names.has(Number(uid))) names.set(Number(uid), name);
    }
  } catch {
    // No such file: numbers do.
  }
  return names;
}
