import { BASIS_TEXTS } from '../../../shared/compare/comparisonBasis.ts';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { ComparisonView as ComparisonState } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Segments } from '../../widgets/Segments.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { visibleLine, visibleText } from '../../../shared/naming/visibleText.ts';
import type { ComparedSummary } from '../../worker/cctProtocol.ts';
import { CommandButton } from '../CommandButton.tsx';
import type { NumberItem } from '../record/numberItems.ts';
import { RecordingNumbers } from '../record/RecordingNumbers.tsx';
import { ResultsPanel } from '../record/ResultsPanel.tsx';
import { recordedOf } from '../record/recordedOf.ts';
import { RESULT_TABS } from '../record/resultViews.tsx';
import { AppMenu } from '../shell/AppMenu.tsx';
import '../record/RecordView.css';
import '../record/SessionHeader.css';
import './ComparisonView.css';

interface ComparisonViewProps {
  readonly comparison: ComparisonState;
  readonly results: Results;
}

/** Two recordings side by side: what they are, what makes them hard to compare, and where they differ. */
export function ComparisonView({ comparison, results }: ComparisonViewProps) {
  const app = useApp();
  const { summary, tab } = comparison;
  const { a, b, remarks, grown } = summary;
  return (
    <main className="recordView">
      <header className="sessionHeader">
        <AppMenu />
        <div className="sessionHeaderTarget comparisonSides">
          <h2 className="visuallyHidden">Comparison</h2>
          <Side letter="A" summary={a} />
          <span className="muted" aria-hidden="true">
            →
          </span>
          <Side letter="B" summary={b} />
        </div>
        <div className="sessionHeaderButtons" role="toolbar" aria-label="Comparison">
          <CommandButton command="turnComparison" />
          <CommandButton command="saveComparison" />
          <CommandButton command="closeComparison" />
        </div>
      </header>
      <div className="comparisonBasis">
        <Segments
          label="Numbers"
          value={summary.basis}
          options={summary.bases.map((basis) => ({ value: basis, text: BASIS_TEXTS[basis] }))}
          onChange={(basis) => app.comparison.compareBy(basis)}
        />
        {remarks.length > 0 ? (
          <ul className="comparisonRemarks" aria-label="What makes them hard to compare">
            {remarks.map((remark) => (
              <li key={remark}>{visibleLine(remark)}</li>
            ))}
          </ul>
        ) : null}
        <GrownCalls sentences={grown} />
      </div>
      <ResultsPanel
        results={results}
        tabs={RESULT_TABS}
        tab={tab}
        onTab={(id) => app.comparison.showTab(id)}
        numbers={<ComparedNumbers comparison={comparison} results={results} />}
        empty={<NothingToCompare results={results} />}
      />
    </main>
  );
}

/** The first of what is called more often, and the others when they are asked for: the tables need the room. */
function GrownCalls({ sentences }: { readonly sentences: readonly string[] }) {
  const [first, ...others] = sentences.map(visibleLine);
  if (first === undefined) return null;
  if (others.length === 0) return <p className="comparisonFindings">{first}</p>;
  return (
    <details className="comparisonFindings">
      <summary>
        {first} And {formatCount(others.length)} more.
      </summary>
      <ul aria-label="What is called more often">
        {others.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

function Side({ letter, summary }: { readonly letter: 'A' | 'B'; readonly summary: ComparedSummary }) {
  const { name, target, startedAtMs } = summary;
  const details = [visibleText(target.mainClass), ...recordedOf(target, startedAtMs)].join(' · ');
  return (
    <span className="comparisonSide" title={details}>
      <b className="comparisonLetter">{letter}</b>
      <span className="comparisonName">{visibleText(name)}</span>
      <span className="muted comparisonDetails">{new Date(startedAtMs).toLocaleString()}</span>
    </span>
  );
}

function ComparedNumbers({ comparison: { summary }, results }: ComparisonViewProps) {
  const nodes = useAtom(results.moment, (moment) => moment?.nodes ?? 0);
  const { a, b } = summary;
  return (
    <RecordingNumbers
      roots={[...new Set([...a.roots, ...b.roots])]}
      refusals={[]}
      items={numbers(a, b, nodes)}
    />
  );
}

function numbers(a: ComparedSummary, b: ComparedSummary, nodes: number): readonly NumberItem[] {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const both = (inA: string, inB: string): string => (inA === inB ? inA : `A ${inA}, B ${inB}`);
  const clock = ({ clock: name }: ComparedSummary): string => (name === 'nano' ? 'nanoTime' : name);
  return [
    {
      label: 'Clock',
      text: both(clock(a), clock(b)),
      hint: 'What times are measured by. Where one side has none, only calls are compared.',
    },
    { label: 'Time A', text: seconds(a.durationMs), hint: 'Length of the recording before' },
    { label: 'Time B', text: seconds(b.durationMs), hint: 'Length of the recording after' },
    {
      label: 'Contexts',
      text: formatCount(nodes),
      hint: 'Paths of calls that either side has, each a row of the call tree',
    },
  ];
}

function NothingToCompare({ results }: { readonly results: Results }) {
  const isReady = useAtom(results.moment, (moment) => moment !== null);
  return isReady ? (
    <EmptyState title="Neither recording has a call">
      <p>The roots were not called while they were recorded. Compare two others.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Comparing" busy>
      <p>The two call trees are laid over each other.</p>
    </EmptyState>
  );
}
