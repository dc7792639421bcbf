import { messageOf } from '../../shared/base/errors.ts';
import { MAX_REASON, type DesktopBridge, type HeldByPage } from '../../shared/ipc/desktopBridge.ts';
import { COMMAND_LIST, runCommand, whyNotNow } from '../state/commands/commands.ts';
import type { Results } from '../state/results.ts';
import type { SluiceApp } from '../state/app/sluiceApp.ts';
import { keyOf } from '../views/commandKeys.ts';
import { heldByPage, keepBeforeClosing } from './leaving.ts';

/**
 * In the desktop window: its menu has the same commands, the file manager opens recordings, and what is recorded is kept before it
 * closes. In a browser: nothing.
 */
export function connectDesktop(app: SluiceApp): void {
  const { sluiceDesktop: desktop } = window as { readonly sluiceDesktop?: DesktopBridge };
  if (!desktop) return;
  let shown = '';
  const showCommands = (): void => {
    const commands = COMMAND_LIST.map((command) => ({
      id: command.id,
      title: command.title,
      group: command.group,
      key: keyOf(command),
      enabled: whyNotNow(app, command) === '',
    }));
    const text = JSON.stringify(commands);
    if (text === shown) return;
    shown = text;
    desktop.showCommands(commands);
  };
  let told: HeldByPage | null = null;
  // What can be done depends on what is selected as well, in whatever results are in front.
  let watched: Results | null = null;
  let unwatch: (() => void)[] = [];
  const watch = (): void => {
    const results = app.shownResults();
    if (results === watched) return;
    for (const end of unwatch) end();
    watched = results;
    unwatch = results
      ? [results.selection, results.history, results.image].map((one) => one.subscribe(showCommands))
      : [];
  };
  const tellHeld = (): void => {
    const held = heldByPage(app.state.get());
    if (held !== told) desktop.tellHeld((told = held));
  };
  const tell = (): void => {
    watch();
    showCommands();
    tellHeld();
  };
  app.state.subscribe(tell);
  tell();
  desktop.onCommand((id) => {
    const command = COMMAND_LIST.find((one) => one.id === id);
    if (command) runCommand(app, command.id);
  });
  desktop.onClosing(async () => {
    const whyNot = await keepBeforeClosing(app).catch(messageOf);
    return whyNot.slice(0, MAX_REASON);
  });
  desktop.onOpenFile(({ bytes, name }) => void app.files.open(bytes, name));
}
