import { useRef, type KeyboardEvent } from 'react';

export interface MenuItem {
  readonly id: string;
  readonly text: string;
  /** As it is shown. */
  readonly key: string;
  readonly hint: string;
  /** Why it cannot be done, "" when it can. */
  readonly whyNot: string;
  readonly run: () => void;
}

/** An entry behind which there are others. */
export interface MenuOfItems {
  readonly id: string;
  readonly text: string;
  readonly items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | MenuOfItems;

interface MenuListProps {
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  /** Each item says below its name what it does. */
  readonly explained?: boolean;
  /** The entry whose submenu is open. */
  readonly openId?: string | null;
  readonly onRun: (item: MenuItem) => void;
  /** The submenu of an entry is asked for, by key or click. */
  readonly onSubmenu?: (id: string, at: HTMLElement) => void;
  /** The pointer has come to an entry. */
  readonly onPointerAt?: (entry: MenuEntry, at: HTMLElement) => void;
}

/** The entries of one menu: arrows, Home, End and first letters move the focus. */
export function MenuList({
  label,
  groups,
  explained = false,
  openId = null,
  onRun,
  onSubmenu,
  onPointerAt,
}: MenuListProps) {
  const menu = useRef<HTMLDivElement>(null);
  const choose = (entry: MenuEntry, at: HTMLElement): void => {
    if ('items' in entry) onSubmenu?.(entry.id, at);
    else if (entry.whyNot === '') onRun(entry);
  };
  return (
    <div ref={menu} role="menu" aria-label={label} onKeyDown={moveFocus}>
      {groups.map((group, i) => (
        <div key={i} role="group" className="contextMenuGroup">
          {group.map((entry) => {
            const isSubmenu = 'items' in entry;
            const whyNot = isSubmenu ? '' : entry.whyNot;
            const hint = isSubmenu ? undefined : whyNot || entry.hint;
            return (
              <button
                key={entry.id}
                type="button"
                role="menuitem"
                className="contextMenuItem"
                tabIndex={-1}
                aria-disabled={whyNot !== '' || undefined}
                aria-haspopup={isSubmenu ? 'menu' : undefined}
                aria-expanded={isSubmenu ? entry.id === openId : undefined}
                title={hint}
                onClick={(event) => choose(entry, event.currentTarget)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowRight' || !isSubmenu) return;
                  choose(entry, event.currentTarget);
                  event.preventDefault();
                }}
                onPointerMove={(event) => {
                  // One entry is lit, not one for the mouse and one for the keys.
                  if (event.currentTarget === document.activeElement) return;
                  event.currentTarget.focus({ preventScroll: true });
                  onPointerAt?.(entry, event.currentTarget);
                }}
              >
                <span className="contextMenuText">
                  {entry.text}
                  {explained && hint ? (
                    <span className="contextMenuHint" aria-hidden="true">
                      {hint}
                    </span>
                  ) : null}
                </span>
                <span className="contextMenuKey" aria-hidden="true">
                  {isSubmenu ? '▸' : entry.key}
                </span>
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const target = targetOf(event.key, items, at);
  if (!target) return;
  target.focus();
  event.preventDefault();
}

function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items[(at - 1 + items.length) % items.length];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (key.length > 1 || key === ' ') return undefined;
      const round = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return round.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}
