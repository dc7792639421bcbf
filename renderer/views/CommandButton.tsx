import { useApp, useAppState } from '../state/app/appContext.ts';
import type { CommandId } from '../state/commands/command.ts';
import { COMMANDS, runCommand } from '../state/commands/commands.ts';
import { offeredCommands } from '../state/commands/offeredCommands.ts';
import { useWhyNot } from '../state/commands/useWhyNot.ts';
import { keyOf } from './commandKeys.ts';
import { Button } from '../widgets/Button.tsx';

interface CommandButtonProps {
  readonly command: CommandId;
  readonly kind?: 'primary' | 'plain' | 'quiet';
}

/** A button for one command: its title, its key in the tool-tip, and why it cannot be used now; nothing in a page that has no use for it. */
export function CommandButton({ command: id, kind = 'plain' }: CommandButtonProps) {
  const app = useApp();
  const { title } = COMMANDS[id];
  const key = keyOf(COMMANDS[id]);
  const reason = useWhyNot(COMMANDS[id]);
  const isOffered = useAppState((state) => offeredCommands(state).includes(COMMANDS[id]));
  if (!isOffered) return null;
  return (
    <Button
      kind={kind}
      whyNot={reason}
      hint={key ? `${title} (${key})` : title}
      onClick={() => runCommand(app, id)}
    >
      {title}
    </Button>
  );
}
