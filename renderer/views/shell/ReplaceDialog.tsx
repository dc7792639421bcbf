import { useApp, useAppState } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { CommandButton } from '../CommandButton.tsx';
import './ReplaceDialog.css';

/** Asks before a recording goes of which there is no copy. */
export function ReplaceDialog() {
  const { stopped } = useApp().session;
  const whyNotKept = useAppState((state) => state.session?.whyNotKept ?? '');
  const cancel = (): void => stopped.answer(false);
  return (
    <Dialog label="Replace the last recording?" onClose={cancel}>
      <header className="dialogHeader">
        <h2>{whyNotKept ? 'Replace the last recording?' : 'The last recording is saved'}</h2>
      </header>
      <div className="replaceDialog">
        {whyNotKept ? (
          <>
            <p>It is not saved, and no copy of it could be kept. What comes now takes its place.</p>
            <p className="muted">{whyNotKept}</p>
          </>
        ) : (
          <p>What comes now takes its place in this window.</p>
        )}
      </div>
      <footer className="replaceDialogActions">
        <CommandButton command="save" />
        <span className="replaceDialogGap" />
        <Button onClick={cancel}>Cancel</Button>
        <Button kind="primary" onClick={() => stopped.answer(true)}>
          {whyNotKept ? 'Replace It' : 'Go On'}
        </Button>
      </footer>
    </Dialog>
  );
}
