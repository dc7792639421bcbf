import { useState, type KeyboardEvent } from 'react';
import type { KeptRecording, RecordingLabel } from '../../../shared/ipc/engineApi.ts';
import { formatBytes } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { TextField } from '../../widgets/TextField.tsx';

interface KeptRecordingItemProps {
  readonly recording: KeptRecording;
  readonly onRemove: () => void;
  /** The fields that had the focus go. */
  readonly onNamed: () => void;
}

/** A recording of which there is a copy: opened, named, and taken from the list. */
export function KeptRecordingItem({ recording, onRemove, onNamed }: KeptRecordingItemProps) {
  const { files } = useApp();
  const [isNaming, setNaming] = useState(false);
  const { isSaved, roots, startedAtMs, fileBytes, note } = recording;
  const name = visibleText(recording.title || recording.name);
  if (isNaming) {
    const onDone = (): void => {
      onNamed();
      setNaming(false);
    };
    return <LabelForm recording={recording} onDone={onDone} />;
  }
  return (
    <li>
      <div className="recentRecordingOpen">
        <Button hint={factsOf(recording)} onClick={() => void files.openKept(recording)}>
          {name}
        </Button>
      </div>
      {note === '' ? null : <div className="recentRecordingNote">{visibleText(note)}</div>}
      <div className="recentRecordingFacts">
        {isSaved ? null : (
          <span
            className="recentRecordingUnsaved"
            title="This copy is all there is of it. The last ten that were not saved are kept: open it and save it to keep it for longer."
          >
            not saved
          </span>
        )}
        <span className="recentRecordingRoots">{roots.map(shortRoot).join(', ')}</span>
        <span>{new Date(startedAtMs).toLocaleString(undefined, SHORT)}</span>
        <span>{formatBytes(fileBytes)}</span>
      </div>
      <div className="recentRecordingTools">
        <Button
          kind="quiet"
          label={`Name and note of ${name}`}
          hint="Give it a name, and a note"
          onClick={() => setNaming(true)}
        >
          ✎
        </Button>
        <Button
          kind="quiet"
          label={`Remove ${name} from the list`}
          hint={
            isSaved ? 'Remove from the list; your own file stays' : 'Delete this recording: it was not saved'
          }
          onClick={onRemove}
        >
          ✕
        </Button>
      </div>
    </li>
  );
}

interface LabelFormProps {
  readonly recording: KeptRecording;
  readonly onDone: () => void;
}

/** In its place while it is named: Enter keeps what is written, Escape does not. */
function LabelForm({ recording, onDone }: LabelFormProps) {
  const { files } = useApp();
  const [label, setLabel] = useState<RecordingLabel>({ title: recording.title, note: recording.note });
  const keep = (): void => void files.kept.label(recording, label).then(onDone);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') keep();
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className="recentRecordingForm">
      <TextField
        label="Name"
        value={label.title}
        placeholder={visibleText(recording.name)}
        inputRef={focused}
        onChange={(title) => setLabel({ ...label, title })}
        onKeyDown={onKeyDown}
      />
      <TextField
        label="Note"
        value={label.note}
        placeholder="Note, one line"
        onChange={(note) => setLabel({ ...label, note })}
        onKeyDown={onKeyDown}
      />
      <div className="recentRecordingAnswers">
        <Button kind="primary" onClick={keep}>
          Keep
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </li>
  );
}

/** Stable: called when the field comes, and when it goes. */
function focused(field: HTMLInputElement | null): void {
  field?.focus();
}

const SHORT = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Demo-2026-11-22.sluice · com.acme.Shop · 22/11/2026, 18:42:10 · com.acme.Shop::order */
function factsOf({ name, mainClass, startedAtMs, roots }: KeptRecording): string {
  return [
    visibleText(name),
    visibleText(mainClass) || 'unknown',
    new Date(startedAtMs).toLocaleString(),
    roots.map(visibleText).join(', '),
  ].join(' · ');
}

/** Shop::order of com.acme.Shop::order; what names no method stays whole. */
function shortRoot(root: string): string {
  return visibleText(root.startsWith('re:') ? root : root.replace(/^.*\.(?=[^.]+::)/, ''));
}
