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
}

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
} as const;

const MAX_COMMANDS = 200;
const MAX_TEXT = 100;

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
