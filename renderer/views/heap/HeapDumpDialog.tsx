import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { pauseText } from '../../../shared/naming/pauseText.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import '../shell/ReplaceDialog.css';

/** What a heap dump will cost the program, before it is made. */
export function HeapDumpDialog() {
  const app = useApp();
  const heap = useAppState(({ jvmHeap }) => jvmHeap);
  if (!heap?.announced) return null;
  const { heapBytes, leastPauseMs, mostPauseMs } = heap.announced;
  const cancel = (): void => app.overlay(null);
  return (
    <Dialog label="Take a heap dump?" onClose={cancel}>
      <header className="dialogHeader">
        <h2>Take a heap dump?</h2>
      </header>
      <div className="replaceDialog">
        <p>
          {visibleText(heap.mainClass)} stands still for{' '}
          {heapBytes === null ? (
            'it: its JVM does not say how large its heap is'
          ) : (
            <strong>{pauseText(leastPauseMs, mostPauseMs)}</strong>
          )}
          , and a full collection before.
          {heapBytes === null ? null : ` ${formatBytes(heapBytes)} of its heap are in use.`}
        </p>
        <p className="muted">
          The dump has all that is in the heap in it, passwords too. It is opened here, and is in no file
          until you save it.
        </p>
      </div>
      <footer className="replaceDialogActions">
        <span className="replaceDialogGap" />
        <Button onClick={cancel}>Cancel</Button>
        <Button kind="primary" onClick={() => void app.heap.dump()}>
          Take the Dump
        </Button>
      </footer>
    </Dialog>
  );
}
