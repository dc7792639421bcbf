import type { ExpectedTree } from './expectedTree.ts';

/** What the root itself calls in StartedThreads: all that is recorded of it unless threads are followed. */
const STARTERS = `
      StartedThreads.root 1
        StartedThreads.subclass 1
          StartedThreads$Worker.<init> 1
        StartedThreads.plainThreads 1
        StartedThreads.pool 1
        StartedThreads.forkJoin 1
        StartedThreads.chain 1
        StartedThreads.failing 1
          StartedThreads.leaf 3`;

/** Threads that a subgraph starts; several pictures side by side are those of several threads. */
export const THREAD_TREES: readonly ExpectedTree[] = [
  {
    target: 'StartedThreads',
    root: 'StartedThreads::root',
    tree: STARTERS,
  },
  {
    // `plain` also runs in threads that are started before, during and after the root, but not by it: 20 are the root's. The
    // pool's thread is the root's for ever. `inner` is a root as well, within a thread that is followed: it is nested.
    target: 'StartedThreads',
    root: 'StartedThreads::root',
    options: ['--follow-threads', '--root', 'StartedThreads::inner'],
    tree: `${STARTERS}
      StartedThreads$Worker.run 1
        StartedThreads.await 1
        StartedThreads.leaf 1
      StartedThreads.plain 20
        StartedThreads.leaf 2000
      StartedThreads.submitted 10
        StartedThreads.leaf 10
      StartedThreads.submittedLater 1
        StartedThreads.leaf 1
      StartedThreads.lambda$forkJoin 10
        StartedThreads.leaf 10
      StartedThreads.first 1
      StartedThreads.second 1
        StartedThreads.inner 1
          StartedThreads.leaf 1
        StartedThreads.leaf 1`,
  },
  {
    target: 'StartedVirtualThreads',
    root: 'StartedVirtualThreads::root',
    sinceJdk: 21,
    tree: `
      StartedVirtualThreads.root 1`,
  },
  {
    target: 'StartedVirtualThreads',
    root: 'StartedVirtualThreads::root',
    options: ['--follow-threads'],
    sinceJdk: 21,
    tree: `
      StartedVirtualThreads.root 1
      StartedVirtualThreads.started 500
        StartedVirtualThreads.leaf 5000
      StartedVirtualThreads.built 501
        StartedVirtualThreads.leaf 501
      StartedVirtualThreads.onPlatform 1
      StartedVirtualThreads.submitted 500
        StartedVirtualThreads.leaf 500`,
  },
];
