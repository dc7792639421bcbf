import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MenuList, type MenuEntry, type MenuItem } from './MenuList.tsx';
import { Submenu } from './Submenu.tsx';
import './ContextMenu.css';

/** So long the pointer rests on an entry before its submenu opens, and so long it may be beside an open one on its way there. */
const OPENS_AFTER_MS = 120;
const CLOSES_AFTER_MS = 300;

interface ContextMenuProps {
  /** What it is about: over the items, and its name. */
  readonly title: string;
  /** Groups, with a line between them. */
  readonly groups: readonly (readonly MenuEntry[])[];
  /** Where it opens, px in the window. */
  readonly x: number;
  readonly y: number;
  /** It closes by itself; the focus is to go back to where it was. */
  readonly onClose: () => void;
}

/** The submenu that is open, beside its entry. */
interface OpenSubmenu {
  /** New with each opening: browsers report late that the one before was closed. */
  readonly opening: number;
  readonly id: string;
  readonly at: HTMLElement;
  /** By key: its first item gets the focus. */
  readonly takesFocus: boolean;
}

interface SubmenuState {
  /** null: none is. */
  readonly open: OpenSubmenu | null;
  /** At once, by key or click. */
  readonly show: (id: string, at: HTMLElement) => void;
  /** The pointer has come to an entry. */
  readonly pointAt: (entry: MenuEntry, at: HTMLElement) => void;
  /** The pointer has come to the submenu. */
  readonly keep: () => void;
  /** The browser has closed the one of this opening. */
  readonly closed: (opening: number) => void;
}

/** Which submenu is open: what the pointer asks for comes after a rest, so that its way across other entries opens none. */
function useOpenSubmenu(): SubmenuState {
  const timer = useRef(0);
  const openings = useRef(0);
  const [open, setOpen] = useState<OpenSubmenu | null>(null);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const keep = (): void => window.clearTimeout(timer.current);
  const later = (next: OpenSubmenu | null, afterMs: number): void => {
    keep();
    timer.current = window.setTimeout(() => setOpen(next), afterMs);
  };
  return {
    open,
    keep,
    show(id, at) {
      keep();
      setOpen({ opening: ++openings.current, id, at, takesFocus: true });
    },
    pointAt(entry, at) {
      if (entry.id === open?.id) keep();
      else if ('items' in entry)
        later({ opening: ++openings.current, id: entry.id, at, takesFocus: false }, OPENS_AFTER_MS);
      else later(null, open ? CLOSES_AFTER_MS : 0);
    },
    closed: (opening) => setOpen((now) => (now?.opening === opening ? null : now)),
  };
}

/**
 * A menu at a place, in the pattern of the ARIA practices: arrows, Home, End and first letters move, Right opens a submenu, Left
 * and Escape close.
 */
export function ContextMenu({ title, groups, x, y, onClose }: ContextMenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const { open, ...submenus } = useOpenSubmenu();
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(0, y + height + 4 > innerHeight ? Math.min(y, innerHeight) - height : y)}px`;
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const onToggle = (event: Event): void => {
      if (event.target === element && (event as ToggleEvent).newState === 'closed') close.current();
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, [x, y]);

  const hide = (): void => popover.current?.hidePopover();
  const runItem = ({ run }: MenuItem): void => {
    hide();
    run();
  };
  const entries = groups.flat();
  const submenu = open && entries.find(({ id }) => id === open.id);
  return (
    <div
      ref={popover}
      className="contextMenu"
      popover="auto"
      onKeyDown={(event) => {
        if (event.key === 'Tab') hide();
        event.stopPropagation(); // letters are not keys of what is below
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className="contextMenuTitle" aria-hidden="true">
        {title}
      </div>
      <MenuList
        label={title}
        groups={groups}
        openId={open?.id ?? null}
        onRun={runItem}
        onSubmenu={submenus.show}
        onPointerAt={submenus.pointAt}
      />
      {open && submenu && 'items' in submenu ? (
        <Submenu
          key={open.opening}
          submenu={submenu}
          at={open.at}
          takesFocus={open.takesFocus}
          onRun={runItem}
          onPointer={submenus.keep}
          onClose={() => submenus.closed(open.opening)}
        />
      ) : null}
    </div>
  );
}
