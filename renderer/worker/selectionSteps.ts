import type { CallPath } from '../../shared/analysis/callPath.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { methodName, packageName } from '../../shared/naming/methodNames.ts';
import type { Transform } from '../../shared/rows/transform.ts';

/** What is selected in some results: the last method of a call path. */
export interface Selected {
  readonly path: CallPath;
  readonly method: Omit<MethodInfo, 'root'>;
}

/** What `hideSmall` hides, of the total. */
const SMALL_SHARE = 0.01;

/** The steps that can be taken with what is selected; null: not with this one. */
export const SELECTION_STEPS = {
  focusSubtree: ({ path }) => ({ kind: 'focusSubtree', path }),
  focusMethod: ({ method }) => ({ kind: 'focusMethods', methods: [method.id] }),
  dropMethod: ({ method }) => ({ kind: 'dropMethods', methods: [method.id] }),
  mergeMethod: ({ method }) => ({ kind: 'mergeMethods', methods: [method.id] }),
  mergeNode: ({ path }) => ({ kind: 'mergeNode', path }),
  collapseMethod: ({ method }) => ({ kind: 'collapseMethods', methods: [method.id] }),
  collapseClass: ({ method }) => ({ kind: 'collapseClass', className: method.className }),
  collapsePackage: ({ method }) =>
    ofPackage(method, (name) => ({ kind: 'collapsePackage', packageName: name })),
  collapseRecursion: ({ method }) => ({
    kind: 'collapseRecursion',
    methods: [method.id],
    directOnly: false,
  }),
  collapseDirectRecursion: ({ method }) => ({
    kind: 'collapseRecursion',
    methods: [method.id],
    directOnly: true,
  }),
  hideSmall: () => ({ kind: 'hideSmall', share: SMALL_SHARE }),
  showPathsTo: ({ method }) => ({
    kind: 'showPathsTo',
    filter: { kind: 'name', text: methodName(method, 'long') },
  }),
  showOnlyClass: ({ method: { className } }) => ({
    kind: 'showOnly',
    filter: { kind: 'class', text: className },
  }),
  showOnlyPackage: ({ method }) =>
    ofPackage(method, (name) => ({ kind: 'showOnly', filter: { kind: 'packages', packages: [name] } })),
} satisfies Record<string, (selected: Selected) => Transform | null>;

export type SelectionStep = keyof typeof SELECTION_STEPS;

/** @returns null when its class is in no package */
function ofPackage({ className }: Selected['method'], step: (name: string) => Transform): Transform | null {
  const name = packageName(className);
  return name === '' ? null : step(name);
}
