import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import './ContextMenu.css';

export interface ContextMenuItem {
  readonly id: string;
  readonly text: string;
  /** As it is shown. */
  readonly key: string;
  readonly hint: string;
  /** Why it cannot be done, "" when it can. */
  readonly whyNot: string;
  readonly run: () => void;
}

interface ContextMenuProps {
  /** What it is about: over the items, and its name. */
  readonly title: string;
  /** Groups, with a line between them. */
  readonly groups: readonly (readonly ContextMenuItem[])[];
  /** Where it opens, px in the window. */
  readonly x: number;
  readonly y: number;
  /** It closes by itself; the focus is to go back to where it was. */
  readonly onClose: () => void;
}

/** A menu at a place, in the pattern of the ARIA practices: arrows, Home, End and first letters move, Escape closes. */
export function ContextMenu({ title, groups, x, y, onClose }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(0, y + height + 4 > innerHeight ? Math.min(y, innerHeight) - height : y)}px`;
    itemsOf(element)[0]?.focus({ preventScroll: true });
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, [x, y]);

  return (
    <div
      ref={menu}
      className="contextMenu"
      popover="auto"
      role="menu"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Tab') menu.current?.hidePopover();
        else moveFocus(event);
        event.stopPropagation(); // letters are not keys of what is below
      }}
      onPointerMove={(event) => {
        // One item is lit, not one for the mouse and one for the keys.
        const item = (event.target as Element).closest<HTMLElement>('[role=menuitem]');
        if (item !== document.activeElement) item?.focus({ preventScroll: true });
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className="contextMenuTitle" aria-hidden="true">
        {title}
      </div>
      {groups.map((group, i) => (
        <div key={i} role="group" className="contextMenuGroup">
          {group.map(({ id, text, key, hint, whyNot, run }) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              className="contextMenuItem"
              tabIndex={-1}
              aria-disabled={whyNot !== '' || undefined}
              title={whyNot || hint}
              onClick={() => {
                if (whyNot !== '') return;
                menu.current?.hidePopover();
                run();
              }}
            >
              <span>{text}</span>
              <span className="contextMenuKey" aria-hidden="true">
                {key}
              </span>
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
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

function itemsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[role=menuitem]')];
}
