import type { ComponentType } from 'react';
import type { Results } from '../../state/results.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { CallTreeView } from '../calltree/CallTreeTable.tsx';
import { CallTreeTools } from '../calltree/CallTreeTools.tsx';
import { FlameGraphView } from '../flame/FlameGraphView.tsx';
import { FlameTools } from '../flame/FlameTools.tsx';

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
  { kind: 'flameGraph', title: 'Flame Graph', Body: FlameGraphView, Tools: FlameTools },
];

export const RESULT_TABS: readonly { readonly id: ViewKind; readonly text: string }[] = RESULT_VIEWS.map(
  ({ kind, title }) => ({ id: kind, text: title }),
);
