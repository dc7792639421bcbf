/** Trusted types as far as they are used here: https://w3c.github.io/trusted-types/. Not in every browser. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const WORKER_URL = heldWorkerUrl() ?? './cctWorker.js';

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };

/** The page's security policy lets no script be started by a plain address; through this policy goes one address only. */
const policy = trustedTypes?.createPolicy('sluice-worker', {
  createScriptURL: (url) => {
    if (url === WORKER_URL) return url;
    throw new TypeError(`${url} is no script of this page`);
  },
});

/** Where the CCT worker is, in the form that `new Worker` takes under that policy. */
export const CCT_WORKER_URL: string = policy?.createScriptURL(WORKER_URL) ?? WORKER_URL;

/** Of the worker in the page itself (build/recordingPage.mjs). It is a classic script: browsers take no module from there. */
function heldWorkerUrl(): string | null {
  const source = document.getElementById('cctWorker')?.textContent;
  return source ? URL.createObjectURL(new Blob([source], { type: 'text/javascript' })) : null;
}
