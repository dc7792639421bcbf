import type { AppState } from '../appState.ts';
import type { Command } from './command.ts';
import { whyNoMakers } from '../files/makersOfDump.ts';
import { whyNotAsked } from '../shownJvm.ts';
import { busy, pendingText } from '../whyNotNow.ts';

/** What is done with heaps: of a running JVM, and dumps. */
export const HEAP_COMMANDS: readonly Command[] = [
  {
    id: 'heap',
    title: 'Heap',
    group: 'Recording',
    keys: ['Ctrl+Shift+h'],
    run: (app) => void app.heap.look(),
    whyNot: (state) =>
      state.screen === 'jvmHeap' ? 'The heap is in front: count again.' : whyNotAsked(state),
  },
  {
    id: 'countAgain',
    title: 'Count Again',
    group: 'Recording',
    keys: [],
    run: (app) => void app.heap.count(),
    whyNot: ofJvmHeap,
  },
  {
    id: 'heapDump',
    title: 'Take a Heap Dump…',
    group: 'Recording',
    keys: [],
    run: (app) => void app.heap.announceDump(),
    whyNot: ofJvmHeap,
  },
  {
    id: 'saveSnapshots',
    title: 'Save Snapshots…',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.heap.save(),
    whyNot: ({ jvmHeap }) => (jvmHeap && jvmHeap.snapshots.length > 0 ? '' : 'No heap was counted yet.'),
  },
  {
    id: 'closeJvmHeap',
    title: 'Close Heap',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.heap.close(),
    whyNot: ({ jvmHeap, pending }) => (jvmHeap ? pendingText(pending) : 'No heap is looked at.'),
  },
  {
    id: 'joinDump',
    title: 'Show Allocation Sites',
    group: 'Recording',
    keys: [],
    run: (app) => void app.makersOfDump.join(),
    whyNot: (state) => whyNoMakers(state) || pendingText(state.pending),
  },
  {
    id: 'saveDump',
    title: 'Save Heap Dump…',
    group: 'File',
    offeredAlone: true,
    keys: [],
    run: (app) => app.dumps.save(),
    whyNot: noDump,
  },
  {
    id: 'closeDump',
    title: 'Close Heap Dump',
    group: 'File',
    offeredAlone: true,
    keys: [],
    run: (app) => app.dumps.close(),
    whyNot: noDump,
  },
  {
    id: 'showDump',
    title: 'Show Heap Dump',
    group: 'Window',
    offeredAlone: true,
    keys: [],
    run: (app) => app.show('dump'),
    whyNot: noDump,
  },
];

function ofJvmHeap(state: AppState): string {
  return state.screen === 'jvmHeap' ? busy(state) : 'Show the heap of a JVM first.';
}

function noDump({ dump, pending }: AppState): string {
  return dump ? pendingText(pending) : 'No heap dump is open.';
}
