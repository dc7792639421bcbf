import { Fragment } from 'react';
import { OPTION_ROWS } from '../../../shared/recording/options/chosenOptions.ts';
import { hasPart, type MetricsChoice } from '../../../shared/recording/options/chosenMetrics.ts';
import type { OptionKey, RecordingOption } from '../../../shared/recording/options/options.ts';
import type { RecordingDraft } from '../../state/appState.ts';
import type { DraftValue } from '../../state/draftOptions.ts';
import { impliedBy, metricsShown } from '../../state/draftMetrics.ts';
import { whyNoLimit } from '../../state/drafts/whyNoRecording.ts';
import { CheckBox } from '../../widgets/CheckBox.tsx';
import { RadioGroup } from '../../widgets/RadioGroup.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { MetricsBoxes } from './MetricsBoxes.tsx';
import { SplitOffers } from './SplitOffers.tsx';
import './RecordingOptions.css';

interface RecordingOptionsProps {
  readonly draft: RecordingDraft;
  readonly disabled: boolean;
  /** The program is yet to be started. */
  readonly starts?: boolean;
  readonly onChange: (change: Partial<RecordingDraft>) => void;
}

/** They say how bytecodes are counted. */
const OF_BYTECODES: readonly OptionKey[] = ['bytecodes', 'weights'];

/** How a recording measures: all that can be chosen besides its roots. */
export function RecordingOptions({ draft, disabled, starts = false, onChange }: RecordingOptionsProps) {
  const shown = OPTION_ROWS.filter(([, option]) => !(starts && option.attachedOnly));
  const sections = [...new Set(shown.map(([, { section }]) => section))];
  const control = ([key, option]: readonly [OptionKey, RecordingOption]) => (
    <Fragment key={key}>
      <OptionControl
        option={option}
        value={key === 'metrics' ? metricsShown(draft) : draft[key]}
        disabled={disabled || (OF_BYTECODES.includes(key) && !hasPart(draft.metrics, 'bytecodes'))}
        onChange={(value) => onChange({ [key]: value, ...impliedBy(key, value, draft) })}
      />
      {key === 'split' ? (
        <SplitOffers draft={draft} disabled={disabled} onSplit={(split) => onChange({ split })} />
      ) : null}
    </Fragment>
  );
  return (
    <>
      {sections.map((section) => {
        const rows = shown.filter(([, option]) => option.section === section);
        // A group of names brings its heading along.
        if (rows.every(([, { kind }]) => kind === 'choice' || kind === 'set')) return rows.map(control);
        return (
          <section key={section}>
            <h3>{section}</h3>
            {rows.map(control)}
          </section>
        );
      })}
      <section>
        <h3>Overhead limit</h3>
        <TextField
          label="Overhead limit"
          placeholder="10%"
          mono
          value={draft.maxOverhead}
          disabled={disabled}
          onChange={(maxOverhead) => onChange({ maxOverhead })}
        />
        <p className="muted recordingOptionsHint">
          {whyNoLimit(draft) ||
            'Above it, Sluice stops measuring the methods that cost most and tell least. Empty: no limit.'}
        </p>
      </section>
    </>
  );
}

interface OptionControlProps {
  readonly option: RecordingOption;
  readonly value: DraftValue;
  readonly disabled: boolean;
  readonly onChange: (value: DraftValue) => void;
}

function OptionControl({ option, value, disabled, onChange }: OptionControlProps) {
  switch (option.kind) {
    case 'choice':
      return (
        <RadioGroup
          label={option.section}
          value={String(value)}
          options={Object.entries(option.choices).map(([name, { title, hint }]) => ({
            value: name,
            text: title,
            explanation: hint,
          }))}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'set':
      return (
        <MetricsBoxes
          parts={option.parts}
          choice={value as MetricsChoice}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'switch':
      return (
        <CheckBox
          label={option.title}
          explanation={option.hint}
          checked={value === true}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case 'patterns':
      return (
        // With its name in sight: two stand in one section.
        <div className="recordingOptionsField">
          <span aria-hidden="true">{option.title}</span>
          <TextField
            mono
            label={option.title}
            placeholder={option.placeholder}
            value={String(value)}
            disabled={disabled}
            onChange={onChange}
          />
        </div>
      );
  }
}
