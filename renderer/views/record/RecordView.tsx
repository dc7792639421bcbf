import { useId, useRef, type KeyboardEvent } from 'react';
import { useApp, useAppState } from '../../state/appContext.ts';
import { isOver, type SessionTab, type SessionView } from '../../state/appState.ts';
import { useAtom } from '../../state/atom.ts';
import { Tabs } from '../../widgets/Tabs.tsx';
import { keyName } from '../../widgets/keyName.ts';
import { CallTreeTable } from '../calltree/CallTreeTable.tsx';
import { FindField } from '../calltree/FindField.tsx';
import { RootsView } from '../start/RootsView.tsx';
import { NoTree } from './NoTree.tsx';
import { RecordingNumbers } from './RecordingNumbers.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { ThreadChooser } from './ThreadChooser.tsx';
import { useCallTree } from './useCallTree.ts';
import './RecordView.css';

const TABS: readonly { id: SessionTab; text: string }[] = [
  { id: 'roots', text: 'Roots' },
  { id: 'calltree', text: 'Call Tree' },
];

/** One attached target: what is to be recorded, the recording, and its call tree. */
export function RecordView({ session }: { readonly session: SessionView }) {
  const app = useApp();
  const panelId = useId();
  const pending = useAppState((state) => state.pending);
  const snapshot = useAtom(app.snapshot);
  const { state, picture, labels } = useCallTree();
  const { status, tab } = session;
  const hasTree = picture !== null && picture.tree.length > 1;
  const view = useRef<HTMLElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyName(event);
    const find = key === 'Ctrl+f' || (key === '/' && !(event.target instanceof HTMLInputElement));
    if (!find || !findField.current) return;
    findField.current.select();
    event.preventDefault();
  };

  return (
    <main ref={view} className="recordView" onKeyDown={onKeyDown}>
      <SessionHeader status={status} />
      <div className="recordViewTabs">
        <Tabs label="Views" tabs={TABS} selected={tab} panelId={panelId} onSelect={(id) => app.showTab(id)} />
        {tab === 'calltree' && hasTree ? (
          <div className="recordViewTools">
            <FindField
              state={state}
              picture={picture}
              inputRef={findField}
              onLeave={() => view.current?.querySelector<HTMLElement>('[role=treegrid]')?.focus()}
            />
            <ThreadChooser snapshot={snapshot} />
          </div>
        ) : null}
      </div>
      <div
        id={panelId}
        className="recordViewPanel"
        role="tabpanel"
        aria-label={tab === 'roots' ? 'Roots' : 'Call Tree'}
      >
        {tab === 'roots' ? (
          <RootsView session={session} />
        ) : (
          <>
            {status.request ? <RecordingNumbers status={status} snapshot={snapshot} /> : null}
            {hasTree ? (
              <CallTreeTable state={state} picture={picture} labels={labels} />
            ) : (
              <NoTree status={status} pending={pending} over={isOver(status)} />
            )}
          </>
        )}
      </div>
    </main>
  );
}
