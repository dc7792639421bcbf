import { useApp, useAppState } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { KeyName } from '../shell/KeyName.tsx';
import './DemoHints.css';

/** What to try first with the demo: three keys that show most of what there is. */
export function DemoHints() {
  const app = useApp();
  const isShown = useAppState((state) => state.showsDemoHints);
  if (!isShown) return null;
  return (
    <section className="demoHints" aria-label="Three things to try">
      <ol>
        <li>
          <KeyName name="H" /> expands the path that takes most time.
        </li>
        <li>
          <KeyName name="5" /> shows the same calls as a flame graph, <KeyName name="1" /> the call tree
          again.
        </li>
        <li>
          <KeyName name="Ctrl+E" /> stops. The recording stays here, and among the recent recordings.
        </li>
      </ol>
      <Button kind="quiet" label="Dismiss hints" hint="Dismiss hints" onClick={() => app.dismissDemoHints()}>
        ✕
      </Button>
    </section>
  );
}
