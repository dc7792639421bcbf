import { CallTreeView } from './views/callTreeView.ts';
import { FlameGraphView } from './views/flameView.ts';
import type { WorkerView } from './workerView.ts';

/** The views that a worker can show: one line each. Their other halves are in renderer/views/record/resultViews.ts. */
export const WORKER_VIEWS = {
  callTree: () => new CallTreeView(),
  flameGraph: () => new FlameGraphView(),
} satisfies Record<string, () => WorkerView<never, unknown>>;

export type ViewKind = keyof typeof WORKER_VIEWS;

type ViewOf<K extends ViewKind> = ReturnType<(typeof WORKER_VIEWS)[K]>;
export type AskOf<K extends ViewKind> = ViewOf<K> extends WorkerView<infer Ask, unknown> ? Ask : never;
export type PictureOf<K extends ViewKind> =
  ViewOf<K> extends WorkerView<never, infer Picture> ? Picture : never;
