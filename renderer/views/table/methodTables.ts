import { CHANGES_OF_SELF, CHANGES_OF_TOTAL, viewTraits } from './tableTraits.ts';

/** The tables whose rows are methods, each a view. */
export const CALL_TREE = viewTraits(
  {
    id: 'tree',
    label: 'Call Tree',
    nameTitle: 'Name',
    nameHint: 'The method, as it was called from the one above it.',
    isTree: true,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'totalError', 'self', 'selfError', 'metric:totalCalls', 'calls', 'average', 'trend'],
    firstColumns: ['total', 'self', 'selfError', 'metric:totalCalls', 'calls'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'Contexts of either side, matched by their call paths. What only B has is new, what only A has is gone.',
    firstColumns: CHANGES_OF_TOTAL,
  },
);

export const HOT_SPOTS = viewTraits(
  {
    id: 'hot',
    label: 'Hot Spots',
    nameTitle: 'Name',
    nameHint:
      'The numbers are sums over all call paths. A row selects its heaviest call path in the other views.',
    isTree: false,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'self', 'selfError', 'calls', 'metric:totalCalls', 'average', 'contexts', 'trend'],
    firstColumns: ['total', 'self', 'selfError', 'calls', 'metric:totalCalls', 'average', 'contexts'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'The numbers are sums over all call paths of either side. What only B calls is new, what only A calls is gone.',
    firstColumns: CHANGES_OF_SELF,
  },
);

export const BACK_TRACES = viewTraits(
  {
    id: 'callers',
    label: 'Back Traces',
    nameTitle: 'Method, and its callers below it',
    nameHint:
      'At the top every method; below it who called it. The numbers are the method’s own, shared out over its callers.',
    isTree: true,
    hasMethods: true,
    hasSelf: true,
    baseName: 'root total',
    columns: ['total', 'self', 'selfError', 'metric:totalCalls', 'calls', 'average'],
    firstColumns: ['total', 'self', 'selfError', 'metric:totalCalls', 'calls'],
    fixedColumn: 'calls',
  },
  {
    nameHint:
      'At the top every method of either side; below it who called it. The numbers are the method’s own, shared out over its callers.',
    firstColumns: CHANGES_OF_SELF,
  },
);
