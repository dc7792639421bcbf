import { viewFacts } from '../../../shared/rows/views.ts';
import type { TableAction, TableAsk } from '../../worker/table/tableRow.ts';
import { isFlameKind } from '../../worker/views/flameFrame.ts';
import type { TableKind, ViewKind } from '../../worker/workerViews.ts';
import type { Results } from '../results.ts';
import type { SluiceApp } from '../app/sluiceApp.ts';

/** Something that can be done with the selected row or frame of the view in front, and leaves the tree as it is. */
export interface RowCommand {
  readonly id: RowCommandId;
  readonly title: string;
  /** Of a data view that has the focus, as keyName() makes them; the first is shown. */
  readonly keys: readonly string[];
  readonly hint: string;
  /** "" when the view in front can do it, else why not. */
  whyNotIn(view: ViewKind): string;
  run(app: SluiceApp, results: Results, view: ViewKind): void;
}

type MethodView = Exclude<ViewKind, 'threads'>;

export type RowCommandId =
  | `showIn.${MethodView}`
  | 'showSource'
  | 'showInDump'
  | 'openAll'
  | 'closeAll'
  | 'hotPath'
  | 'copyName'
  | 'copyRow'
  | 'copyStack';

/** Letters of their names; Ctrl+M and Ctrl+Shift+M are YourKit's. */
export const SHOW_COMMANDS: readonly RowCommand[] = [
  showIn('tree', ['t'], 'Where it is called from, and what it calls there'),
  showIn('hot', ['l'], 'Its place among all methods'),
  showIn('callers', ['b', 'Ctrl+Shift+m'], 'All its callers'),
  showIn('callees', ['e', 'Ctrl+m'], 'All that calls it and all that it calls, merged'),
  showIn('flame', ['g'], 'Its frame on this call path'),
  showIn('packages', ['k'], 'Its frame in its class and package'),
  {
    id: 'showSource',
    title: 'Show Source',
    keys: ['j', 'F4'],
    hint: 'Its code beside the view, with hits by line where they are known; once more closes it',
    whyNotIn: () => '',
    run: (app) => app.sources.toggle(),
  },
  {
    id: 'showInDump',
    title: 'Show in Heap Dump',
    keys: [],
    hint: 'What this context and its callees have made of the heap dump that is open, and what holds that',
    whyNotIn: (view) => (view === 'tree' || view === 'flame' ? '' : 'Select a context: in the call tree.'),
    run: (app, results) => void app.makersOfDump.showInDump(results),
  },
];

export const OPEN_COMMANDS: readonly RowCommand[] = [
  openCommand('openAll', 'Open All Below', '*', 'The whole subtree'),
  openCommand('closeAll', 'Close All Below', 'Shift+ArrowLeft', 'This row, and all that is open below it'),
  openCommand(
    'hotPath',
    'Expand Hottest Path',
    'h',
    'The heaviest callee of the heaviest callee, while each has more than half of its caller’s time',
  ),
];

export const COPY_COMMANDS: readonly RowCommand[] = [
  {
    id: 'copyName',
    title: 'Copy Name',
    keys: ['Ctrl+c'],
    hint: 'The whole name, with package and parameters',
    whyNotIn: () => '',
    run: (app, results) => void results.selectedText('name').then((text) => app.copyText(text)),
  },
  {
    id: 'copyRow',
    title: 'Copy Row',
    keys: [],
    hint: 'Its name and all its numbers, separated by tabs, times in ns',
    whyNotIn: (view) => (isFlameKind(view) ? 'Frames are no rows: show a table.' : ''),
    run: (_, results, view) => askTable(results, view, { kind: 'copyRow' }),
  },
  {
    id: 'copyStack',
    title: 'Copy Stack',
    keys: ['Ctrl+Alt+c'],
    hint: 'The methods from this one out to the root, one a line',
    whyNotIn: () => '',
    run: (app, results) => void results.selectedText('stack').then((text) => app.copyText(text)),
  },
];

export const ROW_COMMANDS: readonly RowCommand[] = [...SHOW_COMMANDS, ...OPEN_COMMANDS, ...COPY_COMMANDS];

function showIn(view: MethodView, keys: readonly string[], hint: string): RowCommand {
  return {
    id: `showIn.${view}`,
    title: `Show in ${viewFacts(view).title}`,
    keys,
    hint,
    whyNotIn: () => '',
    run: (app, results) => {
      results.chooseSelected();
      app.showView(view);
    },
  };
}

function openCommand(
  id: Extract<TableAction, RowCommandId>,
  title: string,
  key: string,
  hint: string,
): RowCommand {
  return {
    id,
    title,
    keys: [key],
    hint,
    whyNotIn: (view) =>
      view === 'tree' || view === 'callers' || view === 'callees'
        ? ''
        : 'There is nothing to open here: show a tree.',
    run: (_, results, inView) => askTable(results, inView, { kind: 'act', action: id }),
  };
}

/** Callees are asked in the table that was used last. */
function askTable(results: Results, view: ViewKind, ask: Exclude<TableAsk, { kind: 'filter' }>): void {
  if (view === 'callees') results.ask(view, { kind: 'inPane', pane: null, ask });
  // What every table can be asked each kind of table can; a union of kinds cannot say it.
  else if (!isFlameKind(view)) results.ask<TableKind>(view, ask);
}
