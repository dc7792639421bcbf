import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { SelectField } from '../../widgets/SelectField.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { ThreadSummary } from '../../worker/table/workerView.ts';

const NO_THREADS: readonly ThreadSummary[] = [];

/** Whose calls the views show: one thread's, or those of all threads merged. */
export function ThreadChooser({ results }: { readonly results: Results }) {
  const chosen = useAtom(results.threads);
  const threads = useAtom(results.moment, (moment) => moment?.threads ?? NO_THREADS);
  const several = chosen !== 'all' && chosen.length > 1;
  const options = [
    ...(several ? [{ value: chosen.join(), text: `${formatCount(chosen.length)} threads merged` }] : []),
    { value: 'all', text: `All threads merged (${formatCount(threads.length)})` },
    ...threads.map(({ id, name }) => ({ value: String(id), text: visibleText(name) })),
  ];
  return (
    <SelectField
      label="Thread"
      value={chosen === 'all' ? chosen : chosen.join()}
      options={options}
      hint="Whose calls the tree shows"
      onChange={(value) => {
        if (several && value === chosen.join()) return;
        const thread = threads.find(({ id }) => String(id) === value);
        results.choose(thread ? [thread.id] : 'all');
      }}
    />
  );
}
