import { FlameGraphView } from '../flame/FlameGraphView.tsx';
import { FlameTools } from '../flame/FlameTools.tsx';
import type { ResultView } from '../record/resultViews.ts';
import { ComparedHotSpots, ComparedHotSpotsTools } from './ComparedHotSpots.tsx';
import { ComparedTree, ComparedTreeTools } from './ComparedTree.tsx';

/** The views of a comparison, in the order of their tabs. */
export const COMPARED_VIEWS: readonly ResultView[] = [
  { kind: 'callTree', title: 'Call Tree', Body: ComparedTree, Tools: ComparedTreeTools },
  { kind: 'hotSpots', title: 'Hot Spots', Body: ComparedHotSpots, Tools: ComparedHotSpotsTools },
  { kind: 'flameGraph', title: 'Flame Graph', Body: FlameGraphView, Tools: FlameTools },
];
