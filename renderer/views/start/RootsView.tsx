import { useApp } from '../../state/app/appContext.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import type { SessionView } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { Chip } from '../../widgets/Chip.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { CommandButton } from '../CommandButton.tsx';
import { Presets } from './Presets.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { RecordingOptions } from './RecordingOptions.tsx';
import { RootPicker } from './RootPicker.tsx';
import './RootsView.css';

/** What the next recording will measure: its roots, how their callees are found, and the clock. */
export function RootsView({ session }: { readonly session: SessionView }) {
  const app = useApp();
  const { draft, status } = session;
  const disabled = isOver(status);
  const isRecording = status.phase === 'recording';
  return (
    <div className="rootsView">
      <div className="rootsViewMain">
        <RootPicker
          sessionId={status.sessionId}
          pid={status.target.pid}
          mainClass={status.target.mainClass}
          disabled={disabled}
        />
        <PreviewPanel draft={draft} disabled={disabled} />
      </div>
      <aside className="rootsViewSide" aria-label="Recording">
        {isRecording ? (
          <section className="rootsViewNext">
            <p>A recording runs. What is chosen here is for the next one.</p>
            <CommandButton command="startAgain" kind="primary" />
          </section>
        ) : null}
        <Presets draft={draft} disabled={disabled} />
        <section>
          <h3>Root methods</h3>
          {draft.roots.length === 0 ? (
            <>
              <p className="muted">None yet. What these methods call is measured, and nothing else.</p>
              <p className="muted">Not sure which? Samples show what runs, without any probe.</p>
              <CommandButton command="runningNow" />
            </>
          ) : (
            <ul className="rootsViewChips" aria-label="Root methods">
              {draft.roots.map((root) => (
                <Chip
                  key={root}
                  text={visibleText(root)}
                  removeLabel={`Remove root ${visibleText(root)}`}
                  disabled={disabled}
                  onRemove={() => app.session.toggleRoot(root)}
                />
              ))}
            </ul>
          )}
        </section>
        <section>
          <h3>One method alone</h3>
          <Button
            whyNot={disabled ? 'The session is over.' : ''}
            hint="Times of one method, callees included, or some of its lines, and nothing else"
            onClick={() => app.session.showTab('region')}
          >
            {draft.roots.length === 1 ? 'Time this method…' : 'Time one method…'}
          </Button>
        </section>
        <RecordingOptions
          draft={draft}
          disabled={disabled}
          onChange={(change) => app.session.changeDraft(change)}
        />
      </aside>
    </div>
  );
}
