import { useApp } from '../../state/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import { SelectField } from '../../widgets/SelectField.tsx';
import { visibleText } from '../../widgets/visibleText.ts';
import type { ThreadChoice, TreeSnapshot } from '../../worker/cctProtocol.ts';

/** Whose calls the tree shows: one thread's, or those of all threads merged. */
export function ThreadChooser({ snapshot }: { readonly snapshot: TreeSnapshot | null }) {
  const app = useApp();
  const thread = useAtom(app.thread);
  const threads = snapshot?.threads ?? [];
  const options = [
    { value: 'all', text: `All threads merged (${threads.length})` },
    ...threads.map(({ id, name }) => ({ value: String(id), text: visibleText(name) })),
  ];
  return (
    <SelectField
      label="Thread"
      value={String(thread)}
      options={options}
      hint="Whose calls the tree shows"
      onChange={(value) =>
        app.chooseThread(threads.find(({ id }) => String(id) === value)?.id ?? ('all' satisfies ThreadChoice))
      }
    />
  );
}
