import type { DesktopBridge } from '../../shared/ipc/desktopBridge.ts';
import { COMMAND_LIST, runCommand, whyNotNow } from '../state/commands/commands.ts';
import type { Results } from '../state/results.ts';
import type { SluiceApp } from '../state/app/sluiceApp.ts';
import { keyOf } from '../views/commandKeys.ts';

/** In the desktop window: its menu has the same commands, and the file manager opens recordings. In a browser: nothing. */
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
  // What can be done depends on what is selected as well, in whatever results are in front.
  let watched: Results | null = null;
  let unwatch: (() => void)[] = [];
  const watch = (): void => {
    const results = app.shownResults();
    if (results === watched) return;
    for (const end of unwatch) end();
    watched = results;
    unwatch = results
      ? [results.selection.subscribe(showCommands), results.history.subscribe(showCommands)]
      : [];
  };
  app.state.subscribe(() => {
    watch();
    showCommands();
  });
  watch();
  showCommands();
  desktop.onCommand((id) => {
    const command = COMMAND_LIST.find((one) => one.id === id);
    if (command) runCommand(app, command.id);
  });
  desktop.onOpenFile(({ bytes, name }) => void app.files.open(bytes, name));
}
