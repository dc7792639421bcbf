import type { ComponentType } from 'react';
import type { Results } from '../../state/results.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { BackTracesTools, BackTracesView } from '../backtraces/BackTracesView.tsx';
import { CalleesTools, CalleesView } from '../callees/CalleesView.tsx';
import { CallTreeTools, CallTreeView } from '../calltree/CallTreeView.tsx';
import { FlameGraphView } from '../flame/FlameGraphView.tsx';
import { FlameTools } from '../flame/FlameTools.tsx';
import { HotSpotsTools, HotSpotsView } from '../hotspots/HotSpotsView.tsx';
import { ThreadsTools, ThreadsView } from '../threads/ThreadsView.tsx';

export interface ResultView {
  readonly kind: ViewKind;
  readonly title: string;
  /** Draws the view's picture; null while there is none. */
  readonly Body: ComponentType<{ readonly results: Results }>;
  /** Beside the tabs. `onLeave`: the user wants to go on in the body. */
  readonly Tools?: ComponentType<{ readonly results: Results; readonly onLeave: () => void }>;
}

/** The views of results, in the order of their tabs: one line each. Their other halves are in worker/workerViews.ts. */
export const RESULT_VIEWS: readonly ResultView[] = [
  { kind: 'callTree', title: 'Call Tree', Body: CallTreeView, Tools: CallTreeTools },
  { kind: 'hotSpots', title: 'Hot Spots', Body: HotSpotsView, Tools: HotSpotsTools },
  { kind: 'backTraces', title: 'Back Traces', Body: BackTracesView, Tools: BackTracesTools },
  { kind: 'callees', title: 'Callees', Body: CalleesView, Tools: CalleesTools },
  { kind: 'flameGraph', title: 'Flame Graph', Body: FlameGraphView, Tools: FlameTools },
  { kind: 'threads', title: 'Threads', Body: ThreadsView, Tools: ThreadsTools },
];

export interface ResultTab {
  readonly id: ViewKind;
  readonly text: string;
  /** Chooses it. */
  readonly key: string;
}

/** The key of a view is its place among views: in a session, in a file and in a comparison alike. */
export const RESULT_TABS: readonly ResultTab[] = RESULT_VIEWS.map(({ kind, title }, i) => ({
  id: kind,
  text: title,
  key: String(i + 1),
}));
