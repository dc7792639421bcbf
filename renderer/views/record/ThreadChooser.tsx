import type { ThreadId } from '../../../shared/base/ids.ts';
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
  const isListed = chosen === 'all' || (chosen.length === 1 && threads.some(({ id }) => id === chosen[0]));
  const options = [
    ...(isListed ? [] : [{ value: chosen.join(), text: unlistedText(chosen) }]),
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
        if (!isListed && value === chosen.join()) return;
        const thread = threads.find(({ id }) => String(id) === value);
        results.choose(thread ? [thread.id] : 'all');
      }}
    />
  );
}

/** Of several, or of one that the recording has nothing of. */
function unlistedText(chosen: readonly ThreadId[]): string {
  return chosen.length === 1 ? 'A thread without calls' : `${formatCount(chosen.length)} threads merged`;
}
