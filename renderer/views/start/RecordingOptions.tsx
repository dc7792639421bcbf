import type { Clock } from '../../../shared/events/clock.ts';
import type { SchemeName } from '../../../shared/recording/options.ts';
import type { RecordingDraft } from '../../state/appState.ts';
import { whyNoLimit } from '../../state/whyNoRecording.ts';
import { CheckBox } from '../../widgets/CheckBox.tsx';
import { RadioGroup } from '../../widgets/RadioGroup.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import './RecordingOptions.css';

const SCHEMES: readonly { value: SchemeName; text: string; explanation: string }[] = [
  { value: 'lazy', text: 'Lazy', explanation: 'Methods are instrumented as they are first called.' },
  { value: 'eager', text: 'Eager', explanation: 'All that may be called is instrumented before the start.' },
  {
    value: 'everything',
    text: 'Everything',
    explanation:
      'All methods that are not left out are instrumented, at a launch as their classes load; recorded is what the roots call.',
  },
];

const CLOCKS: readonly { value: Clock; text: string; explanation: string }[] = [
  { value: 'nano', text: 'System.nanoTime', explanation: 'Times and exact counts; about 50 ns per call.' },
  {
    value: 'bursts',
    text: 'In bursts',
    explanation: 'Exact counts; times estimated from some calls, with their error. About 6 ns per call.',
  },
  {
    value: 'ticker',
    text: 'Ticker',
    explanation:
      'Times and exact counts; about 7 ns per call where a core is spare for it, else as nanoTime.',
  },
  {
    value: 'cpu',
    text: 'CPU time',
    explanation:
      'Time on a core, without waits and sleep, and exact counts; about 1 µs per call. Calls on virtual threads are only counted.',
  },
  { value: 'none', text: 'None', explanation: 'Exact counts only; a few ns per call.' },
];

interface RecordingOptionsProps {
  readonly draft: RecordingDraft;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<RecordingDraft>) => void;
}

/** How a recording measures: all that can be chosen besides its roots. */
export function RecordingOptions({ draft, disabled, onChange }: RecordingOptionsProps) {
  return (
    <>
      <RadioGroup
        label="Callees"
        value={draft.scheme}
        options={SCHEMES}
        disabled={disabled}
        onChange={(scheme) => onChange({ scheme })}
      />
      <RadioGroup
        label="Clock"
        value={draft.clock}
        options={CLOCKS}
        disabled={disabled}
        onChange={(clock) => onChange({ clock })}
      />
      <section>
        <h3>Threads</h3>
        <CheckBox
          label="Follow threads started by the callees"
          explanation="All that such a thread does is measured, whatever it works on later. Otherwise a thread is measured only while it is within a root method."
          checked={draft.followThreads}
          disabled={disabled}
          onChange={(followThreads) => onChange({ followThreads })}
        />
      </section>
      <section>
        <h3>Trivial methods</h3>
        <CheckBox
          label="Count them only"
          explanation="Getters and the like: exact counts at a twentieth of the cost; their time stays their caller’s own."
          checked={draft.countTrivial}
          disabled={disabled}
          onChange={(countTrivial) => onChange({ countTrivial })}
        />
      </section>
      <section>
        <h3>Bare root</h3>
        <CheckBox
          label="Time the root first, alone"
          explanation="Until it is steady, 20 s at most. What it takes before its callees get probes then completes the calibration. For one root that is called again and again."
          checked={draft.bareFirst}
          disabled={disabled}
          onChange={(bareFirst) => onChange({ bareFirst })}
        />
      </section>
      <section>
        <h3>Overhead at most</h3>
        <TextField
          label="Overhead at most"
          placeholder="10%"
          mono
          value={draft.maxOverhead}
          disabled={disabled}
          onChange={(maxOverhead) => onChange({ maxOverhead })}
        />
        <p className="muted recordingOptionsHint">
          {whyNoLimit(draft) ||
            'Methods are switched off that cost most and tell least, while the probes cost more of the program’s time. Empty: none.'}
        </p>
      </section>
      <section>
        <h3>Measured and left out</h3>
        <PatternsField
          label="Measure only"
          placeholder="com.acme.**"
          value={draft.includes}
          disabled={disabled}
          onChange={(includes) => onChange({ includes })}
        />
        <PatternsField
          label="Leave out"
          placeholder="com.acme.log.**, *.Logger"
          value={draft.excludes}
          disabled={disabled}
          onChange={(excludes) => onChange({ excludes })}
        />
        <CheckBox
          label="Include core classes"
          explanation="Otherwise the time in java.*, jdk.* and the like counts as their caller’s own."
          checked={draft.includeCore}
          disabled={disabled}
          onChange={(includeCore) => onChange({ includeCore })}
        />
      </section>
    </>
  );
}

interface PatternsFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

/** A text field with its name in sight: two stand in one section. */
function PatternsField(props: PatternsFieldProps) {
  return (
    <div className="recordingOptionsField">
      <span aria-hidden="true">{props.label}</span>
      <TextField {...props} mono />
    </div>
  );
}
