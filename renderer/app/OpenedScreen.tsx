import { ComparisonView } from '../views/compare/ComparisonView.tsx';
import { HeapDumpView } from '../views/heap/HeapDumpView.tsx';
import { JvmHeapView } from '../views/heap/JvmHeapView.tsx';
import { MonitorScreen } from '../views/monitor/MonitorScreen.tsx';
import { OpenedView } from '../views/record/OpenedView.tsx';
import { RecordView } from '../views/record/RecordView.tsx';
import type { Opened } from './opened.ts';

/** One session, recording, comparison, heap or monitor. With all its views, and the d3 they draw with, no part of the page's first script (LaterScreen.tsx). */
export function OpenedScreen({ opened }: { readonly opened: Opened }) {
  switch (opened.kind) {
    case 'session':
      return <RecordView session={opened.view} results={opened.results} />;
    case 'recording':
      return <OpenedView recording={opened.view} results={opened.results} />;
    case 'comparison':
      return <ComparisonView comparison={opened.view} results={opened.results} />;
    case 'dump':
      return <HeapDumpView dump={opened.view} />;
    case 'jvmHeap':
      return <JvmHeapView heap={opened.view} />;
    case 'monitor':
      return <MonitorScreen monitor={opened.view} />;
  }
}
