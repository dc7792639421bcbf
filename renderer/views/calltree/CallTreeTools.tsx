import { useAppState } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { COMMANDS, runCommand } from '../../state/commands.ts';
import { useApp } from '../../state/appContext.ts';
import { Button } from '../../widgets/Button.tsx';
import { FindField } from './FindField.tsx';
import './CallTreeTools.css';

interface CallTreeToolsProps {
  readonly results: Results;
  readonly onLeave: () => void;
}

/** Beside the tabs: what can be done with the selected method while it is recorded, and the search. */
export function CallTreeTools({ results, onLeave }: CallTreeToolsProps) {
  const recording = useAppState(COMMANDS.switchOff.whyNot) === '';
  return (
    <div className="callTreeTools">
      {recording ? <SwitchOffButton results={results} /> : null}
      <FindField results={results} onLeave={onLeave} />
    </div>
  );
}

function SwitchOffButton({ results }: { readonly results: Results }) {
  const app = useApp();
  const isSelected = useAtom(results.selection, (path) => path.length > 0);
  const { title, viewKey } = COMMANDS.switchOff;
  return (
    <Button
      hint={`${title} (${viewKey}): its time becomes its caller’s own, and the program is faster`}
      whyNot={isSelected ? '' : 'Select a method in the tree first.'}
      onClick={() => runCommand(app, 'switchOff')}
    >
      Stop measuring
    </Button>
  );
}
