import { useState } from 'react';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import { LAST_LAUNCH, type LastLaunch } from '../../state/drafts/launchSetting.ts';
import { chosenOptions } from '../../state/draftOptions.ts';
import type { RecordingDraft } from '../../state/appState.ts';
import { toldOptions } from '../../../shared/recording/options/chosenOptions.ts';
import { RecordingOptions } from '../start/RecordingOptions.tsx';
import { whyNoLimit } from '../../state/drafts/whyNoRecording.ts';
import { patternList } from '../../state/patternList.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import './LaunchDialog.css';

interface LaunchField {
  readonly name: Exclude<keyof LastLaunch, 'draft'>;
  readonly label: string;
  readonly placeholder: string;
  readonly explanation: string;
}

const FIELDS: readonly LaunchField[] = [
  {
    name: 'commandLine',
    label: 'Command',
    placeholder: 'java -jar app.jar',
    explanation:
      'A java command, or a script that starts one. Use quotes around arguments with spaces. No shell runs it.',
  },
  {
    name: 'folder',
    label: 'Working folder',
    placeholder: '/home/me/app',
    explanation: 'An absolute path; without one it is the folder that Sluice was started in.',
  },
  {
    name: 'roots',
    label: 'Root methods',
    placeholder: 'com.acme.Main::main',
    explanation: 'What these methods call is measured. Their classes need not be loaded yet.',
  },
];

/** Starts a program that is recorded from its first instruction on. */
export function LaunchDialog() {
  const app = useApp();
  const [last, setting] = useSetting(LAST_LAUNCH);
  const [typed, setTyped] = useState(last);
  const roots = patternList(typed.roots);
  const whyNot =
    typed.commandLine.trim() === ''
      ? 'Type a command.'
      : roots.length === 0
        ? 'Name a root method.'
        : whyNoLimit(typed.draft);
  const launch = (): void => {
    if (whyNot !== '') return;
    setting.set(typed);
    app.overlay(null);
    void app.launch(typed.commandLine, typed.folder.trim(), { ...typed.draft, roots });
  };
  return (
    <Dialog label="Launch a command" onClose={() => app.overlay(null)}>
      <header className="dialogHeader">
        <h2>Launch a command</h2>
        <Button kind="quiet" label="Close" hint="Close (Escape)" onClick={() => app.overlay(null)}>
          ✕
        </Button>
      </header>
      <div className="launchDialog">
        <p className="muted">
          The program starts with the profiler in it and is recorded from its first instruction: no late
          agent, no warning on its stderr, no recompilation.
        </p>
        {FIELDS.map((field) => (
          <LabelledField
            key={field.name}
            field={field}
            value={typed[field.name]}
            onChange={(text) => setTyped({ ...typed, [field.name]: text })}
            onEnter={launch}
          />
        ))}
        <details className="launchOptions">
          <summary>Options: {optionsText(typed.draft)}</summary>
          <RecordingOptions
            draft={{ ...typed.draft, roots }}
            disabled={false}
            starts
            onChange={(change) => setTyped({ ...typed, draft: { ...typed.draft, ...change } })}
          />
        </details>
        <p className="muted">Its output goes to the terminal of Sluice; its input is closed.</p>
      </div>
      <footer className="launchDialogActions">
        <Button onClick={() => app.overlay(null)}>Cancel</Button>
        <Button kind="primary" whyNot={whyNot} onClick={launch}>
          Launch and record
        </Button>
      </footer>
    </Dialog>
  );
}

/** What differs from what is chosen at first. */
function optionsText(draft: RecordingDraft): string {
  const limit = draft.maxOverhead.trim();
  return [...toldOptions(chosenOptions(draft)), ...(limit === '' ? [] : [`Overhead limit: ${limit}`])].join(
    ', ',
  );
}

interface LabelledFieldProps {
  readonly field: LaunchField;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

function LabelledField({ field, value, onChange, onEnter }: LabelledFieldProps) {
  const { label, placeholder, explanation } = field;
  return (
    <div className="launchField">
      <span className="launchFieldLabel" aria-hidden="true">
        {label}
      </span>
      <TextField
        mono
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
        }}
      />
      <span className="launchFieldHint muted">{explanation}</span>
    </div>
  );
}
