import { visibleLine } from '../../../shared/naming/visibleText.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { textsNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';
import { TREE_VIEWS, viewFacts } from '../../../shared/rows/views.ts';
import type { RecordingTab } from '../../state/appState.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { tabOf } from '../datasets/tableTabs.ts';
import './FindingsView.css';

interface FindingsViewProps {
  /** FINDINGS_VIEW */
  readonly set: DataSet;
  readonly onTab: (tab: RecordingTab) => void;
}

/** What stands out: whole sentences, which the cells of a table would cut, each with the way to the view that shows it. */
export function FindingsView({ set, onTab }: FindingsViewProps) {
  const [sentences = [], views = []] = ['finding', 'view'].map((id) => textsNamed(set, id));
  if (set.rows === 0)
    return (
      <EmptyState title="Nothing stands out">
        <p>No number of this recording is above the threshold of a rule.</p>
      </EmptyState>
    );
  return (
    <ul className="findings" aria-label="Findings">
      {sentences.map((sentence, i) => {
        const tab = tabNamed(views[i]);
        return (
          <li key={sentence}>
            <p>{visibleLine(sentence)}</p>
            <Button onClick={() => onTab(tab.id)}>Show {tab.text}</Button>
          </li>
        );
      })}
    </ul>
  );
}

function tabNamed(view: string): { readonly id: RecordingTab; readonly text: string } {
  const tree = TREE_VIEWS.find((name) => name === view);
  return tree === undefined ? tabOf({ id: view }) : { id: tree, text: viewFacts(tree).title };
}
