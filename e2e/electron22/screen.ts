import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DESKTOP } from '../../build/testPrograms.mjs';
import { waitUntil } from '../../electron/engine/testing/javaFixture.ts';
import { startDisplay } from '../fixtures/display.ts';

/** A display with a window manager, and somebody at the keyboard. */
export interface Screen {
  /** What a program finds in DISPLAY. */
  readonly display: string;
  /** Ids of the windows to be seen whose title matches. */
  windows(title?: string): string[];
  /** Waits for a window that is none of those. */
  another(before: readonly string[], title?: string): Promise<string>;
  /** Waits until a window is gone. */
  gone(id: string): Promise<void>;
  /** Presses a key, "ctrl+s", in a window, which comes to the front. */
  press(id: string, key: string): void;
  type(text: string): void;
  /** Where a window is, as the display says it: "Position: 1,20". */
  place(id: string): string;
  stop(): Promise<void>;
}

export async function openScreen(): Promise<Screen> {
  // Programs of another user may draw on it.
  const server = await startDisplay(['-screen', '0', '1600x1000x24', '-ac']);
  const env = { ...process.env, DISPLAY: server.name };
  const manager = spawn(DESKTOP.paths.windowManager, [], { env, stdio: 'ignore' });
  const xdotool = (...args: string[]): string =>
    execFileSync(DESKTOP.paths.keys, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const windows = (title = '.'): string[] => {
    try {
      return xdotool('search', '--onlyvisible', '--name', title).split('\n').filter(Boolean);
    } catch {
      return []; // it ends with 1 when it finds none
    }
  };
  return {
    display: server.name,
    windows,
    async another(before, title) {
      const others = (): string[] => windows(title).filter((id) => !before.includes(id));
      await waitUntil(() => others().length > 0, `a window "${title ?? ''}"`);
      return others()[0];
    },
    gone: (id) => waitUntil(() => !windows().includes(id), 'the end of a window'),
    press(id, key) {
      xdotool('windowactivate', '--sync', id);
      xdotool('key', '--clearmodifiers', key);
    },
    type: (text) => void xdotool('type', '--delay', '5', text),
    place: (id) => /Position: [-\d,]+/.exec(xdotool('getwindowgeometry', id))?.[0] ?? '',
    async stop() {
      manager.kill();
      await once(manager, 'exit');
      await server.stop();
    },
  };
}
