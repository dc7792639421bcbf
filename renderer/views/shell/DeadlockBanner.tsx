import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { Deadlock } from '../../../shared/threads/deadlocks.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { shownJvm } from '../../state/shownJvm.ts';
import { busy } from '../../state/whyNotNow.ts';
import { Banner } from '../../widgets/Banner.tsx';
import { Button } from '../../widgets/Button.tsx';

/** So many are told; the threads view has all. */
const MOST_TOLD = 3;

/** Says that threads of the JVM that the screen is about wait for each other, and for what. */
export function DeadlockBanner() {
  const app = useApp();
  const deadlocks = useAppState((state) =>
    state.deadlocks && shownJvm(state)?.pid === state.deadlocks.pid ? state.deadlocks : null,
  );
  const whyNot = useAppState(busy);
  if (deadlocks === null) return null;
  const { circles } = deadlocks;
  const told = circles.slice(0, MOST_TOLD).map(circleText);
  const more = circles.length > MOST_TOLD ? [`And ${circles.length - MOST_TOLD} more.`] : [];
  return (
    <Banner
      severity="error"
      message={
        circles.length === 1
          ? `Deadlock: ${namesText(circles[0])} wait for each other.`
          : `${circles.length} deadlocks.`
      }
      remedy={[...told, ...more].join(' ')}
    >
      <Button
        whyNot={whyNot}
        hint="What each thread does now, what it waits for, and who holds that"
        onClick={() => void app.threads.show(deadlocks)}
      >
        Show Threads
      </Button>
      <Button kind="quiet" label="Dismiss" hint="Dismiss" onClick={() => app.deadlocks.dismiss()}>
        ✕
      </Button>
    </Banner>
  );
}

function namesText({ threads }: Deadlock): string {
  const names = threads.map(({ name }) => visibleText(name));
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** "t1 waits for a java.lang.Object that t2 holds, t2 for a java.lang.String that t1 holds." */
function circleText({ threads }: Deadlock): string {
  const parts = threads.map(
    ({ name, lock, heldBy }, i) =>
      `${visibleText(name)} ${i === 0 ? 'waits ' : ''}for a ${visibleText(lock)} that ${visibleText(heldBy)} holds`,
  );
  return `${parts.join(', ')}.`;
}
