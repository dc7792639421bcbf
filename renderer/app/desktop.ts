import type { DesktopBridge } from '../../shared/ipc/desktopBridge.ts';
import { COMMAND_LIST, runCommand } from '../state/commands.ts';
import type { SluiceApp } from '../state/sluiceApp.ts';
import { keyOf } from '../views/commandKeys.ts';

/** In the desktop window: its menu has the same commands, and the file manager opens recordings. In a browser: nothing. */
export function connectDesktop(app: SluiceApp): void {
  const { sluiceDesktop: desktop } = window as { readonly sluiceDesktop?: DesktopBridge };
  if (!desktop) return;
  let shown = '';
  const showCommands = (): void => {
    const state = app.state.get();
    const commands = COMMAND_LIST.map((command) => ({
      id: command.id,
      title: command.title,
      group: command.group,
      key: keyOf(command),
      enabled: command.whyNot(state) === '',
    }));
    const text = JSON.stringify(commands);
    if (text === shown) return;
    shown = text;
    desktop.showCommands(commands);
  };
  app.state.subscribe(showCommands);
  showCommands();
  desktop.onCommand((id) => {
    const command = COMMAND_LIST.find((one) => one.id === id);
    if (command) runCommand(app, command.id);
  });
  desktop.onOpenFile(({ bytes, name }) => void app.files.open(bytes, name));
}
