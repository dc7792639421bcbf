import { useState } from 'react';
import { isQuiet, swapStallText } from '../../../shared/recording/swapStall.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { runCommand } from '../../state/commands/commands.ts';
import type { Results } from '../../state/results.ts';
import { Banner } from '../../widgets/Banner.tsx';
import { Button } from '../../widgets/Button.tsx';

/** Says that hot swaps had a notable part of the recording, and offers to begin anew when there are none any more. */
export function SwapBanner({ results, isLive }: { readonly results: Results; readonly isLive: boolean }) {
  const text = useAtom(results.swaps, swapStallText);
  const [isDismissed, setDismissed] = useState(false);
  const isWarming = useAtom(useApp().session.warmUp.isOn) && isLive;
  if (text === null || isDismissed) return null;
  if (isWarming) return <WarmingUp text={text} />;
  return (
    <Banner
      severity="warning"
      message={text}
      remedy={
        isLive
          ? 'Rows that may hold such a stall are marked “first call”. Reset leaves it all out.'
          : 'Rows that may hold such a stall are marked “first call”. A longer recording, or a Reset in its beginning, leaves it out.'
      }
    >
      {isLive ? <QuietReset /> : null}
      <Button kind="quiet" label="Dismiss" hint="Dismiss" onClick={() => setDismissed(true)}>
        ✕
      </Button>
    </Banner>
  );
}

/** The first stage of a recording: what it has is left out when it is over. */
function WarmingUp({ text }: { readonly text: string }) {
  const app = useApp();
  return (
    <Banner
      severity="note"
      message={`Warming up. ${text}`}
      remedy="The results begin anew by themselves when there has been no hot swap for 2 s."
    >
      <Button
        hint="Counts from the first call on, in this recording"
        onClick={() => app.session.warmUp.keepAll()}
      >
        Keep All
      </Button>
    </Banner>
  );
}

function QuietReset() {
  const app = useApp();
  const status = useAppState((state) => state.session?.status);
  const timeline = useAtom(app.session.record.timeline);
  if (status?.phase !== 'recording') return null;
  const quiet = isQuiet(
    timeline,
    status.counters.hotSwaps,
    status.measurement.elapsedMs + status.counters.pausedMs,
  );
  return (
    <Button
      hint="Empties the results: what is recorded from now on is counted (Ctrl+Shift+E)"
      whyNot={
        quiet ? '' : 'Methods are still being swapped in: wait until there has been no hot swap for 2 s.'
      }
      onClick={() => runCommand(app, 'reset')}
    >
      Discard Warm-Up
    </Button>
  );
}
