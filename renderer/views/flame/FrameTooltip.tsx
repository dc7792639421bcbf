import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { PointerTooltip } from '../../widgets/PointerTooltip.tsx';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import { frameName } from './frameLabel.ts';
import { frameNumbers, narrowText } from './frameText.ts';

interface FrameTooltipProps {
  readonly view: FlameKind;
  readonly results: Results;
  readonly labels: MethodLabels;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

/** What the frame under the pointer is. */
export function FrameTooltip({ view, results, labels, x, y }: FrameTooltipProps) {
  const picture = useAtom(results.picture(view));
  if (!picture?.pointed) return null;
  const { pointed } = picture;
  const narrow = narrowText(pointed);
  return (
    <PointerTooltip x={x} y={y} className="frameTooltip">
      <div className="frameTooltipName">{frameName(labels, pointed)}</div>
      <dl>
        {frameNumbers(pointed, picture).map(({ label: name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {narrow ? <div className="muted">{narrow}</div> : null}
    </PointerTooltip>
  );
}
