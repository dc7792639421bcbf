import { useRef } from 'react';
import type { KeptRecording } from '../../../shared/ipc/engineApi.ts';
import { useApp } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { Button } from '../../widgets/Button.tsx';
import { visibleText } from '../../../shared/model/visibleText.ts';
import './RecentRecordings.css';

/** Recordings that were saved, opened or taken last, to be opened again; also those of earlier runs. */
export function RecentRecordings() {
  const { files } = useApp();
  const section = useRef<HTMLElement>(null);
  const kept = useAtom(files.kept.list);
  const opened = useAtom(files.recent);
  // What the engine could not keep is there as long as the window is.
  const onlyHere = opened.filter(({ name }) => !kept.some((one) => one.name === name));
  if (kept.length + onlyHere.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} className="recentRecordings" aria-label="Recent recordings">
      <h2>Recent recordings</h2>
      <ul>
        {onlyHere.map((recording) => (
          <li key={recording.name}>
            <Button hint="Here until the window is closed" onClick={() => void files.openRecent(recording)}>
              {visibleText(recording.name)}
            </Button>
          </li>
        ))}
        {kept.map((recording) => (
          <li key={recording.id}>
            <Button hint={factsOf(recording)} onClick={() => void files.openKept(recording)}>
              {visibleText(recording.name)}
            </Button>
            <Button
              kind="quiet"
              label={`Remove ${visibleText(recording.name)} from the list`}
              hint="Remove from the list; your own file stays"
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

/** com.acme.Shop · 22/11/2026, 18:42:10 · com.acme.Shop::order */
function factsOf({ mainClass, startedAtMs, roots }: KeptRecording): string {
  return [
    visibleText(mainClass) || 'unknown',
    new Date(startedAtMs).toLocaleString(),
    roots.map(visibleText).join(', '),
  ].join(' · ');
}
