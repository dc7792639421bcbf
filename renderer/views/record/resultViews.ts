import type { ComponentType } from 'react';
import { TREE_VIEWS, viewFacts } from '../../../shared/rows/views.ts';
import type { Results } from '../../state/results.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { BackTracesTools, BackTracesView } from '../backtraces/BackTracesView.tsx';
import { CalleesTools, CalleesView } from '../callees/CalleesView.tsx';
import { CallTreeTools, CallTreeView } from '../calltree/CallTreeView.tsx';
import { CallFlames, CallFlameTools, PackageFlames, PackageFlameTools } from '../flame/flameViews.tsx';
import { HotSpotsTools, HotSpotsView } from '../hotspots/HotSpotsView.tsx';
import { ThreadsTools, ThreadsView } from '../threads/ThreadsView.tsx';

interface ResultView {
  /** Draws the view's picture; null while there is none. */
  readonly Body: ComponentType<{ readonly results: Results }>;
  /** Beside the tabs. `onLeave`: the user wants to go on in the body. */
  readonly Tools: ComponentType<{ readonly results: Results; readonly onLeave: () => void }>;
}

/** How the window draws each view of call trees. Their other halves are in worker/workerViews.ts. */
export const RESULT_VIEWS: Readonly<Record<ViewKind, ResultView>> = {
  tree: { Body: CallTreeView, Tools: CallTreeTools },
  hot: { Body: HotSpotsView, Tools: HotSpotsTools },
  callers: { Body: BackTracesView, Tools: BackTracesTools },
  callees: { Body: CalleesView, Tools: CalleesTools },
  flame: { Body: CallFlames, Tools: CallFlameTools },
  threads: { Body: ThreadsView, Tools: ThreadsTools },
  packages: { Body: PackageFlames, Tools: PackageFlameTools },
};

export interface ResultTab {
  readonly id: ViewKind;
  readonly text: string;
  /** Chooses it. */
  readonly key: string;
}

/** In the order of the table of views. The key of a view is its place there: in a session, in a file and in a comparison alike. */
export const RESULT_TABS: readonly ResultTab[] = TREE_VIEWS.map((id, i) => ({
  id,
  text: viewFacts(id).title,
  key: String(i + 1),
}));
