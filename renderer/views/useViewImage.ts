import { useEffect, useRef } from 'react';
import type { Results, ViewImage } from '../state/results.ts';

/** As long as a view is in front, it offers itself as an image. @param draw is called as it was rendered last */
export function useViewImage(results: Results, title: string, draw: ViewImage['draw']): void {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    const image: ViewImage = { title, draw: (name) => latest.current(name) };
    results.image.set(image);
    return () => {
      if (results.image.get() === image) results.image.set(null);
    };
  }, [results, title]);
}
