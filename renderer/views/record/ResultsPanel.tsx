import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ensure } from '../../../shared/base/assert.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { keyName } from '../../widgets/keyName.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { RESULT_VIEWS } from './resultViews.ts';
import { ThreadChooser } from './ThreadChooser.tsx';
import './RecordView.css';

interface ResultsPanelProps<T extends string> {
  readonly results: Results;
  readonly tabs: readonly { readonly id: T | ViewKind; readonly text: string }[];
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
  const hasTree = useAtom(results.moment, (moment) => moment !== null && moment.nodes > 0);
  const view = RESULT_VIEWS.find(({ kind }) => kind === tab);
  const kind = view?.kind;
  useEffect(() => {
    if (kind) results.show(kind);
  }, [results, kind]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    if (key !== 'Ctrl+f' && (key !== '/' || event.target instanceof HTMLInputElement)) return;
    const field = panel.current?.querySelector<HTMLInputElement>('[role=search] input');
    if (!field) return;
    field.select();
    event.preventDefault();
  };
  const focusBody = (): void =>
    panel.current?.querySelector<HTMLElement>('[role=tabpanel] [tabindex="0"]')?.focus();
  const shown = view && hasTree ? view : null;
  return (
    <div ref={panel} className="resultsPanel" onKeyDown={onKeyDown}>
      <div className="recordViewTabs">
        <Tabs label="Views" tabs={tabs} selected={tab} panelId={panelId} onSelect={onTab} />
        {shown ? (
          <div className="recordViewTools">
            {shown.Tools ? <shown.Tools results={results} onLeave={focusBody} /> : null}
            <ThreadChooser results={results} />
          </div>
        ) : null}
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
        {view ? (
          <>
            {numbers}
            {shown ? <shown.Body results={results} /> : empty}
          </>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
