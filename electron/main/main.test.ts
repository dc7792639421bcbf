import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EngineHost } from './engineHost.ts';

/** A busy machine takes its time. */
const PATIENT = { timeout: 20_000 };

/** The application is wired up by loading main.ts over a stand-in for Electron. */
const stand = vi.hoisted(() => ({ electron: {}, startEngine: vi.fn() }));
vi.mock('electron', () => stand.electron);
vi.mock('./engineHost.ts', () => ({ startEngine: stand.startEngine }));

class FakeApp extends EventEmitter {
  readonly enableSandbox = vi.fn();
  readonly quit = vi.fn();
  readonly exit = vi.fn();
  readonly requestSingleInstanceLock = vi.fn(() => true);
  readonly getPath = vi.fn(() => folder);
  readonly addRecentDocument = vi.fn();
  readonly whenReady = (): Promise<void> => Promise.resolve();
}

class FakeWindow extends EventEmitter {
  static opened: FakeWindow[] = [];
  readonly webContents = Object.assign(new EventEmitter(), { send: vi.fn() });
  readonly loadURL = vi.fn(() => Promise.resolve());
  readonly focus = vi.fn();
  readonly restore = vi.fn();
  readonly isMinimized = (): boolean => true;
  constructor(readonly options: { webPreferences: Record<string, unknown> }) {
    super();
    FakeWindow.opened.push(this);
  }
}

let app: FakeApp;
let engineEnds: () => void;
let host: EngineHost;
const showErrorBox = vi.fn();
const showMessageBoxSync = vi.fn(() => 1);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-main-'));
  vi.resetModules();
  showErrorBox.mockClear();
  FakeWindow.opened = [];
  app = new FakeApp();
  const deny = vi.fn();
  Object.assign(stand.electron, {
    app,
    dialog: { showErrorBox, showMessageBoxSync },
    session: {
      defaultSession: {
        setPermissionRequestHandler: deny,
        setPermissionCheckHandler: deny,
        setDevicePermissionHandler: deny,
        webRequest: { onBeforeRequest: deny },
        on: deny,
      },
    },
    ipcMain: { on: vi.fn() },
    screen: { getAllDisplays: () => [] },
    BrowserWindow: FakeWindow,
    Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn() },
  });
  const ended = new Promise<void>((resolve) => (engineEnds = resolve));
  host = { url: 'http://127.0.0.1:4711/token/', ended, stop: vi.fn(() => Promise.resolve()) };
  stand.startEngine.mockReset().mockResolvedValue(host);
});

afterEach(() => rmSync(folder, { recursive: true }));

async function start(): Promise<void> {
  await import('./main.ts');
  await new Promise((resolve) => setImmediate(resolve));
}

it("shows the engine's page in one sandboxed window", async () => {
  await start();
  expect(app.enableSandbox).toHaveBeenCalledOnce();
  expect(FakeWindow.opened).toHaveLength(1);
  const [window] = FakeWindow.opened;
  expect(window.loadURL).toHaveBeenCalledWith('http://127.0.0.1:4711/token/');
  expect(window.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
  expect(String(window.options.webPreferences['preload'])).toMatch(/preload\.cjs$/);
});

it('gives way to an instance that runs already', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false);
  await start();
  expect(app.quit).toHaveBeenCalledOnce();
  expect(stand.startEngine).not.toHaveBeenCalled();
});

it('brings its window to the front when it is started again', async () => {
  await start();
  app.emit('second-instance', {}, ['sluice'], '/');
  expect(FakeWindow.opened[0].restore).toHaveBeenCalledOnce();
  expect(FakeWindow.opened[0].focus).toHaveBeenCalledOnce();
});

it('gives recordings of the file manager to the page, those that came early too', async () => {
  const [early, late] = ['early.sluice', 'late.sluice'].map((name) => join(folder, name));
  for (const path of [early, late]) writeFileSync(path, 'bytes');
  const starting = start();
  await vi.waitFor(() => expect(app.listenerCount('open-file')).toBe(1), PATIENT);
  app.emit('open-file', { preventDefault: vi.fn() }, early);
  await starting;
  app.emit('second-instance', {}, ['sluice', 'late.sluice'], folder);
  app.emit('open-file', { preventDefault: vi.fn() }, join(folder, 'none.sluice'));
  const { send } = FakeWindow.opened[0].webContents;
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2), PATIENT);
  await vi.waitFor(() => expect(showErrorBox).toHaveBeenCalledOnce(), PATIENT);
  expect(send.mock.calls.map(([, file]) => (file as { name: string }).name).sort()).toEqual([
    'early.sluice',
    'late.sluice',
  ]);
});

it('closes while a JVM is attached only when the user says so', async () => {
  await start();
  const event = { preventDefault: vi.fn() };
  FakeWindow.opened[0].webContents.emit('will-prevent-unload', event);
  expect(event.preventDefault).not.toHaveBeenCalled();
  showMessageBoxSync.mockReturnValueOnce(0);
  FakeWindow.opened[0].webContents.emit('will-prevent-unload', event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

it('lets the engine detach before it quits', async () => {
  await start();
  const event = { preventDefault: vi.fn() };
  app.emit('will-quit', event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
  expect(host.stop).toHaveBeenCalledOnce();
  await new Promise((resolve) => setImmediate(resolve));
  expect(app.quit).toHaveBeenCalledOnce();
  app.emit('will-quit', event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

it('says so and ends when the engine ends or cannot start', async () => {
  await start();
  engineEnds();
  await new Promise((resolve) => setImmediate(resolve));
  expect(showErrorBox).toHaveBeenCalledOnce();
  expect(app.exit).toHaveBeenCalledWith(1);

  vi.resetModules();
  stand.startEngine.mockRejectedValue(new Error('no engine'));
  await start();
  expect(showErrorBox).toHaveBeenLastCalledWith('Sluice', 'no engine');
});

it('says why its page is gone, and loads it anew', async () => {
  await start();
  const [window] = FakeWindow.opened;
  window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
  expect(showErrorBox).toHaveBeenCalledOnce();
  expect(showErrorBox.mock.calls[0][1]).toMatch(
    /^The page of Sluice ran out of memory\. .*classes .* as they were/,
  );
  expect(window.loadURL).toHaveBeenCalledTimes(2);
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  expect(window.loadURL).toHaveBeenCalledTimes(2);
});
