import { useEffect, type RefObject } from 'react';
import { keyName } from '../../widgets/keyName.ts';

/** Wherever the focus is, as behind Stop: the browser cannot find what is not drawn. */
export function useFindKeys(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const key = keyName(event);
      if (key !== 'Ctrl+f' && (key !== '/' || isTyped(event.target))) return;
      const field = panel.current?.querySelector<HTMLInputElement>('[role=search] input');
      if (!field || document.querySelector('dialog[open]')) return;
      field.select();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [panel]);
}

/** 1 to 9 choose a view, wherever the focus is, except where they are typed. */
export function useViewKeys<T extends string>(
  tabs: readonly { readonly id: T; readonly key?: string }[],
  onTab: (tab: T) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const tab = tabs.find(({ key }) => key !== undefined && key === keyName(event));
      if (!tab || isTyped(event.target)) return;
      onTab(tab.id);
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [tabs, onTab]);
}

function isTyped(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
  );
}
