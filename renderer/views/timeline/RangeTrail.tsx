import { rangeText } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { Narrowed } from '../../worker/cctProtocol.ts';
import { Button } from '../../widgets/Button.tsx';
import './TimelineView.css';

/** Above every view of a recording of which a range of time is shown: which, and the way back. */
export function RangeTrail({ narrowed }: { readonly narrowed: Narrowed | null }) {
  const app = useApp();
  if (narrowed === null) return null;
  return (
    <section className="rangeTrail" aria-label="Range of time">
      <span>Only what happened from {rangeText(narrowed.range)} is shown.</span>
      <Button hint="Shows the whole recording again" onClick={() => app.files.narrow(null)}>
        Show All
      </Button>
    </section>
  );
}
