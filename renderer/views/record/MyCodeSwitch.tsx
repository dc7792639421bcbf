import { packagesText } from '../../../shared/naming/inPackages.ts';
import { visibleLine } from '../../../shared/naming/visibleText.ts';
import { useApp } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { runCommand } from '../../state/commands/commands.ts';
import { isMyCode, MY_CODE } from '../../state/commands/myCode.ts';
import type { Results } from '../../state/results.ts';
import { Button } from '../../widgets/Button.tsx';
import { keyOf } from '../commandKeys.ts';

/** So many names fit into a tool-tip. */
const MOST_NAMED = 20;

/** Whether all views show the program's own methods only; nothing where it is not known which these are. */
export function MyCodeSwitch({ results }: { readonly results: Results }) {
  const app = useApp();
  const packages = useAtom(results.ownPackages);
  const isOn = useAtom(results.history, isMyCode);
  if (packages.length === 0) return null;
  const named = visibleLine(packagesText(packages, MOST_NAMED));
  return (
    <Button
      pressed={isOn}
      hint={`Only methods of ${named}; all others are parts of their callers (${keyOf(MY_CODE)})`}
      onClick={() => runCommand(app, MY_CODE.id)}
    >
      {MY_CODE.title}
    </Button>
  );
}
