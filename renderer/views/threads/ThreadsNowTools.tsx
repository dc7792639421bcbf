import { useApp, useAppState } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { CommandButton } from '../CommandButton.tsx';
import './ThreadsNowTools.css';

/** Of threads as they are now: once more, or each second. Nothing where a file is shown. */
export function ThreadsNowTools({ takenAtMs }: { readonly takenAtMs: number }) {
  const app = useApp();
  const now = useAppState(({ threadsNow }) => threadsNow);
  if (now === null) return null;
  return (
    <div className="recordViewTools threadsNowTools" role="toolbar" aria-label="Threads now">
      <CommandButton command="threadsAgain" />
      <Button
        pressed={now.isRepeated}
        hint="As long as they are in front. The program stands still for each, some milliseconds."
        onClick={() => app.threads.repeat(!now.isRepeated)}
      >
        Each Second
      </Button>
      <span className="muted">as they were at {new Date(takenAtMs).toLocaleTimeString()}</span>
    </div>
  );
}
