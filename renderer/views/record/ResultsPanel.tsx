import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ensure } from '../../../shared/base/assert.ts';
import { TREE_VIEWS, viewFacts } from '../../../shared/rows/views.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import type { RecordingMoment } from '../../worker/cctProtocol.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { SourcePanel } from '../source/SourcePanel.tsx';
import { NothingChosen, NothingLeft } from './Nothing.tsx';
import { useFindKeys, useViewKeys } from './panelKeys.ts';
import { RESULT_VIEWS } from './resultViews.tsx';
import { SelectionScope } from './SelectionScope.tsx';
import { GroupChooser } from './GroupChooser.tsx';
import { MyCodeSwitch } from './MyCodeSwitch.tsx';
import { ThreadChooser } from './ThreadChooser.tsx';
import { TransformTrail } from './TransformTrail.tsx';
import './RecordView.css';

interface ResultsPanelProps<T extends string> {
  readonly results: Results;
  readonly tabs: readonly { readonly id: T | ViewKind; readonly text: string; readonly key?: string }[];
  readonly tab: T | ViewKind;
  readonly onTab: (tab: T | ViewKind) => void;
  /** Above the view. */
  readonly numbers: ReactNode;
  /** In place of the view, while there is nothing to show. */
  readonly empty: ReactNode;
  /** Of tabs that show no results. */
  readonly children?: ReactNode;
}

/** The views of some results behind their tabs, one at a time, with what belongs to all of them. */
export function ResultsPanel<T extends string = never>({
  results,
  tabs,
  tab,
  onTab,
  numbers,
  empty,
  children,
}: ResultsPanelProps<T>) {
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const hasChoice = useAtom(results.moment, isChoosable);
  const kind = TREE_VIEWS.find((name) => name === tab);
  useEffect(() => {
    if (kind) results.show(kind);
  }, [results, kind]);

  useFindKeys(panel);
  useViewKeys(tabs, onTab);
  const bodyOf = (): HTMLElement | null | undefined =>
    panel.current?.querySelector('.selectionScope :is([role=treegrid], [role=grid], [tabindex="0"])');
  const focusBody = (): void => bodyOf()?.focus();
  /** The tab stands for its view: keys that say nothing to a tab are the view's. */
  const onTabKey = (event: KeyboardEvent): void => {
    const body = bodyOf();
    if (!body || event.defaultPrevented || OF_TABS.has(event.key)) return;
    if (!(event.target as Element).matches('[role=tab]')) return;
    event.stopPropagation();
    if (!body.dispatchEvent(new KeyboardEvent(event.type, event.nativeEvent))) event.preventDefault();
  };
  return (
    <div ref={panel} className="resultsPanel">
      <div className="recordViewTabs" onKeyDown={onTabKey}>
        <Tabs label="Views" tabs={tabs} selected={tab} panelId={panelId} onSelect={onTab} />
        {kind && hasChoice ? <MyCodeSwitch results={results} /> : null}
        {kind && hasChoice ? <ThreadChooser results={results} /> : null}
        {kind && hasChoice ? <GroupChooser results={results} /> : null}
      </div>
      <div
        id={panelId}
        className="recordViewPanel"
        role="tabpanel"
        aria-label={
          ensure(
            tabs.find(({ id }) => id === tab),
            `tab ${tab}`,
          ).text
        }
      >
        {kind ? (
          <ShownView kind={kind} results={results} numbers={numbers} empty={empty} onLeave={focusBody} />
        ) : (
          children
        )}
      </div>
    </div>
  );
}

interface ShownViewProps {
  readonly kind: ViewKind;
  readonly results: Results;
  readonly numbers: ReactNode;
  readonly empty: ReactNode;
  readonly onLeave: () => void;
}

/** A view of the tree with its tools and the source; without a tree, why there is none. */
function ShownView({ kind, results, numbers, empty, onLeave }: ShownViewProps) {
  const hasTree = useAtom(results.moment, (moment) => moment !== null && moment.nodes > 0);
  const hasChoice = useAtom(results.moment, isChoosable);
  const isOfSomeThreads = useAtom(results.threads, (threads) => threads !== 'all');
  const isOfSomeGroups = useAtom(results.groups, (groups) => groups !== 'all');
  const isChanged = useAtom(results.history, ({ done }) => done.length > 0);
  const { Tools, Body } = RESULT_VIEWS[kind];
  return (
    <>
      {numbers}
      <TransformTrail results={results} />
      {hasTree ? (
        <>
          <div className="recordViewTools" role="toolbar" aria-label={`${viewFacts(kind).title} tools`}>
            <Tools results={results} onLeave={onLeave} />
          </div>
          <div className="resultsBody">
            <div className="resultsBodyView">
              <SelectionScope results={results}>
                <Body results={results} />
              </SelectionScope>
            </div>
            <SourcePanel results={results} />
          </div>
        </>
      ) : (isOfSomeThreads || isOfSomeGroups) && hasChoice ? (
        <NothingChosen results={results} />
      ) : isChanged ? (
        <NothingLeft results={results} />
      ) : (
        empty
      )}
    </>
  );
}

/** Also of threads and groups that have nothing: without the choosers there would be no way back to the others. */
function isChoosable(moment: RecordingMoment | null): boolean {
  return moment !== null && (moment.threads.length > 0 || moment.groups.length > 0);
}

/** Pressed on a tab. */
const OF_TABS: ReadonlySet<string> = new Set(['Enter', ' ', 'Tab']);
