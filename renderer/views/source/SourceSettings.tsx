import { useState } from 'react';
import { useSetting } from '../../state/app/appContext.ts';
import { EDITOR_COMMAND, EDITORS, SOURCE_PLACES } from '../../state/methodSources.ts';
import { Button } from '../../widgets/Button.tsx';
import { TextField } from '../../widgets/TextField.tsx';

/** Where sources are looked for first, and how a file is opened. */
export function SourceSettings() {
  const [places, setPlaces] = useSetting(SOURCE_PLACES);
  const [command, setCommand] = useSetting(EDITOR_COMMAND);
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const place = typed.trim();
    if (place === '') return;
    setPlaces.set([...new Set([...places, place])]);
    setTyped('');
  };
  return (
    <div className="sourceSettings" role="group" aria-label="Sources and editor">
      <p className="muted">
        Looked at by themselves: the folders of the class path and src beside them, source jars beside jars or
        in the local Maven and Gradle stores, the JDK’s src.zip.
      </p>
      <div className="sourceSettingsLine">
        <TextField
          label="Folder or archive of sources"
          placeholder="Folder or archive of sources, as /work/shop/src/main/java"
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add();
          }}
          mono
        />
        <Button whyNot={typed.trim() === '' ? 'Type its path first.' : ''} onClick={add}>
          Add
        </Button>
      </div>
      {places.map((place) => (
        <div key={place} className="sourceSettingsLine">
          <span className="mono sourceSettingsPlace">{place}</span>
          <Button
            kind="quiet"
            label={`Remove ${place}`}
            hint="It is looked at no more"
            onClick={() => setPlaces.set(places.filter((one) => one !== place))}
          >
            ✕
          </Button>
        </div>
      ))}
      <div className="sourceSettingsLine">
        <TextField
          label="Command of the editor"
          value={command}
          onChange={(text) => setCommand.set(text)}
          mono
        />
        {EDITORS.map((editor) => (
          <Button
            key={editor.text}
            pressed={editor.command === command}
            onClick={() => setCommand.set(editor.command)}
          >
            {editor.text}
          </Button>
        ))}
      </div>
    </div>
  );
}
