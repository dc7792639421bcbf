import { useEffect, type RefObject } from 'react';

/** What a wheel moves. */
interface ZoomedStage {
  /** @param atPx stays where it is, px in the window */
  readonly zoom: (factor: number, atPx?: number) => void;
  readonly panPx: (px: number) => void;
}

/**
 * Ctrl and the wheel zoom, Shift and the wheel or a wheel to the side pan. React listens without the right to prevent what
 * the browser does with Ctrl and the wheel, so it is not asked.
 * @param zoomPerPx exponent of the zoom, for each px of the wheel's way
 */
export function useZoomWheel(
  scroller: RefObject<HTMLElement | null>,
  stage: RefObject<ZoomedStage | null>,
  zoomPerPx: number,
): void {
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!stage.current) return;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey)
        stage.current.zoom(Math.exp(-event.deltaY * zoomPerPx), event.clientX);
      else if (sideways !== 0) stage.current.panPx(sideways);
      else return;
      event.preventDefault();
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller, stage, zoomPerPx]);
}
