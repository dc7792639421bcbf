import { ComparisonView } from '../views/compare/ComparisonView.tsx';
import { OpenedView } from '../views/record/OpenedView.tsx';
import type { Opened } from './opened.ts';

/** In a page that holds a recording: recordings and comparisons. All else needs an engine, or Sluice itself. */
export function OpenedScreen({ opened }: { readonly opened: Opened }) {
  switch (opened.kind) {
    case 'recording':
      return <OpenedView recording={opened.view} results={opened.results} />;
    case 'comparison':
      return <ComparisonView comparison={opened.view} results={opened.results} />;
    case 'session':
    case 'dump':
    case 'jvmHeap':
    case 'monitor':
      return null;
  }
}
