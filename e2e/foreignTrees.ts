import type { ExpectedTree } from './expectedTree.ts';

/** Classes that come another way than from a file under their name: see expectedTree.ts for the rules. */
export const FOREIGN_TREES: readonly ExpectedTree[] = [
  {
    // Each of three loaders defines a Plug without a name.
    target: 'NullNames',
    root: 'NullNames::root',
    tree: `
      NullNames.root 1
        NullNames$Nameless.<init> 3
        NullNames$Nameless.plug 3
          NullNames$Plug.<init> 3
        NullNames.use 3
          NullNames$Plug.applyAsInt 15
            NullNames$Plug.half 15`,
  },
  {
    // 4 events while the Flight Recorder records, and 3 after it.
    target: 'FlightEvents',
    root: 'FlightEvents::root',
    tree: `
      FlightEvents.root 1
        FlightEvents.sell 7
          FlightEvents$Sold.<init> 7
            FlightEvents$Sold.note 7
          FlightEvents$Sold.twice 7
            FlightEvents$Sold.note 14`,
  },
];
