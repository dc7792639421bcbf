import type { ComponentType } from 'react';
import { TREE_VIEWS, viewFacts } from '../../../shared/rows/views.ts';
import type { FlameKind } from '../../worker/views/flameFrame.ts';
import type { TableKind, ViewKind } from '../../worker/workerViews.ts';
import { TableTools } from '../table/TableTools.tsx';
import { ViewTable } from '../table/ViewTable.tsx';
import { CalleesTools, CalleesView } from '../callees/CalleesView.tsx';
import { FlameGraphView } from '../flame/FlameGraphView.tsx';
import { FlameTools } from '../flame/FlameTools.tsx';
import { GroupingSegments } from '../table/GroupingSegments.tsx';
import { BACK_TRACES, CALL_TREE, HOT_SPOTS } from '../table/methodTables.ts';
import type { ViewTraits } from '../table/tableTraits.ts';
import type { ToolsProps } from '../table/toolsProps.ts';
import { ThreadsTools, ThreadsView } from '../threads/ThreadsView.tsx';

interface ResultView {
  /** Draws the view's picture; null while there is none. */
  readonly Body: ComponentType<Pick<ToolsProps, 'results'>>;
  readonly Tools: ComponentType<ToolsProps>;
}

/** How the window draws each view of call trees. Their other halves are in worker/workerViews.ts. */
export const RESULT_VIEWS: Readonly<Record<ViewKind, ResultView>> = {
  tree: tableView('tree', CALL_TREE),
  hot: tableView('hot', HOT_SPOTS, GroupingSegments),
  callers: tableView('callers', BACK_TRACES),
  callees: { Body: CalleesView, Tools: CalleesTools },
  flame: flameView('flame'),
  threads: { Body: ThreadsView, Tools: ThreadsTools },
  packages: flameView('packages'),
};

/** @param First before the other tools */
function tableView(view: TableKind, traits: ViewTraits, First?: ResultView['Body']): ResultView {
  return {
    Body: ({ results }) => <ViewTable results={results} view={view} traits={traits} />,
    Tools: (props) => (
      <TableTools {...props} view={view} traits={traits}>
        {First && <First results={props.results} />}
      </TableTools>
    ),
  };
}

/** Frames: contexts, or packages with the classes in them and their methods, as wide as what they take by themselves. */
function flameView(view: FlameKind): ResultView {
  return {
    Body: ({ results }) => <FlameGraphView view={view} results={results} />,
    Tools: (props) => <FlameTools {...props} view={view} />,
  };
}

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
