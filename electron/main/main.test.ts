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

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

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
  readonly isMaximized = (): boolean => false;
  readonly getNormalBounds = () => ({ x: 0, y: 0, width: 1, height: 1 });
  isGone = false;
  readonly isDestroyed = (): boolean => this.isGone;
  /** Its page has nothing against it. */
  readonly close = vi.fn(() => {
    this.isGone = true;
    this.emit('closed');
  });
  constructor(readonly options: { webPreferences: Record<string, unknown> }) {
    super();
    FakeWindow.opened.push(this);
  }
}

/** Of the test runner. */
const listenersBefore = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
/** A signal, without the process being told. */
const signal = (name: (typeof SIGNALS)[number]): void => {
  for (const listener of process.listeners(name)) if (!listenersBefore.has(listener)) listener(name);
};

let app: FakeApp;
let engineEnds: () => void;
let host: EngineHost;
const showErrorBox = vi.fn();
const showMessageBox = vi.fn(() => Promise.resolve({ response: 1 }));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-main-'));
  vi.resetModules();
  showErrorBox.mockClear();
  showMessageBox.mockClear();
  FakeWindow.opened = [];
  app = new FakeApp();
  const deny = vi.fn();
  Object.assign(stand.electron, {
    app,
    dialog: { showErrorBox, showMessageBox },
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
    screen: { getAllDisplays: () => [], getPrimaryDisplay: () => ({ workArea: SCREEN }) },
    BrowserWindow: FakeWindow,
    Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn() },
  });
  const ended = new Promise<void>((resolve) => (engineEnds = resolve));
  host = { url: 'http://127.0.0.1:4711/token/', ended, stop: vi.fn(() => Promise.resolve()) };
  stand.startEngine.mockReset().mockResolvedValue(host);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!listenersBefore.has(listener)) process.off(signal, listener);
});

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
  await vi.waitFor(() => expect(showMessageBox).toHaveBeenCalledOnce(), PATIENT);
  expect(showMessageBox.mock.calls[0]).toMatchObject([
    {},
    {
      message: `${join(folder, 'none.sluice')} could not be read: there is no such file or folder.`,
      detail: 'Open another file: File, Open File….',
    },
  ]);
  expect(send.mock.calls.map(([, file]) => (file as { name: string }).name).sort()).toEqual([
    'early.sluice',
    'late.sluice',
  ]);
});

it('makes its window while the engine starts', async () => {
  let engineStarts: (engine: EngineHost) => void = () => {};
  stand.startEngine.mockReturnValue(new Promise((resolve) => (engineStarts = resolve)));
  await start();
  expect(FakeWindow.opened).toHaveLength(1);
  expect(FakeWindow.opened[0].loadURL).not.toHaveBeenCalled();
  engineStarts(host);
  await vi.waitFor(() => expect(FakeWindow.opened[0].loadURL).toHaveBeenCalledOnce(), PATIENT);
});

it('asks before it closes what the page wants to keep open', async () => {
  await start();
  const event = { preventDefault: vi.fn() };
  FakeWindow.opened[0].webContents.emit('will-prevent-unload', event);
  expect(event.preventDefault).not.toHaveBeenCalled();
  expect(showMessageBox).toHaveBeenCalledOnce();
});

it.each(SIGNALS)('closes without a question by %s, at once by a second one', async (name) => {
  await start();
  signal(name);
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce(), PATIENT);
  expect(FakeWindow.opened[0].close).toHaveBeenCalledOnce();
  engineEnds(); // it may have had the signal too: nothing is said of it
  await new Promise((resolve) => setImmediate(resolve));
  expect(showMessageBox).not.toHaveBeenCalled();
  expect(app.exit).not.toHaveBeenCalled();
  signal(name);
  expect(app.exit).toHaveBeenCalledOnce();
});

it('ends by a signal before there is a page', async () => {
  stand.startEngine.mockReturnValue(new Promise(() => {}));
  await start();
  signal('SIGTERM');
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledOnce(), PATIENT);
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

it('outlives an engine that ends by itself, and says so', async () => {
  await start();
  engineEnds();
  await new Promise((resolve) => setImmediate(resolve));
  expect(showMessageBox.mock.calls).toMatchObject([
    [{}, { message: 'The engine ended. What was recorded is still in this window.' }],
  ]);
  expect(app.exit).not.toHaveBeenCalled();
  expect(app.quit).not.toHaveBeenCalled();
});

it('says why the engine cannot start, and ends', async () => {
  stand.startEngine.mockRejectedValue(new Error('no engine'));
  await start();
  expect(showErrorBox).toHaveBeenLastCalledWith('Sluice', 'no engine');
  expect(app.exit).toHaveBeenCalledWith(1);
});

it('loads its page anew when that is gone', async () => {
  await start();
  const [window] = FakeWindow.opened;
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  expect(window.loadURL).toHaveBeenCalledTimes(2);
  expect(showMessageBox).toHaveBeenCalledOnce();
});
