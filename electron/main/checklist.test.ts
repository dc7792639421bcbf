import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { CONFIGURATION } from '../../build/package.mjs';
import { ASSOCIATED_EXTENSIONS } from '../../shared/importers/openedExtensions.ts';
import { RECORDING_EXTENSION } from '../../shared/recording/format/fileSections.ts';
import { SECURITY_HEADERS } from '../engine/server/securityHeaders.ts';
import { PAGE_PREFERENCES } from './security.ts';

/**
 * Electron's security checklist, all 20 recommendations by their numbers, as far as sources and settings show them. What guards
 * do when they are called is in security.test.ts, pageMessages.test.ts and main.test.ts; e2e/desktop.spec.ts asks the window
 * itself where Electron's binary is present.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Sources without tests, path -> text. */
function sourcesUnder(...folders: string[]): Map<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const sources = paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.includes('testing/'));
  return new Map(sources.map((path) => [path, readFileSync(ROOT + path, 'utf8')]));
}

const DESKTOP = sourcesUnder('electron/main', 'electron/preload');
const PAGE = sourcesUnder('renderer');
const MAIN = DESKTOP.get('electron/main/main.ts') ?? '';

/** Paths whose source has it. */
function having(sources: ReadonlyMap<string, string>, pattern: RegExp): string[] {
  return [...sources].filter(([, text]) => pattern.test(text)).map(([path]) => path);
}

it('1, 18: one page is loaded, the engine’s by loopback HTTP, and no file', () => {
  expect(having(DESKTOP, /loadFile|file:\/\//)).toEqual([]);
  const loaded = [...DESKTOP.values()].flatMap((text) => [...text.matchAll(/loadURL\((.*?)\)/g)]);
  expect(loaded.map(([, what]) => what).sort()).toEqual(['address', 'pageUrl']);
  expect(MAIN).toMatch(/const address = .*engine\.url/);
  expect(MAIN).toContain('reloadWhenGone(window, pageUrl)');
  expect(MAIN).toMatch(/guardSession\(session\.defaultSession, engine\.url\)/);
});

it('2, 3, 4, 6, 8, 9, 11: pages are sandboxed, isolated, without Node, web views or experiments', () => {
  expect(PAGE_PREFERENCES).toMatchObject({
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  });
  expect(having(DESKTOP, /new BrowserWindow\(/)).toEqual(['electron/main/window.ts']);
  expect(DESKTOP.get('electron/main/window.ts')).toContain('webPreferences: { ...PAGE_PREFERENCES, preload:');
  expect(MAIN).toMatch(/^app\.enableSandbox\(\);$/m);
  expect(having(PAGE, /<webview|allowpopups/)).toEqual([]);
});

it('5, 12, 13, 14: permissions, web views, navigation and new windows are refused for every page', () => {
  expect(MAIN).toMatch(/^guardAllContents\(app\);$/m);
  expect(MAIN.indexOf('guardAllContents(app)')).toBeLessThan(MAIN.indexOf('run().catch'));
});

it('7: nothing but its own files runs or is reached, by the policy that every answer has', () => {
  const policy = new Map(
    SECURITY_HEADERS['Content-Security-Policy'].split('; ').map((rule) => {
      const [name, ...sources] = rule.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  for (const name of ['script-src', 'style-src', 'connect-src', 'worker-src', 'font-src'])
    expect(policy.get(name)).toBe("'self'");
  for (const name of ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
    expect(policy.get(name)).toBe("'none'");
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
});

it('10: no features of the browser engine are switched on', () => {
  expect(having(DESKTOP, /enableBlinkFeatures|enable-blink-features|appendSwitch/)).toEqual([]);
});

it('15: nothing is given to the system to open', () => {
  expect(having(DESKTOP, /\bshell\b/)).toEqual([]);
});

it('16: Electron is pinned to one version', () => {
  const { devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
});

it('17: messages of a page are heard in one place, which looks who sent them', () => {
  expect(having(DESKTOP, /\bipcMain\b/)).toEqual(['electron/main/pageMessages.ts']);
  const source = DESKTOP.get('electron/main/pageMessages.ts') ?? '';
  expect(source.match(/ipcMain\.(on|handle|once)\(/g)).toHaveLength(1);
  expect(source).toContain('senderFrame !== window.webContents.mainFrame');
});

it('19: the packaged program is no plain Node, takes no debugger, and runs from its own archive only', () => {
  expect(CONFIGURATION.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('20: the page gets functions of its own, nothing of Electron', () => {
  expect(having(DESKTOP, /exposeInMainWorld/)).toEqual(['electron/preload/preload.ts']);
  expect(having(PAGE, /from 'electron'/)).toEqual([]);
});

it('tells its home page, without which no Debian package is made', () => {
  const { homepage } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { homepage?: string };
  expect(homepage).toMatch(/^https:\/\//);
});

it('is packaged for each system, and what only profilers read is opened with it', () => {
  expect(CONFIGURATION.linux.target).toEqual(['AppImage', 'deb']);
  expect(CONFIGURATION.mac.target).toEqual(['dmg']);
  expect(CONFIGURATION.win.target).toEqual(['nsis']);
  expect(CONFIGURATION.fileAssociations.map(({ ext }) => `.${ext}`)).toEqual(ASSOCIATED_EXTENSIONS);
  const others = CONFIGURATION.fileAssociations.filter(({ ext }) => `.${ext}` !== RECORDING_EXTENSION);
  expect(new Set(others.map(({ rank }) => rank))).toEqual(new Set(['Alternate']));
});
