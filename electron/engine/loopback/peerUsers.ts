import { closeSync, openSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** 28,000 rows: more of them are not read, for the engine waits meanwhile. */
const MAX_TABLE_BYTES = 4 << 20;
/** What was read is believed for so long of those who were waiting then. */
const MAX_AGE_MS = 50;
const ROOT_UID = 0;

/**
 * Which users are at the other ends of the connections to one port of 127.0.0.1, as Linux tells in /proc/net/tcp and, for
 * sockets of both families such as Java's, /proc/net/tcp6 (proc(5)). To be asked once for each connection as it comes: the
 * look takes no turn of the event loop, so a stranger never holds a descriptor of ours. It is one for all that wait in the
 * queue of the port, so a flood costs few. Uids are as our user namespace sees them, as in /proc/PID/status.
 */
export class PeerUsers {
  readonly #ours: string;
  /** By the peer's end: those in the queue when it was read that have not been asked for since. */
  readonly #waiting = new Map<string, number>();
  /** Asked for and not closed. Their rows are passed over: the end may soon be another's. */
  readonly #open = new Set<string>();
  #readAtMs = -Infinity;

  constructor(port: number) {
    this.#ours = endOf('127.0.0.1', port);
  }

  /** null: it cannot be told. There is no such table here, it is too long, or the peer's end is closed already. */
  uidOf(socket: Socket): number | null {
    const { remoteAddress, remotePort } = socket;
    if (process.platform !== 'linux' || remoteAddress === undefined || remotePort === undefined) return null;
    const peer = endOf(remoteAddress, remotePort);
    if (!this.#waiting.has(peer) || performance.now() - this.#readAtMs > MAX_AGE_MS) this.#look(peer);
    const uid = this.#waiting.get(peer) ?? null;
    this.#waiting.delete(peer);
    this.#open.add(peer);
    socket.once('close', () => this.#open.delete(peer));
    return uid;
  }

  #look(peer: string): void {
    this.#waiting.clear();
    this.#take(readTable('/proc/net/tcp'), this.#ours, '');
    if (!this.#waiting.has(peer)) this.#take(readTable('/proc/net/tcp6'), MAPPED + this.#ours, MAPPED);
    this.#readAtMs = performance.now();
  }

  /** Rows are "sl: local remote state queues timer retransmits uid timeout inode ..."; what is remote to a peer is ours. */
  #take(table: string, ours: string, prefix: string): void {
    const wanted = ` ${ours} `;
    for (let at = table.indexOf(wanted); at >= 0; at = table.indexOf(wanted, at + 1)) {
      if (table[at - 1] === ':') continue; // the row of our own end
      const peer = table.slice(table.lastIndexOf(' ', at - 1) + 1 + prefix.length, at);
      const [, , , , , , uid, , inode] = table.slice(at, table.indexOf('\n', at)).split(/\s+/);
      // Without an inode the end is closed, and its uid is 0.
      if (inode !== '0' && !this.#open.has(peer)) this.#waiting.set(peer, Number(uid));
    }
  }
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

const chunk = Buffer.alloc(1 << 16);

/** Its whole rows; "" where there is none. The kernel gives a page at a time. */
function readTable(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const parts: string[] = [];
    for (let bytes = 0, length = 0; bytes < MAX_TABLE_BYTES; bytes += length) {
      length = readSync(file, chunk);
      if (length === 0) break;
      parts.push(chunk.toString('latin1', 0, length));
    }
    const text = parts.join('');
    return text.slice(0, text.lastIndexOf('\n') + 1);
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

/** As the kernel prints an end: the IPv4 address as a number in the machine's byte order, and the port. */
function endOf(address: string, port: number): string {
  const bytes = address.split('.').map((byte) => hexOf(Number(byte), 2));
  return `${(endianness() === 'LE' ? bytes.reverse() : bytes).join('')}:${hexOf(port, 4)}`;
}

/** ::ffff:0:0/96, four numbers in the machine's byte order of which the last is the IPv4 address. */
const MAPPED = endianness() === 'LE' ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

function hexOf(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
