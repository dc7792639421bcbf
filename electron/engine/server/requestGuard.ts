import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { KEPT_PATH } from './idRoutes.ts';

/** What a request asks for after it has passed: the path behind the token, e.g. "" or "sessions/1/events/2". */
export type Admission =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 403 | 405 | 421; readonly reason: string };

/** With a port, as clients send it. Other spellings of the same are none. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\]):[1-9]\d{0,4}$/;

/**
 * Who may speak to the loopback server. Every page in the user's browser can send requests to 127.0.0.1, so each one must
 * show the token (in the path, so that relative addresses carry it on), be addressed to the loopback interface by name
 * (DNS rebinding shows in Host), and, where a browser says which page sends it (Origin), come from our own. The port may be
 * another one: that is a tunnel's (ssh -L), and a name that a stranger owns is as foreign with ours.
 */
export class RequestGuard {
  readonly #tokenHash: Buffer;

  constructor(token: string) {
    this.#tokenHash = hashOf(token);
  }

  admit(request: Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>): Admission {
    const { method = '', url = '', headersDistinct } = request;
    // Of a header that comes twice, one side may believe the first and another the second.
    const [host, ...moreHosts] = headersDistinct.host ?? [];
    const origins = headersDistinct.origin ?? [];
    // Compared as text: no parser whose other spellings of 127.0.0.1 could slip through.
    if (host === undefined || moreHosts.length > 0 || !LOOPBACK_HOST.test(host)) {
      return {
        ok: false,
        status: 421,
        reason: 'This server answers to the names 127.0.0.1, localhost and [::1] only.',
      };
    }
    if (origins.some((origin) => origin !== `http://${host}`)) {
      return { ok: false, status: 403, reason: 'Requests of other pages are not answered.' };
    }
    const match = /^\/([^/?#]*)\/([^?#]*)$/.exec(url);
    if (!match || !timingSafeEqual(hashOf(match[1]), this.#tokenHash)) {
      return { ok: false, status: 403, reason: 'Open the address that Sluice printed.' };
    }
    const path = match[2];
    if (method !== 'GET' && !(method === 'PUT' && KEPT_PATH.test(path))) {
      return { ok: false, status: 405, reason: 'Only GET is allowed.' };
    }
    return { ok: true, path };
  }
}

/** Hashed first, so that the comparison takes the same time for every length. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
