import { useId, useState, type KeyboardEvent } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import type { Command } from '../../state/commands/command.ts';
import { whyNotNow } from '../../state/commands/commands.ts';
import { offeredCommands } from '../../state/commands/offeredCommands.ts';
import { useRunnable } from '../../state/commands/useWhyNot.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { foundCommands } from './foundCommands.ts';
import { KeyName } from './KeyName.tsx';
import './CommandPalette.css';

/** Every command by a few letters of its name; what cannot be done now says why. */
export function CommandPalette() {
  const app = useApp();
  useRunnable();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = foundCommands(
    offeredCommands(app.state.get()).filter(({ id }) => id !== 'palette'),
    query,
    (command) => whyNotNow(app, command) === '',
  );

  const run = (command: Command | undefined): void => {
    if (!command || whyNotNow(app, command) !== '') return;
    app.overlay(null);
    command.run(app);
  };
  const moveTo = (index: number): void => {
    setActive(index);
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    const target = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    }[event.key];
    if (event.key === 'Enter') run(found.at(active));
    else if (target !== undefined && last >= 0) moveTo(target);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog label="Commands" kind="palette" onClose={() => app.overlay(null)}>
      <div className="paletteField">
        <TextField
          label="Find a command"
          placeholder="What do you want to do?"
          value={query}
          onChange={(text) => {
            setQuery(text);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          listId={listId}
          activeDescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        />
      </div>
      {found.length === 0 ? <p className="paletteEmpty muted">No command has these words.</p> : null}
      <div id={listId} className="paletteList" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <PaletteLine
            key={command.id}
            id={`${listId}-${index}`}
            command={command}
            whyNot={whyNotNow(app, command)}
            active={index === active}
            onRun={run}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface PaletteLineProps {
  readonly id: string;
  readonly command: Command;
  readonly whyNot: string;
  readonly active: boolean;
  readonly onRun: (command: Command) => void;
}

function PaletteLine({ id, command, whyNot, active, onRun }: PaletteLineProps) {
  const { title, group, keys, viewKeys = [] } = command;
  const key = [...keys, ...viewKeys].at(0);
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={whyNot !== '' || undefined}
      className={active ? 'paletteLine paletteLine-active' : 'paletteLine'}
      onClick={() => onRun(command)}
    >
      <span className="paletteGroup">{group}</span>
      <span className="paletteTitle">{title}</span>
      <span className="paletteWhyNot">{whyNot}</span>
      {key === undefined ? null : <KeyName name={key} />}
    </div>
  );
}
