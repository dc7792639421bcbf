import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './PointerTooltip.css';

/** Distance from the pointer, px. */
const AWAY_PX = 14;

interface PointerTooltipProps {
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
  readonly className: string;
  readonly children: ReactNode;
}

/** What is under the pointer, beside the pointer and within the window. For the eye: the status line says it too. */
export function PointerTooltip({ x, y, className, children }: PointerTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = x + AWAY_PX + width > innerWidth ? x - AWAY_PX - width : x + AWAY_PX;
    const top = y + AWAY_PX + height > innerHeight ? y - AWAY_PX - height : y + AWAY_PX;
    element.style.translate = `${Math.max(0, left)}px ${Math.max(0, top)}px`;
  });
  return (
    <div ref={box} className={`pointerTooltip ${className}`} aria-hidden="true">
      {children}
    </div>
  );
}
