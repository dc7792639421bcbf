import { useState } from 'react';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { recordedBefore, type Comparable } from '../../state/files/comparisons.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { SelectField } from '../../widgets/SelectField.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import './CompareDialog.css';

const NOTHING = '';

/** Two recordings are chosen here, what was before and what is after. */
export function CompareDialog() {
  const app = useApp();
  useAtom(app.files.recent); // a file that is chosen here comes into the lists
  useAtom(app.files.kept.list);
  const comparables = app.comparison.comparables();
  // What is in front is what one wants to know about: it is after.
  const front = comparables.at(0);
  const [before, setBefore] = useState((front && recordedBefore(front, comparables)?.id) ?? NOTHING);
  const [after, setAfter] = useState(front?.id ?? NOTHING);
  const [a, b] = [before, after].map((id) => comparables.find((one) => one.id === id));
  const whyNot = !a || !b ? 'Choose two recordings.' : a === b ? 'Choose two different recordings.' : '';
  const compare = (): void => {
    if (!a || !b || a === b) return;
    app.overlay(null);
    void app.comparison.compare(a, b);
  };
  return (
    <Dialog label="Compare two recordings" onClose={() => app.overlay(null)}>
      <header className="dialogHeader">
        <h2>Compare two recordings</h2>
        <Button kind="quiet" label="Close" hint="Close (Escape)" onClick={() => app.overlay(null)}>
          ✕
        </Button>
      </header>
      <div
        className="compareDialog"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) compare();
        }}
      >
        <p className="muted">
          Contexts are matched by their call paths. Each change is split into more calls and slower calls;
          counts are exact, and a difference of times within its error is grey.
        </p>
        <Side label="A, before" value={before} comparables={comparables} onChange={setBefore} />
        <Side label="B, after" value={after} comparables={comparables} onChange={setAfter} />
      </div>
      <footer className="compareDialogActions">
        <Button
          kind="quiet"
          whyNot={a || b ? '' : 'Nothing is chosen yet.'}
          onClick={() => {
            setBefore(after);
            setAfter(before);
          }}
        >
          Swap
        </Button>
        <span className="compareDialogGap" />
        <Button onClick={() => app.overlay(null)}>Cancel</Button>
        <Button kind="primary" whyNot={whyNot} onClick={compare}>
          Compare
        </Button>
      </footer>
    </Dialog>
  );
}

interface SideProps {
  readonly label: string;
  readonly value: string;
  readonly comparables: readonly Comparable[];
  readonly onChange: (id: string) => void;
}

function Side({ label, value, comparables, onChange }: SideProps) {
  const app = useApp();
  const choose = async (): Promise<void> => {
    const id = await app.comparison.choose();
    if (id !== null) onChange(id);
  };
  const options = [
    { value: NOTHING, text: comparables.length === 0 ? 'No recording is open' : 'Not chosen' },
    ...comparables.map(({ id, name }) => ({ value: id, text: visibleText(name) })),
  ];
  return (
    <div className="compareSide">
      <span className="compareSideLabel" aria-hidden="true">
        {label}
      </span>
      <SelectField label={label} value={value} options={options} onChange={onChange} />
      <Button hint={`Choose a recording file as ${label}`} onClick={() => void choose()}>
        Choose file…
      </Button>
    </div>
  );
}
