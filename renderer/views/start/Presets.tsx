import { useState } from 'react';
import { useApp, useSetting } from '../../state/app/appContext.ts';
import type { RecordingDraft } from '../../state/appState.ts';
import { PRESETS, whyNoPreset, withoutPreset, withPreset } from '../../state/drafts/presets.ts';
import { Button } from '../../widgets/Button.tsx';
import { SelectField } from '../../widgets/SelectField.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import './Presets.css';

interface PresetsProps {
  readonly draft: RecordingDraft;
  readonly disabled: boolean;
}

/** What is chosen, saved under a name, and chosen again by it: roots and all options. */
export function Presets({ draft, disabled }: PresetsProps) {
  const app = useApp();
  const [presets, setting] = useSetting(PRESETS);
  const [name, setName] = useState('');
  const shown = presets.find((preset) => JSON.stringify(preset.draft) === JSON.stringify(draft));
  const whyNot = whyNoPreset(presets, name);
  const choose = (chosen: string): void => {
    const preset = presets.find((one) => one.name === chosen);
    if (!preset) return;
    app.session.changeDraft(preset.draft);
    setName(preset.name);
  };
  const save = (): void => {
    if (whyNot === '') setting.set(withPreset(presets, { name: name.trim(), draft }));
  };
  return (
    <section className="presets">
      <h3>Presets</h3>
      {presets.length > 0 ? (
        <div className="presetsRow">
          <SelectField
            label="Preset"
            value={shown?.name ?? ''}
            disabled={disabled}
            options={[
              { value: '', text: shown ? 'None' : 'Choose…' },
              ...presets.map((preset) => ({ value: preset.name, text: preset.name })),
            ]}
            onChange={choose}
          />
          <Button
            whyNot={shown ? '' : 'Choose a preset first.'}
            label={shown ? `Delete preset ${shown.name}` : 'Delete preset'}
            onClick={() => setting.set(withoutPreset(presets, shown?.name ?? ''))}
          >
            Delete
          </Button>
        </div>
      ) : null}
      <div className="presetsRow">
        <TextField
          label="Name of the preset"
          placeholder="Preset name"
          value={name}
          onChange={setName}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
        <Button whyNot={whyNot} label="Save preset" onClick={save}>
          Save
        </Button>
      </div>
    </section>
  );
}
