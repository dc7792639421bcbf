import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { PAGE_PREFERENCES, guardAllContents, guardSession, isOwnUrl } from './security.ts';

const PAGE = 'http://127.0.0.1:4711/token/';

/** A stand-in for WebContents: events, and the window-open handler that was set. */
class FakeContents extends EventEmitter {
  readonly setWindowOpenHandler = vi.fn<(handler: () => { action: string }) => void>();
}

function guardedContents(): FakeContents {
  const app = new EventEmitter();
  guardAllContents(app as unknown as App);
  const contents = new FakeContents();
  app.emit('web-contents-created', {}, contents);
  return contents;
}

describe('every page', () => {
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
    'is kept from %s',
    (name) => {
      const event = { preventDefault: vi.fn() };
      expect(guardedContents().emit(name, event)).toBe(true);
      expect(event.preventDefault).toHaveBeenCalledOnce();
    },
  );

  it('opens no windows', () => {
    const handler = guardedContents().setWindowOpenHandler.mock.calls[0][0];
    expect(handler()).toEqual({ action: 'deny' });
  });

  it('is sandboxed, isolated and without Node', () => {
    expect(PAGE_PREFERENCES).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  });
});

describe('the session', () => {
  it('grants writing to the clipboard and nothing else, and loads only the own origin', () => {
    const session = {
      setPermissionRequestHandler: vi.fn(),
      setPermissionCheckHandler: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
      webRequest: { onBeforeRequest: vi.fn() },
    };
    guardSession(session as unknown as Session, PAGE);
    const isGranted = (permission: string): unknown[] => {
      const answer = vi.fn();
      session.setPermissionRequestHandler.mock.calls[0][0](null, permission, answer);
      return [
        answer.mock.lastCall?.[0],
        session.setPermissionCheckHandler.mock.calls[0][0](null, permission),
      ];
    };
    expect(isGranted('clipboard-sanitized-write')).toEqual([true, true]);
    for (const other of ['clipboard-read', 'geolocation', 'media', 'notifications', 'openExternal'])
      expect(isGranted(other)).toEqual([false, false]);
    expect(session.setDevicePermissionHandler.mock.calls[0][0]()).toBe(false);
    const answer = vi.fn();
    const ask = session.webRequest.onBeforeRequest.mock.calls[0][0];
    ask({ url: `${PAGE}index.js` }, answer);
    ask({ url: 'https://example.org/' }, answer);
    expect(answer.mock.calls).toEqual([[{ cancel: false }], [{ cancel: true }]]);
  });

  it.each([
    ['http://127.0.0.1:4711/token/index.js', true],
    ['ws://127.0.0.1:4711/token/rpc', true],
    ['data:image/png;base64,AAAA', true],
    ['blob:http://127.0.0.1:4711/1', true],
    ['devtools://devtools/bundled/inspector.html', true],
    ['http://127.0.0.1:4712/token/', false],
    ['http://localhost:4711/token/', false],
    ['http://user@127.0.0.1:4711/token/', false],
    ['http://127.0.0.1.example.org:4711/', false],
    ['https://127.0.0.1:4711/token/', false],
    ['file:///etc/passwd', false],
  ])('takes %s for its own: %s', (url, own) => {
    expect(isOwnUrl(url, PAGE)).toBe(own);
  });
});
