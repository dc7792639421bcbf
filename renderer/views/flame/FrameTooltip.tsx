import { useLayoutEffect, useRef } from 'react';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import { frameNumbers, narrowText } from './frameText.ts';

/** Distance from the pointer, px. */
const AWAY_PX = 14;

interface FrameTooltipProps {
  readonly results: Results;
  readonly labels: MethodLabels;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

/** What the frame under the pointer is, beside the pointer and within the window. For the eye: the status line says it too. */
export function FrameTooltip({ results, labels, x, y }: FrameTooltipProps) {
  const picture = useAtom(results.picture('flame'));
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = x + AWAY_PX + width > innerWidth ? x - AWAY_PX - width : x + AWAY_PX;
    const top = y + AWAY_PX + height > innerHeight ? y - AWAY_PX - height : y + AWAY_PX;
    element.style.translate = `${Math.max(0, left)}px ${Math.max(0, top)}px`;
  });
  if (!picture?.pointed) return null;
  const { pointed } = picture;
  const label = labels.get(pointed.method);
  const narrow = narrowText(pointed);
  return (
    <div ref={box} className="frameTooltip" aria-hidden="true">
      <div className="frameTooltipName">{label.long}</div>
      <dl>
        {frameNumbers(pointed, picture).map(({ label: name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {narrow ? <div className="muted">{narrow}</div> : null}
    </div>
  );
}
