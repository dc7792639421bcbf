import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Proofs of the shared secret, which itself is never sent: shared/wire/README.md, "Handshake". */
export const SECRET_BYTES = 32;
const NONCE_BYTES = 32;

export function makeSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

export function makeNonce(): Uint8Array {
  return randomBytes(NONCE_BYTES);
}

export function toolProof(secret: Uint8Array, agentNonce: Uint8Array, toolNonce: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update('sluice tool').update(agentNonce).update(toolNonce).digest();
}

export function agentProof(secret: Uint8Array, agentNonce: Uint8Array, toolNonce: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update('sluice agent').update(toolNonce).update(agentNonce).digest();
}

/** In constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
