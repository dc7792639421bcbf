import { HISTOGRAMS_SET, heapSnapshotsIn } from '../../../shared/compare/heapSnapshotSets.ts';
import { hasTimes } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { STATES_SET } from '../../../shared/jvmEvents/stateSet.ts';
import { FOLLOWED_SET } from '../../../shared/recording/sets/followedSet.ts';
import { MADE_CONTEXTS_SET } from '../../../shared/recording/sets/madeSets.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../../../shared/recording/sets/rootCallSets.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { ROOT_CALLS_TAB, type DataSetTab, type RecordingView } from '../../state/appState.ts';

/** It has no key, as those of the views of call trees are places. */
interface TableTab {
  readonly id: DataSetTab;
  readonly text: string;
}

export const TRACKS_TAB: TableTab = { id: 'set:timeline', text: 'Timeline' };

/**
 * The tabs beside the call trees: where there are events and samples with their times, their tracks come first; then what was
 * recorded, then the tables that are made of it. What threads did is in the tracks only, contexts of what is made are in the
 * trees, followed objects in heap dumps, durations of root calls in their map, and histograms are in their snapshots.
 */
export function tableTabs(recording: RecordingView): readonly TableTab[] {
  const { dataSets, tables } = recording;
  const within = [
    STATES_SET,
    MADE_CONTEXTS_SET,
    FOLLOWED_SET,
    ROOT_CALL_DURATIONS_SET,
    ...(heapSnapshotsIn(dataSets).length > 0 ? [HISTOGRAMS_SET] : []),
  ];
  const tabs = [...dataSets, ...tables].filter(({ id }) => !within.includes(id)).map(tabOf);
  return hasTimes(recording) ? [TRACKS_TAB, ...tabs] : tabs;
}

export function tabOf({ id }: Pick<DataSet, 'id'>): TableTab {
  if (id === ROOT_CALLS_SET) return { id: ROOT_CALLS_TAB, text: 'Root Calls' };
  return { id: `set:${id}`, text: `${id[0].toUpperCase()}${id.slice(1)}` };
}
