import type { App, Session, WebContents } from 'electron';

/**
 * The page shows names that come from the profiled program, so it is treated as hostile: it may load nothing but its
 * own loopback origin, go nowhere, open nothing, and is granted nothing but to write to the clipboard.
 * Follows the Electron security checklist; the numbers are its items.
 */
export const PAGE_PREFERENCES = {
  nodeIntegration: false, // 2
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true, // 3
  sandbox: true, // 4
  webSecurity: true, // 6
  allowRunningInsecureContent: false, // 8
  experimentalFeatures: false, // 9
  webviewTag: false, // 11
  navigateOnDragDrop: false,
  spellcheck: false, // would download dictionaries
} as const;

/** Every page of the application, whoever makes it. To be called before the first window. */
export function guardAllContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

function guardContents(contents: WebContents): void {
  contents.on('will-attach-webview', (event) => event.preventDefault()); // 12
  contents.on('will-navigate', (event) => event.preventDefault()); // 13
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' })); // 14
}

/** Texts and pictures that the page puts on the clipboard at a command of the user. It reads nothing from there. */
const GRANTED = 'clipboard-sanitized-write';

/** @param pageUrl the engine's page, http://127.0.0.1:PORT/TOKEN/: its origin is all that may be loaded */
export function guardSession(session: Session, pageUrl: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === GRANTED)); // 5
  session.setPermissionCheckHandler((_contents, permission) => permission === GRANTED);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isOwnUrl(details.url, pageUrl) }); // 1
  });
}

/** The page's own origin, by http or WebSocket; the developer tools are part of Electron. */
export function isOwnUrl(url: string, pageUrl: string): boolean {
  const { protocol, host, username } = new URL(url);
  if (protocol === 'devtools:') return true;
  if (protocol === 'data:' || protocol === 'blob:') return true; // made by the page itself
  return (protocol === 'http:' || protocol === 'ws:') && host === new URL(pageUrl).host && username === '';
}
