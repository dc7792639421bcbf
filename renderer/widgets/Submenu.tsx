import { useEffect, useLayoutEffect, useRef } from 'react';
import { MenuList, type MenuItem, type MenuOfItems } from './MenuList.tsx';

interface SubmenuProps {
  readonly submenu: MenuOfItems;
  /** The entry that it opens beside. */
  readonly at: HTMLElement;
  readonly takesFocus: boolean;
  readonly onRun: (item: MenuItem) => void;
  readonly onPointer: () => void;
  readonly onClose: () => void;
}

/** A menu beside an entry of another one, on the side that has room. Left or Escape goes back to that. */
export function Submenu({ submenu, at, takesFocus, onRun, onPointer, onClose }: SubmenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const entry = at.getBoundingClientRect();
    const fits = entry.right + width <= innerWidth;
    element.style.left = `${Math.max(0, fits ? entry.right : entry.left - width)}px`;
    element.style.top = `${Math.max(0, Math.min(entry.top - 5, innerHeight - height - 4))}px`;
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState !== 'closed') return;
      const focused = document.activeElement;
      // A browser may not have seen yet that what has the focus is no longer drawn.
      if (focused === document.body || element.contains(focused)) at.focus({ preventScroll: true });
      close.current();
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, [at]);
  useEffect(() => {
    if (takesFocus) popover.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={popover}
      className="contextMenu"
      popover="auto"
      onPointerMove={onPointer}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft') return;
        at.focus({ preventScroll: true });
        popover.current?.hidePopover();
        event.preventDefault();
      }}
    >
      <MenuList label={submenu.text} groups={[submenu.items]} explained onRun={onRun} />
    </div>
  );
}
