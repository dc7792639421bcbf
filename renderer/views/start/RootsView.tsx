import type { ClockChoice, SchemeName } from '../../../shared/ipc/engineApi.ts';
import { useApp } from '../../state/appContext.ts';
import { isOver, type SessionView } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { CheckBox } from '../../widgets/CheckBox.tsx';
import { Chip } from '../../widgets/Chip.tsx';
import { RadioGroup } from '../../widgets/RadioGroup.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { visibleText } from '../../widgets/visibleText.ts';
import { RootPicker } from './RootPicker.tsx';
import './RootsView.css';

const SCHEMES: readonly { value: SchemeName; text: string; explanation: string }[] = [
  { value: 'lazy', text: 'Lazy', explanation: 'Methods are instrumented as they are first called.' },
  { value: 'eager', text: 'Eager', explanation: 'All that may be called is instrumented before the start.' },
  {
    value: 'everything',
    text: 'Everything',
    explanation: 'All methods that are not left out are instrumented; recorded is what the roots call.',
  },
];

const CLOCKS: readonly { value: ClockChoice; text: string; explanation: string }[] = [
  { value: 'nano', text: 'System.nanoTime', explanation: 'Times and exact counts; about 50 ns per call.' },
  {
    value: 'bursts',
    text: 'In bursts',
    explanation: 'Exact counts; times estimated from some calls, with their error. About 6 ns per call.',
  },
  { value: 'none', text: 'None', explanation: 'Exact counts only; a few ns per call.' },
];

/** What the next recording will measure: its roots, how their callees are found, and the clock. */
export function RootsView({ session }: { readonly session: SessionView }) {
  const app = useApp();
  const { draft, status } = session;
  const disabled = isOver(status) || status.phase !== 'attached';
  return (
    <div className="rootsView">
      <RootPicker sessionId={status.sessionId} disabled={disabled} />
      <aside className="rootsViewSide" aria-label="Recording">
        <section>
          <h3>Root methods</h3>
          {draft.roots.length === 0 ? (
            <p className="muted">None yet. What these methods call is measured, and nothing else.</p>
          ) : (
            <ul className="rootsViewChips" aria-label="Root methods">
              {draft.roots.map((root) => (
                <Chip
                  key={root}
                  text={visibleText(root)}
                  removeLabel={`Remove root ${visibleText(root)}`}
                  disabled={disabled}
                  onRemove={() => app.session.toggleRoot(root)}
                />
              ))}
            </ul>
          )}
        </section>
        <section>
          <h3>One method alone</h3>
          <Button
            whyNot={disabled ? 'A recording is running.' : ''}
            hint="Gross times of one method or some of its lines, and nothing else"
            onClick={() => app.session.showTab('region')}
          >
            {draft.roots.length === 1 ? 'Time this method…' : 'Time one method…'}
          </Button>
        </section>
        <RadioGroup
          label="Callees"
          value={draft.scheme}
          options={SCHEMES}
          disabled={disabled}
          onChange={(scheme) => app.session.changeDraft({ scheme })}
        />
        <RadioGroup
          label="Clock"
          value={draft.clock}
          options={CLOCKS}
          disabled={disabled}
          onChange={(clock) => app.session.changeDraft({ clock })}
        />
        <section>
          <h3>Threads</h3>
          <CheckBox
            label="Follow threads started by the callees"
            explanation="All that such a thread does is measured, whatever it works on later. Otherwise a thread is measured only while it is within a root method."
            checked={draft.followThreads}
            disabled={disabled}
            onChange={(followThreads) => app.session.changeDraft({ followThreads })}
          />
        </section>
        <section>
          <h3>Trivial methods</h3>
          <CheckBox
            label="Count them only"
            explanation="Getters and the like: exact counts at a twentieth of the cost; their time stays their caller’s own."
            checked={draft.countTrivial}
            disabled={disabled}
            onChange={(countTrivial) => app.session.changeDraft({ countTrivial })}
          />
        </section>
        <section>
          <h3>Measured and left out</h3>
          <TextField
            label="Measure only"
            placeholder="com.acme.**"
            mono
            value={draft.includes}
            disabled={disabled}
            onChange={(includes) => app.session.changeDraft({ includes })}
          />
          <TextField
            label="Leave out"
            placeholder="com.acme.log.**, *.Logger"
            mono
            value={draft.excludes}
            disabled={disabled}
            onChange={(excludes) => app.session.changeDraft({ excludes })}
          />
          <CheckBox
            label="Include core classes"
            explanation="Otherwise the time in java.*, jdk.* and the like counts as their caller’s own."
            checked={draft.includeCore}
            disabled={disabled}
            onChange={(includeCore) => app.session.changeDraft({ includeCore })}
          />
        </section>
      </aside>
    </div>
  );
}
