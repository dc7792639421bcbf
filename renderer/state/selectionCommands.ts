import type { CallPath } from '../../shared/analysis/callPath.ts';
import { methodName, packageName, simpleName } from '../../shared/model/methodNames.ts';
import type { Transform } from '../../shared/model/transform.ts';
import type { MethodName } from '../worker/cctProtocol.ts';
import type { Results } from './results.ts';

/** What is selected in some results: the last method of a call path. */
export interface Selected {
  readonly path: CallPath;
  readonly method: MethodName;
}

/** Something that can be done with the selected method or context, in whatever view it is selected. */
export interface SelectionCommand {
  readonly id: SelectionCommandId;
  readonly title: string;
  /** Of a data view that has the focus, as keyName() makes them; the first is shown. */
  readonly keys: readonly string[];
  /** What it does to the tree, in a sentence. */
  readonly hint: string;
  /** The step that it takes; null: it cannot be taken for this one. */
  step(selected: Selected): Transform | null;
}

export type SelectionCommandId =
  | 'focusSubtree'
  | 'focusMethod'
  | 'dropMethod'
  | 'mergeMethod'
  | 'mergeNode'
  | 'collapseMethod'
  | 'collapseClass'
  | 'collapsePackage'
  | 'collapseRecursion'
  | 'collapseDirectRecursion'
  | 'hideSmall'
  | 'showPathsTo'
  | 'showOnlyClass'
  | 'showOnlyPackage';

/** What `hideSmall` hides, of the total. */
const SMALL_SHARE = 0.01;

/** In the order of their menu. Letters are those of Firefox Profiler. Where d pans a chart, Shift+D still drops. */
export const SELECTION_COMMANDS: readonly SelectionCommand[] = [
  {
    id: 'focusSubtree',
    title: 'Focus on Subtree',
    keys: ['Shift+f'],
    hint: 'Only this context and what is called from it',
    step: ({ path }) => ({ kind: 'focusSubtree', path }),
  },
  {
    id: 'focusMethod',
    title: 'Focus on Function',
    keys: ['f'],
    hint: 'All calls of this method merged, with what they call',
    step: ({ method }) => ({ kind: 'focusMethods', methods: [method.id] }),
  },
  {
    id: 'dropMethod',
    title: 'Drop Function',
    keys: ['d', 'Shift+d'],
    hint: 'Without this method and all that it calls',
    step: ({ method }) => ({ kind: 'dropMethods', methods: [method.id] }),
  },
  {
    id: 'mergeMethod',
    title: 'Merge Function',
    keys: ['m'],
    hint: 'As if this method had been compiled into its callers',
    step: ({ method }) => ({ kind: 'mergeMethods', methods: [method.id] }),
  },
  {
    id: 'mergeNode',
    title: 'Merge Node Only',
    keys: ['Shift+m'],
    hint: 'The same in this one context',
    step: ({ path }) => ({ kind: 'mergeNode', path }),
  },
  {
    id: 'collapseMethod',
    title: 'Collapse Function',
    keys: [],
    hint: 'What this method calls becomes its own time',
    step: ({ method }) => ({ kind: 'collapseMethods', methods: [method.id] }),
  },
  {
    id: 'collapseClass',
    title: 'Collapse Class',
    keys: ['c'],
    hint: 'Calls within this class are not shown',
    step: ({ method }) => ({ kind: 'collapseClass', className: method.className }),
  },
  {
    id: 'collapsePackage',
    title: 'Collapse Package',
    keys: ['Shift+c'],
    hint: 'Calls within this package and those below it are not shown',
    step: ({ method }) => {
      const name = packageName(method.className);
      return name === '' ? null : { kind: 'collapsePackage', packageName: name };
    },
  },
  {
    id: 'collapseRecursion',
    title: 'Collapse Recursion',
    keys: ['r'],
    hint: 'Recursive calls of this method become one, whatever was called in between',
    step: ({ method }) => ({ kind: 'collapseRecursion', methods: [method.id], directOnly: false }),
  },
  {
    id: 'collapseDirectRecursion',
    title: 'Collapse Direct Recursion',
    keys: ['Shift+r'],
    hint: 'Calls that this method makes to itself become one',
    step: ({ method }) => ({ kind: 'collapseRecursion', methods: [method.id], directOnly: true }),
  },
  {
    id: 'hideSmall',
    title: 'Hide below 1 %',
    keys: [],
    hint: 'Contexts with less than 1 % of the total are summed up',
    step: () => ({ kind: 'hideSmall', share: SMALL_SHARE }),
  },
  {
    id: 'showPathsTo',
    title: 'Show Paths to Function',
    keys: ['p'],
    hint: 'Only this method and its callers; what is beside them is summed up',
    step: ({ method }) => ({
      kind: 'showPathsTo',
      filter: { kind: 'name', text: methodName(method, 'long') },
    }),
  },
  {
    id: 'showOnlyClass',
    title: 'Show Only This Class',
    keys: ['o'],
    hint: 'All other methods are merged into their callers',
    step: ({ method: { className } }) => ({
      kind: 'showOnly',
      filter: { kind: 'class', text: className },
    }),
  },
  {
    id: 'showOnlyPackage',
    title: 'Show Only This Package',
    keys: ['Shift+o'],
    hint: 'All methods outside of it, and of the packages below it, are merged into their callers',
    step: ({ method }) => {
      const name = packageName(method.className);
      return name === '' ? null : { kind: 'showOnly', filter: { kind: 'packages', packages: [name] } };
    },
  },
];

/** The selected method; null: none is, or one that stands for others that are hidden. */
export function selectedIn(results: Results): Selected | null {
  const path = results.selection.get();
  const method = results.methods.get(path.at(-1) ?? -1);
  return method && method.className !== '' ? { path, method } : null;
}

const NOTHING_SELECTED = 'Select a method first.';
const NO_PACKAGE = 'Its class is in no package.';

/** "" when the command can be done with what is selected, or without one when a method is; else why not. */
export function whyNotSelected(results: Results | null, command?: SelectionCommand): string {
  const selected = results && selectedIn(results);
  if (!selected) return NOTHING_SELECTED;
  return !command || command.step(selected) ? '' : NO_PACKAGE;
}

/** C.run, for a title. */
export function selectedText({ method }: Selected): string {
  return `${simpleName(method.className)}.${method.name}`;
}

/** Takes the step of a command with what is selected. @returns whether it could */
export function runSelectionCommand(results: Results, command: SelectionCommand): boolean {
  const selected = selectedIn(results);
  const step = selected && command.step(selected);
  if (!step) return false;
  results.takeStep(step);
  return true;
}
