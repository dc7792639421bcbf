import { useEffect, type RefObject } from 'react';

/**
 * Takes the focus when the element appears and what had the focus has just gone with its view: who works by keyboard
 * goes on where the work goes on. A focus that is anywhere else is left there.
 */
export function useFocusWhenLost(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element]);
}
