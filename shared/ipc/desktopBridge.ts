/**
 * What the desktop's page has beyond a browser's, as electron/preload puts it at `window.sluiceDesktop`. One function for each
 * message; nothing of Electron passes.
 */
export interface DesktopBridge {
  /** Shows these commands in the application's own menu, in place of those before. */
  showCommands(commands: readonly MenuCommand[]): void;
  /** Hears which command was chosen there. One listener. */
  onCommand(listener: (id: string) => void): void;
  /** Hears of recordings that are opened from the system's file manager, also before this was called. One listener. */
  onOpenFile(listener: (file: OpenedFile) => void): void;
  /** Says what would go with the page, in place of what was said before: the question before closing is worded by it. */
  tellHeld(held: HeldByPage): void;
  /**
   * Hears that the window is to be closed: what is recorded is stopped and kept. One listener, which never rejects.
   * @param listener resolves when all is kept, with ""; else with a sentence that says why it is not
   */
  onClosing(listener: () => Promise<string>): void;
}

/**
 * What goes with the page:
 *   nothing    nobody has to be asked
 *   session    a JVM is attached; what was recorded is kept
 *   region     a region is being timed: its times are in the page only
 *   recording  one runs
 *   arriving   one has stopped, and its last events are on their way
 *   unsaved    a recording of which there can be no copy
 */
export const HELD_BY_PAGE = ['nothing', 'session', 'region', 'recording', 'arriving', 'unsaved'] as const;
export type HeldByPage = (typeof HELD_BY_PAGE)[number];

export interface MenuCommand {
  readonly id: string;
  readonly title: string;
  /** The menu it is in. */
  readonly group: string;
  /** As the menu shows it: Ctrl+Shift+E; "" when it has none. The page itself listens to it. */
  readonly key: string;
  readonly enabled: boolean;
}

export interface OpenedFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

export const DESKTOP_CHANNEL = {
  /** Page to main process: MenuCommand[] */
  showCommands: 'sluice:showCommands',
  /** Main process to page: the id */
  command: 'sluice:command',
  /** Main process to page: OpenedFile */
  openFile: 'sluice:openFile',
  /** Page to main process: HeldByPage */
  tellHeld: 'sluice:tellHeld',
  /** Main process to page: nothing but that it is to be closed */
  closing: 'sluice:closing',
  /** Page to main process, the answer to that: "", or why not all is kept */
  kept: 'sluice:kept',
} as const;

const MAX_COMMANDS = 200;
const MAX_TEXT = 100;
/** Characters of a sentence that says why something is not kept. */
export const MAX_REASON = 500;

/** Commands that came from a page, which may be anything. @returns null when they are none */
export function menuCommandsOf(value: unknown): readonly MenuCommand[] | null {
  if (!Array.isArray(value) || value.length > MAX_COMMANDS) return null;
  const commands = value.map(menuCommandOf);
  return commands.every((command) => command !== null) ? commands : null;
}

function menuCommandOf(value: unknown): MenuCommand | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, title, group, key, enabled } = value as Partial<Record<keyof MenuCommand, unknown>>;
  const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= MAX_TEXT;
  return isText(id) && isText(title) && isText(group) && isText(key) && typeof enabled === 'boolean'
    ? { id, title, group, key, enabled }
    : null;
}

/** What a page says that it holds. @returns null when it is none of that */
export function heldOf(value: unknown): HeldByPage | null {
  return HELD_BY_PAGE.find((held) => held === value) ?? null;
}

/** Why a page has not kept everything. @returns null when it is no text, or none for a dialog */
export function reasonOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_REASON ? value : null;
}
