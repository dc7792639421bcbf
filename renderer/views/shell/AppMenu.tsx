import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useAppState, useApp } from '../../state/app/appContext.ts';
import { COMMAND_GROUPS, type Command } from '../../state/commands/command.ts';
import { offeredCommands } from '../../state/commands/offeredCommands.ts';
import { whyNotNow } from '../../state/commands/commands.ts';
import { useRunnable } from '../../state/commands/useWhyNot.ts';
import { keyOf } from '../commandKeys.ts';
import './AppMenu.css';

/** The button at the left of every screen, and behind it by group what can be done here; all other commands when they are asked for. */
export function AppMenu() {
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
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
        title="Menu: what can be done here"
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
          setShowsAll(false);
        }}
      >
        {isOpen ? (
          <MenuGroups
            showsAll={showsAll}
            showAll={() => setShowsAll(true)}
            close={() => menu.current?.hidePopover()}
          />
        ) : null}
      </div>
    </>
  );
}

interface MenuGroupsProps {
  /** What cannot be done now, too, each with the reason. */
  readonly showsAll: boolean;
  readonly showAll: () => void;
  readonly close: () => void;
}

function MenuGroups({ showsAll, showAll, close }: MenuGroupsProps) {
  const app = useApp();
  useRunnable();
  const offered = useAppState(offeredCommands);
  const reasons = new Map(offered.map((command) => [command, whyNotNow(app, command)]));
  const shown = showsAll ? offered : offered.filter((command) => reasons.get(command) === '');
  return (
    <>
      <div className="appMenuGroups" role="presentation">
        {COMMAND_GROUPS.map((group) => {
          const commands = shown.filter((command) => command.group === group);
          if (commands.length === 0) return null;
          return (
            <div key={group} className={`appMenuGroup appMenuGroup-${group}`} role="group" aria-label={group}>
              <div className="appMenuTitle" aria-hidden="true">
                {group}
              </div>
              {commands.map((command) => (
                <MenuItem
                  key={command.id}
                  command={command}
                  whyNot={reasons.get(command) ?? ''}
                  close={close}
                />
              ))}
            </div>
          );
        })}
      </div>
      {shown.length < offered.length ? (
        <div className="appMenuRest">
          <button
            type="button"
            role="menuitem"
            className="appMenuItem"
            tabIndex={-1}
            title="Each says why in its tool-tip"
            onClick={(event) => {
              // What is focused goes: the first of all takes its place.
              const menu = event.currentTarget.closest<HTMLElement>('[role=menu]');
              if (menu) itemsOf(menu)[0]?.focus();
              showAll();
            }}
          >
            <span>{`Show ${offered.length - shown.length} More, Not Available Now`}</span>
          </button>
        </div>
      ) : null}
    </>
  );
}

interface MenuItemProps {
  readonly command: Command;
  /** "" when it can be done. */
  readonly whyNot: string;
  readonly close: () => void;
}

function MenuItem({ command, whyNot, close }: MenuItemProps) {
  const app = useApp();
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
  const parts = event.currentTarget.querySelectorAll('.appMenuGroup, .appMenuRest');
  const groups = [...parts].map((part) => itemsOf(part)[0]);
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
