import { useApp } from '../../state/app/appContext.ts';
import { COMMAND_GROUPS } from '../../state/commands/command.ts';
import { offeredCommands } from '../../state/commands/offeredCommands.ts';
import { Button } from '../../widgets/Button.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { KeyName } from './KeyName.tsx';
import { FLAME_KEYS, PACKAGE_KEYS, VIEW_KEYS } from './viewKeys.ts';
import './KeyHelp.css';

interface KeyLine {
  readonly does: string;
  readonly keys: readonly string[];
}

/** All keys there are, by what they belong to. */
export function KeyHelp() {
  const app = useApp();
  const groups = COMMAND_GROUPS.map((group) => ({
    group,
    lines: offeredCommands(app.state.get())
      .filter((command) => command.group === group)
      .map(({ title, keys, viewKeys = [] }): KeyLine => ({ does: title, keys: [...keys, ...viewKeys] })),
  }));
  return (
    <Dialog label="Keyboard Shortcuts" onClose={() => app.overlay(null)}>
      <header className="dialogHeader">
        <h2>Keyboard Shortcuts</h2>
        <Button kind="quiet" label="Close" hint="Close (Escape)" onClick={() => app.overlay(null)}>
          ✕
        </Button>
      </header>
      <div className="keyHelp" tabIndex={0} role="region" aria-label="All keys">
        {[
          { group: 'Trees and tables', lines: VIEW_KEYS },
          { group: 'Flame graph', lines: FLAME_KEYS },
          { group: 'Packages', lines: PACKAGE_KEYS },
          ...groups,
        ].map(({ group, lines }) => (
          <KeyGroup key={group} group={group} lines={lines.filter(({ keys }) => keys.length > 0)} />
        ))}
      </div>
    </Dialog>
  );
}

function KeyGroup({ group, lines }: { readonly group: string; readonly lines: readonly KeyLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{group}</h3>
      <dl>
        {lines.map(({ does, keys }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <KeyName key={key} name={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
