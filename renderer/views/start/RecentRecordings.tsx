import { useRef } from 'react';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { Button } from '../../widgets/Button.tsx';
import { KeptRecordingItem } from './KeptRecordingItem.tsx';
import './RecentRecordings.css';

/** Recordings that were stopped, saved or opened last, to be opened again; also those of earlier runs. */
export function RecentRecordings() {
  const { files } = useApp();
  const section = useRef<HTMLElement>(null);
  const kept = useAtom(files.kept.list);
  const opened = useAtom(files.recent);
  const beside = useAtom(files.beside).filter(({ name }) => !opened.some((one) => one.name === name));
  // What the engine could not keep is there as long as the window is.
  const onlyHere = opened.filter(({ name }) => !kept.some((one) => one.name === name));
  const isEmpty = kept.length + onlyHere.length + beside.length === 0;
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
        {beside.map((file) => (
          <li key={file.url}>
            <div className="recentRecordingOpen">
              <Button hint="Open this file of sluice view" onClick={() => void files.openBeside(file)}>
                {visibleText(file.name)}
              </Button>
            </div>
            <div className="recentRecordingFacts">Given to sluice view</div>
          </li>
        ))}
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
          <KeptRecordingItem
            key={recording.id}
            recording={recording}
            onNamed={() => section.current?.focus()}
            onRemove={() => {
              section.current?.focus(); // its button goes
              void files.forgetKept(recording);
            }}
          />
        ))}
      </ul>
    </section>
  );
}
