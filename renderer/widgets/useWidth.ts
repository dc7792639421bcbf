import { useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is, for what is drawn in it. @param leastPx what is drawn is never narrower */
export function useWidth(leastPx: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(leastPx, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [leastPx]);
  return [frame, width] as const;
}
