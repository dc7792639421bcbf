import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { ELECTRON_22_PROGRAM } from '../../build/electron22.mjs';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { ensure } from '../../shared/base/assert.ts';
import { LineReader } from '../fixtures/lineReader.ts';
import { JDKS } from '../fixtures/jdks.ts';
import { sluiceThreadsOf } from '../fixtures/processState.ts';
import { targetClassPath, type Target } from '../fixtures/targets.ts';
import type { Screen } from './screen.ts';

/** Chromium's sandbox does not run as root, so what root tests is another user's. */
const NOBODY = 65_534;
const USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const PROGRAM = 'Polymorphism';
export const ROOT = `${PROGRAM}::root`;

export interface PackagedProgram {
  readonly path: string;
  /** What it finds in its environment instead. */
  readonly env: NodeJS.ProcessEnv;
}

/** A user of the machine: a home, a Java program, and the window. */
export class Desktop {
  readonly screen: Screen;
  readonly home = mkdtempSync(join(tmpdir(), 'sluice-desktop-'));
  readonly #started: ChildProcess[] = [];

  constructor(screen: Screen) {
    this.screen = screen;
    chmodSync(this.home, 0o711); // Java reads its classes there
    if (USER.uid !== undefined) chownSync(this.home, USER.uid, USER.gid);
  }

  /** A folder or file of the user's. */
  path(...names: readonly string[]): string {
    return join(this.home, ...names);
  }

  /** Copies of recordings that the engine has made by itself. */
  kept(): string[] {
    const folder = this.path('state', 'sluice', 'recent');
    const names = existing(folder).filter((name) => name.endsWith('.sluice'));
    return names.map((name) => join(folder, name));
  }

  /** @param args of the program, behind its own @param packaged another program than Electron with the code beside it */
  async open(args: readonly string[] = [], packaged?: PackagedProgram): Promise<DesktopWindow> {
    const before = this.screen.windows();
    const own = [`--user-data-dir=${this.path('data')}`, '--remote-debugging-port=0'];
    const child = this.#spawn(packaged?.path ?? ELECTRON_22_PROGRAM, [...own, ...args], packaged?.env);
    child.stdout?.resume();
    const errors = new LineReader(ensure(child.stderr, 'stderr'));
    const [, address] = await errors.waitFor(/^DevTools listening on ws:\/\/([\d.:]+)/);
    return new DesktopWindow(this, child, address, before, errors);
  }

  /** Starts it where it is open already. @returns its exit code */
  async openAgain(args: readonly string[]): Promise<number> {
    const child = this.#spawn(ELECTRON_22_PROGRAM, [`--user-data-dir=${this.path('data')}`, ...args]);
    child.stdout?.resume();
    child.stderr?.resume();
    const [code] = (await once(child, 'exit')) as [number];
    return code;
  }

  /** A program of the same user; "run" calls the root once. */
  async startTarget(): Promise<Pick<Target, 'pid' | 'send'>> {
    const jdk = ensure(JDKS.at(-1), 'a JDK');
    const classes = this.path('classes');
    cpSync(targetClassPath(jdk), classes, { recursive: true });
    chmodSync(classes, 0o755);
    const child = this.#spawn(jdk.tool('java'), ['-Xmx128m', '-cp', classes, PROGRAM]);
    const output = new LineReader(ensure(child.stdout, 'stdout'));
    const [, pid] = await output.waitFor(/^READY (\d+)/);
    return {
      pid: Number(pid),
      async send(word) {
        child.stdin?.write(`${word}\n`);
        await output.waitFor(/^DONE$/);
      },
    };
  }

  /** Ends what was started, and takes the home away. */
  async end(): Promise<void> {
    const living = this.#started.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(
      living.map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    // Processes of Chromium's that are left end when they see that.
    await waitUntil(() => processesWith(this.home).length === 0, 'the end of all processes').catch(() => {});
    rmSync(this.home, { recursive: true, force: true });
  }

