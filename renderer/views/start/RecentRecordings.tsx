import { useRef } from 'react';
import type { KeptRecording } from '../../../shared/ipc/engineApi.ts';
import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { Button } from '../../widgets/Button.tsx';
import './RecentRecordings.css';

/** Recordings that were stopped, saved or opened last, to be opened again; also those of earlier runs. */
export function RecentRecordings() {
  const { files } = useApp();
  const section = useRef<HTMLElement>(null);
  const kept = useAtom(files.kept.list);
  const opened = useAtom(files.recent);
  // What the engine could not keep is there as long as the window is.
  const onlyHere = opened.filter(({ name }) => !kept.some((one) => one.name === name));
  const isEmpty = kept.length + onlyHere.length === 0;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="recentRecordings"
      aria-label={isEmpty ? undefined : 'Recent recordings'}
    >
      <h2>Recent recordings</h2>
      {isEmpty ? (
        <p className="muted">Each recording is kept here when it stops, and what you open from a file.</p>
      ) : null}
      <ul>
        {onlyHere.map((recording) => (
          <li key={recording.name}>
            <div className="recentRecordingOpen">
              <Button hint="Here until the window is closed" onClick={() => void files.openRecent(recording)}>
                {visibleText(recording.name)}
              </Button>
            </div>
            <div className="recentRecordingFacts">Until the window is closed</div>
          </li>
        ))}
        {kept.map((recording) => (
          <li key={recording.id}>
            <div className="recentRecordingOpen">
              <Button hint={factsOf(recording)} onClick={() => void files.openKept(recording)}>
                {visibleText(recording.name)}
              </Button>
            </div>
            <div className="recentRecordingFacts">
              {recording.isSaved ? null : (
                <span
                  className="recentRecordingUnsaved"
                  title="This copy is all there is of it. The last ten that were not saved are kept: open it and save it to keep it for longer."
                >
                  not saved
                </span>
              )}
              <span className="recentRecordingRoots">{recording.roots.map(shortRoot).join(', ')}</span>
              <span>{new Date(recording.startedAtMs).toLocaleString(undefined, SHORT)}</span>
              <span>{formatBytes(recording.fileBytes)}</span>
            </div>
            <Button
              kind="quiet"
              label={`Remove ${visibleText(recording.name)} from the list`}
              hint={
                recording.isSaved
                  ? 'Remove from the list; your own file stays'
                  : 'Delete this recording: it was not saved'
              }
              onClick={() => {
                section.current?.focus(); // this button goes
                void files.forgetKept(recording);
              }}
            >
              ✕
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHORT = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** com.acme.Shop · 22/11/2026, 18:42:10 · com.acme.Shop::order */
function factsOf(recording: KeptRecording): string {
  return [
    visibleText(recording.mainClass) || 'unknown',
    new Date(recording.startedAtMs).toLocaleString(),
    recording.roots.map(visibleText).join(', '),
  ].join(' · ');
}

/** Shop::order of com.acme.Shop::order; what names no method stays whole. */
function shortRoot(root: string): string {
  return visibleText(root.startsWith('re:') ? root : root.replace(/^.*\.(?=[^.]+::)/, ''));
}
