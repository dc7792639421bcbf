/** Trusted types as far as they are used here: https://w3c.github.io/trusted-types/. Not in every browser. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const heldUrl = heldWorkerUrl();
const WORKER_URL = heldUrl ?? './cctWorker.js';

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** The page's security policy lets no script be started by a plain address; through this policy goes one address only. */
const policy = trustedTypes?.createPolicy('sluice-worker', {
  createScriptURL: (url) => {
    if (url === WORKER_URL) return url;
    throw new TypeError(`${url} is no script of this page`);
  },
});

/** Started under that policy. @param name tells it what to be */
export function newWorker(name = ''): Worker {
  return new Worker(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL, {
    name,
    type: heldUrl === null ? 'module' : 'classic', // a module loads its parts by their addresses
  });
}

/** Of the worker in the page itself (build/recordingPage.mjs). It is a classic script with all its parts: browsers take no module from there. */
function heldWorkerUrl(): string | null {
  const source = document.getElementById('cctWorker')?.textContent;
  return source ? URL.createObjectURL(new Blob([source], { type: 'text/javascript' })) : null;
}
