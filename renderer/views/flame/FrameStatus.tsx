import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import type { FlameFrame, FlameKind, FlamePicture } from '../../worker/views/flameFrame.ts';
import type { MethodLabels } from '../table/methodLabels.ts';
import { useOwnRows } from '../table/useOwnRows.ts';
import { frameName } from './frameLabel.ts';
import { frameNumbers, narrowText } from './frameText.ts';

interface FrameStatusProps {
  /** Of the description of the selected frame. */
  readonly id: string;
  readonly view: FlameKind;
  readonly results: Results;
  readonly labels: MethodLabels;
}

/** One line about the frame that is pointed at, else the selected one; the latter is also said aloud when it changes. */
export function FrameStatus({ id, view, results, labels }: FrameStatusProps) {
  const picture = useAtom(results.picture(view));
  const selected = picture?.selected ?? null;
  const shown = picture?.pointed ?? selected;
  const own = useOwnRows(results);
  const isOwn = ({ method, title }: FlameFrame): boolean =>
    method >= 0 && own?.has({ method, title: title?.long ?? null }) === true;
  return (
    <>
      <div className="frameStatus">
        {picture && shown ? (
          <>
            <span className="frameStatusName">{frameName(labels, shown)}</span>
            {frameNumbers(shown, picture).map(({ label, text }) => (
              <span key={label} className="frameStatusNumber">
                <span className="muted">{label}</span> {text}
              </span>
            ))}
            <span className="muted">{narrowText(shown)}</span>
            {isOwn(shown) ? <span className="muted">own code</span> : null}
          </>
        ) : (
          <span className="muted">
            A click zooms to a frame, 0 back to all. Arrows walk from frame to frame, Ctrl and the wheel zoom.
          </span>
        )}
      </div>
      <Spoken
        id={id}
        when={selected && picture ? String(picture.selections) : ''}
        text={
          selected && picture
            ? spoken(selected, picture, labels) + (isOwn(selected) ? ', own code' : '')
            : 'No frame is selected.'
        }
      />
    </>
  );
}

function spoken(frame: FlameFrame, picture: FlamePicture, labels: MethodLabels): string {
  const numbers = frameNumbers(frame, picture).map(({ label, text }) => `${label} ${text}`);
  return [`${frameName(labels, frame)}, level ${frame.level}`, ...numbers].join(', ');
}
