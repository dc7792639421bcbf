/** Trusted types as far as they are used here: https://w3c.github.io/trusted-types/. Not in every browser. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** How this page starts its workers. */
interface WorkerScript {
  readonly url: string;
  readonly type: WorkerType;
}

let script: WorkerScript | null = null;

/** Started under the page's security policy. @param name tells it what to be */
export function newWorker(name = ''): Worker {
  const { url, type } = (script ??= workerScript());
  return new Worker(url, { name, type });
}

/** The policy lets no script be started by a plain address: through the one that is made here goes one address only. */
function workerScript(): WorkerScript {
  const heldUrl = heldWorkerUrl();
  const onlyUrl = heldUrl ?? './cctWorker.js';
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('sluice-worker', {
    createScriptURL: (url) => {
      if (url === onlyUrl) return url;
      throw new TypeError(`${url} is no script of this page`);
    },
  });
  return {
    url: policy?.createScriptURL(onlyUrl) ?? onlyUrl,
    type: heldUrl === null ? 'module' : 'classic', // a module loads its parts by their addresses
  };
}

/** Of a page that holds its own script (build/recordingPage.mjs), which is the worker too. Browsers take no module from there. */
function heldWorkerUrl(): string | null {
  const source = document.getElementById('application')?.textContent;
  return source ? URL.createObjectURL(new Blob([source], { type: 'text/javascript' })) : null;
}