  #spawn(program: string, args: readonly string[], changes: NodeJS.ProcessEnv = {}): ChildProcess {
    const env = {
      ...process.env,
      ...changes,
      DISPLAY: this.screen.display,
      HOME: this.home,
      TMPDIR: this.home, // ours is closed to others
      XDG_STATE_HOME: this.path('state'),
      XDG_CONFIG_HOME: this.path('config'),
      XDG_RUNTIME_DIR: this.home,
    };
    const child = spawn(program, args, { ...USER, env, cwd: this.home, stdio: 'pipe', detached: true });
    this.#started.push(child);
    return child;
  }
}

/** One window that was opened. */
export class DesktopWindow {
  readonly process: ChildProcess;
  /** Of its X window. */
  readonly id: Promise<string>;
  /** All that it has said. */
  readonly errors: LineReader;
  readonly #desktop: Desktop;
  readonly #address: string;
  #browser: Browser | null = null;

  constructor(
    desktop: Desktop,
    child: ChildProcess,
    address: string,
    before: readonly string[],
    errors: LineReader,
  ) {
    this.#desktop = desktop;
    this.process = child;
    this.#address = address;
    this.errors = errors;
    this.id = desktop.screen.another(before, 'Sluice$');
  }

  get pid(): number {
    return ensure(this.process.pid, 'pid of the window');
  }

  /** The page within, by the developer tools. */
  async page(): Promise<Page> {
    await this.id;
    this.#browser = await chromium.connectOverCDP(`http://${this.#address}`, { noDefaults: true });
    const page = ensure(this.#browser.contexts()[0]?.pages()[0], 'a page');
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
    return page;
  }

  /** Leaves the page alone: with developer tools at it Chromium asks them what it asks the window else. */
  async leavePage(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
  }

  /** Attaches to a program, records one call of its root, and shows the tree. */
  async record(page: Page, target: Pick<Target, 'pid' | 'send'>): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Keep the Warm-Up');
    await page.keyboard.press('Enter');
    await page
      .getByRole('grid', { name: 'Running JVMs' })
      .getByRole('row', { name: String(target.pid) })
      .click();
    await button(page, 'Attach').click();
    await page.getByRole('textbox', { name: 'Find class or method' }).fill(ROOT);
    await button(page, 'Add pattern').click();
    await button(page, 'Start').click();
    await expect(button(page, 'Stop')).toBeEnabled();
    await target.send('run');
    await expect(rootRow(page)).toBeVisible();
  }

  /** As by a click on its cross. */
  async close(): Promise<void> {
    this.#desktop.screen.press(await this.id, 'alt+F4');
  }

  /** Does what opens a dialog, and waits for that. @returns its X window */
  async dialogOf(open: () => void | Promise<void>): Promise<string> {
    await this.id;
    const before = this.#desktop.screen.windows();
    await open();
    return this.#desktop.screen.another(before);
  }

  /** Its process of a kind. @param words of its command line */
  processOf(words: string): number {
    return ensure(processesWith(this.#desktop.home, words)[0], `a process with ${words}`);
  }

  /** Waits for its end. @returns the exit code, or the signal */
  async ended(): Promise<number | string> {
    const { process: child } = this;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode ?? child.signalCode ?? '';
  }
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

export function rootRow(page: Page) {
  return page
    .getByRole('treegrid', { name: 'Call Tree' })
    .getByRole('row', { name: new RegExp(`${PROGRAM}\\.root`) })
    .first();
}

/** Its classes are as they were, and nobody of ours is in it. */
export function isFree({ pid }: Pick<Target, 'pid'>): boolean {
  return sluiceThreadsOf(pid).length === 0;
}

/** Processes whose command lines have all these words. */
function processesWith(...words: readonly string[]): number[] {
  return existing('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = commandLine(pid);
      return words.every((word) => line.includes(word));
    });
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
