import { useId, useRef } from 'react';
import { formatBytes, formatCountOf } from '../../../shared/naming/formatNumbers.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { hasSession } from '../../state/appState.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import type { DumpView } from '../../state/appState.ts';
import { HEAP_TABS } from '../../state/heapTabs.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { CommandButton } from '../CommandButton.tsx';
import { useFindKeys, useViewKeys } from '../record/panelKeys.ts';
import { AppMenu } from '../shell/AppMenu.tsx';
import { DominatorTree } from './DominatorTree.tsx';
import { HeapTable } from './HeapTable.tsx';
import { LeakHints } from './LeakHints.tsx';
import { MadeObjects } from './MadeObjects.tsx';
import { PathsView } from './PathsView.tsx';
import { ReferencesView } from './ReferencesView.tsx';
import '../record/RecordView.css';
import '../record/SessionHeader.css';
import './HeapDumpView.css';

/** A heap dump: what fills the heap, and what holds it. */
export function HeapDumpView({ dump }: { readonly dump: DumpView }) {
  const app = useApp();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isAttached = useAppState(hasSession);
  const { name, facts, tab, subject, makers, madeBy } = dump;
  useFindKeys(panel);
  useViewKeys(HEAP_TABS, (id) => app.dumps.showTab(id));
  return (
    <main className="recordView">
      <header className="sessionHeader">
        <AppMenu />
        <div className="sessionHeaderTarget">
          <h2>{visibleText(name)}</h2>
          <span
            className="muted"
            title={`Sizes are those of a JVM with this layout of objects: ${facts.layout}${facts.isLayoutAssumed ? ', assumed: the objects do not tell' : ''}`}
          >
            {formatCountOf(facts.objects, 'object')} · {formatBytes(facts.bytes)} · {facts.layout}
            {facts.isLayoutAssumed ? ' (assumed)' : ''}
          </span>
        </div>
        <div className="sessionHeaderButtons" role="toolbar" aria-label="Heap dump">
          <CommandButton command="joinDump" />
          <CommandButton command="saveDump" />
          {isAttached ? <CommandButton command="showSession" /> : null}
          <CommandButton command="closeDump" />
        </div>
      </header>
      <div ref={panel} className="resultsPanel">
        <div className="recordViewTabs heapTabs">
          <Tabs
            label="Views"
            tabs={HEAP_TABS}
            selected={tab}
            panelId={panelId}
            onSelect={(id) => app.dumps.showTab(id)}
          />
        </div>
        <div
          id={panelId}
          className="recordViewPanel"
          role="tabpanel"
          aria-label={HEAP_TABS.find(({ id }) => id === tab)?.text}
        >
          {tab === 'suspects' ? (
            <LeakHints key={makers?.objects} />
          ) : tab === 'dominators' ? (
            <DominatorTree />
          ) : tab === 'paths' ? (
            <PathsView subject={subject} />
          ) : tab === 'references' ? (
            <ReferencesView subject={subject} />
          ) : tab === 'made' ? (
            <MadeObjects makers={makers} madeBy={madeBy} />
          ) : (
            <HeapTable key={tab} view={tab} />
          )}
        </div>
      </div>
    </main>
  );
}
