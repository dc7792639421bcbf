import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/**
 * Which user is at the other end of a connection over 127.0.0.1, as Linux tells in /proc/net/tcp and, for sockets of both
 * families such as Java's, /proc/net/tcp6 (proc(5)). The look takes no turn of the event loop, so a stranger never holds
 * a descriptor of ours. Uids are as our user namespace sees them, as in /proc/PID/status.
 */

/** As a net.Socket has them. */
export interface ConnectionEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Some 55,000 rows: more of them are not read, for the engine waits meanwhile. */
const MAX_TABLE_BYTES = 8 << 20;
const ROOT_UID = 0;

const chunk = Buffer.alloc(1 << 16);

/** null: it cannot be told. There is no such table here, it is too long, or the peer's end is closed already. */
export function peerUid(ends: ConnectionEnds): number | null {
  if (process.platform !== 'linux') return null;
  const { localAddress, localPort, remoteAddress, remotePort } = ends;
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  const both = [
    { address: remoteAddress, port: remotePort },
    { address: localAddress, port: localPort },
  ];
  // The row of the peer's end: what is remote to us is local to it.
  const inTcp = both.map(({ address, port }) => `${hexOf(address)}:${hexOfPort(port)}`).join(' ');
  const inTcp6 = both.map(({ address, port }) => `${MAPPED}${hexOf(address)}:${hexOfPort(port)}`).join(' ');
  return uidInTable('/proc/net/tcp', inTcp) ?? uidInTable('/proc/net/tcp6', inTcp6);
}

/**
 * Whether nobody else's: where the system does not tell, the token or the secret must do. Root is no stranger, as it may do
 * all that we may.
 */
export function isWelcome(uid: number | null, welcomeUids: readonly number[]): boolean {
  return uid === null || uid === ROOT_UID || welcomeUids.includes(uid);
}

/** Ours, and that of the user who became root by sudo: the browser is theirs. */
export function ownUids(): readonly number[] {
  const uid = process.geteuid?.() ?? -1;
  const sudoUid = process.env['SUDO_UID'] ?? '';
  return uid === ROOT_UID && /^\d+$/.test(sudoUid) ? [uid, Number(sudoUid)] : [uid];
}

/** The uid in the row of a socket that is open; read in pieces, as the kernel gives one page at a time. */
function uidInTable(path: string, ends: string): number | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    let text = '';
    for (let bytes = 0; bytes < MAX_TABLE_BYTES;) {
      const length = readSync(file, chunk);
      if (length === 0) return null;
      bytes += length;
      text += chunk.toString('latin1', 0, length);
      const rowsEnd = text.lastIndexOf('\n') + 1;
      const at = text.indexOf(`: ${ends} `);
      if (at >= 0 && at < rowsEnd) return uidInRow(text.slice(at, text.indexOf('\n', at)));
      text = text.slice(rowsEnd);
    }
    return null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** ": local remote state queues timer retransmits uid timeout inode ..."; without an inode the end is closed, and uid is 0. */
function uidInRow(row: string): number | null {
  const [, , , , , , , uid, , inode] = row.split(/\s+/);
  return inode === '0' ? null : Number(uid);
}

/** An IPv4 address as the kernel prints it: a number in the machine's byte order. */
function hexOf(address: string): string {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).toUpperCase().padStart(2, '0'));
  return (endianness() === 'LE' ? bytes.reverse() : bytes).join('');
}

/** ::ffff:0:0/96, four numbers in the machine's byte order of which the last is the IPv4 address. */
const MAPPED = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

function hexOfPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
