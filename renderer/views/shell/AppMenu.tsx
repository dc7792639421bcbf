import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useAppState, useApp } from '../../state/app/appContext.ts';
import { COMMAND_GROUPS, type Command } from '../../state/commands/command.ts';
import { offeredCommands } from '../../state/commands/offeredCommands.ts';
import { useWhyNot } from '../../state/commands/useWhyNot.ts';
import { keyOf } from '../commandKeys.ts';
import './AppMenu.css';

/** The button at the left of every screen, and behind it all commands by group. */
export function AppMenu() {
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen && menu.current) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        className="appMenuButton"
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label="Menu"
        title="Menu: all commands"
      >
        <span className="appMenuLines" aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={menuId}
        className="appMenu"
        popover="auto"
        role="menu"
        aria-label="Menu"
        onKeyDown={moveFocus}
        onToggle={(event) => {
          setIsOpen(event.newState === 'open');
        }}
      >
        {isOpen
          ? COMMAND_GROUPS.map((group) => (
              <MenuGroup key={group} group={group} close={() => menu.current?.hidePopover()} />
            ))
          : null}
      </div>
    </>
  );
}

function MenuGroup({ group, close }: { readonly group: string; readonly close: () => void }) {
  const commands = useAppState(offeredCommands).filter((command) => command.group === group);
  if (commands.length === 0) return null;
  return (
    <div className={`appMenuGroup appMenuGroup-${group}`} role="group" aria-label={group}>
      <div className="appMenuTitle" aria-hidden="true">
        {group}
      </div>
      {commands.map((command) => (
        <MenuItem key={command.id} command={command} close={close} />
      ))}
    </div>
  );
}

function MenuItem({ command, close }: { readonly command: Command; readonly close: () => void }) {
  const app = useApp();
  const whyNot = useWhyNot(command);
  return (
    <button
      type="button"
      role="menuitem"
      className="appMenuItem"
      tabIndex={-1}
      aria-disabled={whyNot !== '' || undefined}
      title={whyNot || undefined}
      onClick={() => {
        if (whyNot !== '') return;
        close();
        command.run(app);
      }}
    >
      <span>{command.title}</span>
      <span className="appMenuKey">{keyOf(command)}</span>
    </button>
  );
}

/** Arrow keys go through all items, Left and Right from group to group. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const groups = [...event.currentTarget.children].map((group) => itemsOf(group)[0]);
  const inGroup = groups.findLastIndex((first) => items.indexOf(first) <= at);
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items[(at - 1 + items.length) % items.length],
    ArrowRight: groups[(inGroup + 1) % groups.length],
    ArrowLeft: groups[(inGroup - 1 + groups.length) % groups.length],
    Home: items[0],
    End: items[items.length - 1],
  }[event.key];
  if (!target) return;
  target.focus();
  event.preventDefault();
}

function itemsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[role=menuitem]')];
}
