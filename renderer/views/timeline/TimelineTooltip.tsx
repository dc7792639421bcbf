import { PointerTooltip } from '../../widgets/PointerTooltip.tsx';

interface TimelineTooltipProps {
  readonly lines: readonly string[];
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

/** The event under the pointer. */
export function TimelineTooltip({ lines, x, y }: TimelineTooltipProps) {
  return (
    <PointerTooltip x={x} y={y} className="timelineTooltip">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </PointerTooltip>
  );
}
