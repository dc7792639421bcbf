import type { TreeViewName } from '../../shared/rows/views.ts';
import type { TablePicture } from './table/tableRow.ts';
import { BackTracesView } from './views/backTracesView.ts';
import { CalleesView } from './views/calleesView.ts';
import { CallTreeView } from './views/callTreeView.ts';
import { FlameGraphView } from './views/flameView.ts';
import { HotSpotsView } from './views/hotSpotsView.ts';
import { ThreadsView } from './views/threadsView.ts';
import type { WorkerView } from './table/workerView.ts';

/** How a worker shows each view of call trees. Their other halves are in renderer/views/record/resultViews.tsx. */
export const WORKER_VIEWS = {
  tree: () => new CallTreeView(),
  flame: () => new FlameGraphView(),
  hot: () => new HotSpotsView(),
  callers: () => new BackTracesView(),
  callees: () => new CalleesView(),
  threads: () => new ThreadsView(),
  packages: () => new FlameGraphView('packages'),
} satisfies Record<TreeViewName, () => WorkerView<never, unknown>>;

export type ViewKind = TreeViewName;

type ViewOf<K extends ViewKind> = ReturnType<(typeof WORKER_VIEWS)[K]>;
export type AskOf<K extends ViewKind> = ViewOf<K> extends WorkerView<infer Ask, unknown> ? Ask : never;
export type PictureOf<K extends ViewKind> =
  ViewOf<K> extends WorkerView<never, infer Picture> ? Picture : never;

/** The views that are one table each. */
export type TableKind = {
  [K in ViewKind]: PictureOf<K> extends TablePicture ? K : never;
}[ViewKind];
