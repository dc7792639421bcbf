import type { ExpectedTree } from './expectedTree.ts';

/** Several roots, by several patterns and by one; and a pattern of what is measured. */
export const ROOT_TREES: readonly ExpectedTree[] = [
  {
    // outer(2) calls inner(1), that outer(0), that inner(-1); inner(1) alone calls outer(0), that inner(-1).
    target: 'Roots',
    root: 'Roots::outer',
    options: ['--root', 'Roots::inner'],
    tree: `
      Roots.outer 1
        Roots.leaf 1
        Roots.inner 1
          Roots.leaf 1
          Roots.outer 1
            Roots.leaf 1
            Roots.inner 1
              Roots.leaf 1
      Roots.inner 4
        Roots.leaf 4
        Roots.outer 1
          Roots.leaf 1
          Roots.inner 1
            Roots.leaf 1`,
  },
  {
    target: 'RootPattern',
    root: 'RootPattern$*::handle*',
    tree: `
      RootPattern$Alpha.handleOne 1
        RootPattern.leaf 1
      RootPattern$Alpha.handleTwo 1
        RootPattern$Alpha.other 1
          RootPattern.leaf 1
      RootPattern$Alpha.handleThree 1
      RootPattern$Alpha.handleFour 1
        RootPattern$Beta.handleOne 1
          RootPattern.leaf 1
      RootPattern$Beta.handleOne 5
        RootPattern.leaf 5
      RootPattern$Beta.handleTwo 1
        RootPattern$Beta.handleOne 1
          RootPattern.leaf 1
      RootPattern$Beta.handleThree 1
        RootPattern$Beta.other 1
          RootPattern.leaf 1
      RootPattern$Gamma.handleOne 1
        RootPattern.leaf 1
      RootPattern$Gamma.handleTwo 1
        RootPattern$Alpha.handleOne 1
          RootPattern.leaf 1
      RootPattern$Gamma.handleThree 1
        RootPattern$Gamma.other 1
          RootPattern.leaf 1`,
  },
  {
    // What matches, in all contexts that do: `other` and `leaf` are passed through, and main's way to the root is not there.
    target: 'RootPattern',
    root: 'RootPattern::all',
    options: ['--only', 'RootPattern$*::handle*'],
    tree: `
      RootPattern.all 1
        RootPattern$Alpha.handleOne 1
        RootPattern$Alpha.handleTwo 1
        RootPattern$Alpha.handleThree 1
        RootPattern$Alpha.handleFour 1
          RootPattern$Beta.handleOne 1
        RootPattern$Beta.handleOne 5
        RootPattern$Beta.handleTwo 1
          RootPattern$Beta.handleOne 1
        RootPattern$Beta.handleThree 1
        RootPattern$Gamma.handleOne 1
        RootPattern$Gamma.handleTwo 1
          RootPattern$Alpha.handleOne 1
        RootPattern$Gamma.handleThree 1`,
  },
  {
    // All that matches, each a root: what initialises the classes is not, nor what calls them.
    target: 'StaticRoots',
    root: 'StaticRoots$*',
    options: ['--only', 'StaticRoots$*'],
    tree: `
      StaticRoots$Early.use 2
      StaticRoots$Table.<clinit> 1
        StaticRoots$Table.count 1
      StaticRoots$Tools.<clinit> 1
        StaticRoots$Log.<clinit> 1
        StaticRoots$Log.line 1
      StaticRoots$Tools.use 3`,
  },
];

/** Its class is loaded within the recording: for `record`, with --wait-for-roots. */
export const LATE_ROOT_CLASS: ExpectedTree = {
  target: 'LateRootClass',
  root: 'LateRootClass$Late::root',
  tree: `
    LateRootClass$Late.root 1
      LateRootClass.step 4
      LateRootClass$Later.<init> 1
      LateRootClass$Later.work 1
        LateRootClass.step 1`,
};
