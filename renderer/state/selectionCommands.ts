import { simpleName } from '../../shared/naming/methodNames.ts';
import { SELECTION_STEPS, type Selected, type SelectionStep } from '../worker/selectionSteps.ts';
import type { Results } from './results.ts';

/** Something that can be done with the selected method or context, in whatever view it is selected. */
export interface SelectionCommand {
  readonly id: SelectionStep;
  readonly title: string;
  /** Of a data view that has the focus, as keyName() makes them; the first is shown. */
  readonly keys: readonly string[];
  /** What it does to the tree, in a sentence. */
  readonly hint: string;
}

/** In the order of their menu. Letters are those of Firefox Profiler. Where d pans a chart, Shift+D still drops. */
export const SELECTION_COMMANDS: readonly SelectionCommand[] = [
  {
    id: 'focusSubtree',
    title: 'Focus on Subtree',
    keys: ['Shift+f'],
    hint: 'Only this context and what is called from it',
  },
  {
    id: 'focusMethod',
    title: 'Focus on Function',
    keys: ['f'],
    hint: 'All calls of this method merged, with what they call',
  },
  {
    id: 'dropMethod',
    title: 'Drop Function',
    keys: ['d', 'Shift+d'],
    hint: 'Without this method and all that it calls',
  },
  {
    id: 'mergeMethod',
    title: 'Merge Function',
    keys: ['m'],
    hint: 'As if this method had been compiled into its callers',
  },
  {
    id: 'mergeNode',
    title: 'Merge Node Only',
    keys: ['Shift+m'],
    hint: 'The same in this one context',
  },
  {
    id: 'collapseMethod',
    title: 'Collapse Function',
    keys: [],
    hint: 'What this method calls becomes its own time',
  },
  {
    id: 'collapseClass',
    title: 'Collapse Class',
    keys: ['c'],
    hint: 'Calls within this class are not shown',
  },
  {
    id: 'collapsePackage',
    title: 'Collapse Package',
    keys: ['Shift+c'],
    hint: 'Calls within this package and those below it are not shown',
  },
  {
    id: 'collapseRecursion',
    title: 'Collapse Recursion',
    keys: ['r'],
    hint: 'Recursive calls of this method become one, whatever was called in between',
  },
  {
    id: 'collapseDirectRecursion',
    title: 'Collapse Direct Recursion',
    keys: ['Shift+r'],
    hint: 'Calls that this method makes to itself become one',
  },
  {
    id: 'hideSmall',
    title: 'Hide below 1 %',
    keys: [],
    hint: 'Contexts with less than 1 % of the total are summed up',
  },
  {
    id: 'showPathsTo',
    title: 'Show Paths to Function',
    keys: ['p'],
    hint: 'Only this method and its callers; what is beside them is summed up',
  },
  {
    id: 'showOnlyClass',
    title: 'Show Only This Class',
    keys: ['o'],
    hint: 'All other methods are merged into their callers',
  },
  {
    id: 'showOnlyPackage',
    title: 'Show Only This Package',
    keys: ['Shift+o'],
    hint: 'All methods outside of it, and of the packages below it, are merged into their callers',
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
  return !command || SELECTION_STEPS[command.id](selected) ? '' : NO_PACKAGE;
}

/** C.run, for a title. */
export function selectedText({ method }: Selected): string {
  return `${simpleName(method.className)}.${method.name}`;
}
