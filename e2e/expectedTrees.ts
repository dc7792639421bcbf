import { CALLEE_TREES } from './calleeTrees.ts';
import { CALLER_TREES } from './callerTrees.ts';
import type { ExpectedTree } from './expectedTree.ts';
import { FOREIGN_TREES } from './foreignTrees.ts';
import { ROOT_TREES } from './rootTrees.ts';
import { THREAD_TREES } from './threadTrees.ts';

/** All pictures: see expectedTree.ts for their rules. */
export const EXPECTED_TREES: readonly ExpectedTree[] = [
  {
    // root(2) enters itself twice; fib(5) makes 15 calls: 1, 2, 4, 6 and 2 at depths 0 to 4.
    target: 'Recursion',
    root: 'Recursion::root',
    tree: `
      Recursion.root 1
        Recursion.root 1
          Recursion.root 1
            Recursion.fib 1
              Recursion.fib 2
                Recursion.fib 4
                  Recursion.fib 6
                    Recursion.fib 2
            Recursion.even 1
              Recursion.odd 1
                Recursion.even 1
                  Recursion.odd 1
                    Recursion.even 1`,
  },
  {
    // nextValue() throws the second time; each sum() goes over a list of two.
    target: 'Getters',
    root: 'Getters::root',
    tree: `
      Getters.root 1
        Getters.<init> 2
        Getters.setNext 1
        Getters.hot 1
          Getters.sum 200000
            Getters.value 400000
            Getters.isLast 400000
        Getters.nextValue 2
        Getters.zero 1`,
  },
  {
    // 4 squares and 3 big squares share doubled() and area(); 5 circles override doubled(); compareTo has a bridge.
    target: 'Polymorphism',
    root: 'Polymorphism::root',
    tree: `
      Polymorphism.root 1
        Polymorphism$Shape.doubled 7
          Polymorphism$Square.area 7
            Polymorphism$Square.side 8
            Polymorphism$BigSquare.side 6
        Polymorphism$Circle.doubled 5
          Polymorphism$Round.area 5
            Polymorphism$Circle.radius 10
        Polymorphism$Circle.compareTo 3
          Polymorphism$Circle.compareTo 3
        Polymorphism$Shape.small 1
          Polymorphism$Square.<init> 1`,
  },
  {
    // caught: 5 from outer, 1 from withFinally, 4 from replace, 2 from divide. The last thrower ends the root itself.
    target: 'Exceptions',
    root: 'Exceptions::root',
    tree: `
      Exceptions.root 1
        Exceptions.outer 10
          Exceptions.middle 10
            Exceptions.thrower 5
            Exceptions.quiet 5
        Exceptions.withFinally 3
          Exceptions.quiet 2
          Exceptions.thrower 1
          Exceptions.cleanup 3
        Exceptions.replace 4
          Exceptions.thrower 4
          Exceptions$Refused.<init> 4
        Exceptions.divide 2
        Exceptions.caught 12
        Exceptions.after 1
        Exceptions.thrower 1`,
  },
  {
    // Derived() calls Derived(int), which calls Base(int); FailingSooner's super() never returns.
    target: 'Constructors',
    root: 'Constructors::root',
    tree: `
      Constructors.root 1
        Constructors$Derived.<init> 3
          Constructors$Derived.argument 3
          Constructors$Derived.<init> 3
            Constructors$Derived.scale 3
            Constructors$Base.<init> 3
              Constructors$Derived.hook 3
            Constructors$Derived.initialiser 3
            Constructors$Derived.block 3
            Constructors$Derived.afterSuper 3
          Constructors$Derived.afterThis 3
        Constructors$Failing.<init> 2
        Constructors$FailingSooner.<init> 2
          Constructors$Failing.<init> 2
        Constructors$Point.<init> 5
        Constructors$Point.x 5`,
  },
  {
    // Worked out in the source, beside each method.
    target: 'Construction',
    root: 'Construction::root',
    tree: `
      Construction.root 1
        Construction.chained 1
          Construction$R.<init> 4
            Construction$Q.<init> 4
              Construction$Q.<init> 4
                Construction$P.<init> 4
                Construction$X.<init> 8
        Construction.thrownBehind 1
          Construction$Bad.<init> 9
            Construction$P.<init> 9
          Construction.noted 3
        Construction.thrownInArgument 1
          Construction.boom 5
          Construction.noted 5
        Construction.thrownBeforeSuper 1
          Construction$Early.<init> 5
            Construction.boom 5
          Construction.noted 5
        Construction.thrownInSuper 1
          Construction$D.<init> 1000
            Construction$B.<init> 1000
          Construction.noted 1500
        Construction.thrownAbove 1
          Construction$Third.<init> 6
            Construction$D.<init> 6
              Construction.passed 6
              Construction$B.<init> 6
          Construction.noted 3
        Construction.thrownThroughThis 1
          Construction$Third.<init> 4
            Construction$Third.<init> 4
              Construction$D.<init> 4
                Construction.passed 4
                Construction$B.<init> 4
          Construction.noted 2
        Construction.nested 1
          Construction$Twin.<init> 2
            Construction$B.<init> 2
            Construction$Twin.<init> 2
              Construction$B.<init> 2
            Construction.noted 2
          Construction.noted 2
        Construction.passedOn 1
          Construction$Holder.<init> 3
            Construction$P.<init> 3
            Construction$D.<init> 3
              Construction.passed 3
              Construction$B.<init> 3
            Construction.noted 3
          Construction.noted 3
        Construction.virtualInSuper 1
          Construction$Asked.<init> 2
            Construction$Asking.<init> 2
              Construction$Asked.answer 2
                Construction.boom 1
              Construction.noted 2
          Construction.noted 1
        Construction.initialised 1
          Construction$Broken.<clinit> 1
            Construction$D.<init> 1
              Construction.passed 1
              Construction$B.<init> 1
          Construction.noted 1
        Construction.thrownUnmeasured 1
          Construction$Capped.<init> 6
            Construction.passed 3
          Construction.noted 3
        Construction.passedOnUnmeasured 1
          Construction.passingOn 3
            Construction$Capped.<init> 3
          Construction.noted 3`,
  },
  {
    // The gate opens at the first instruction of a constructor: its arguments and what it calls by super() are inside.
    // Every other D fails, and has left the subgraph by then: what the next one does is not below it.
    target: 'Construction',
    root: 'Construction$D::<init>',
    tree: `
      Construction$D.<init> 1000
        Construction$B.<init> 1000
      Construction$D.<init> 14
        Construction.passed 14
        Construction$B.<init> 14`,
  },
  {
    target: 'FlexibleConstructors',
    root: 'FlexibleConstructors::root',
    sinceJdk: 25,
    tree: `
      FlexibleConstructors.root 1
        FlexibleConstructors$Checked.<init> 10
          FlexibleConstructors.check 10
          FlexibleConstructors$Base.<init> 6
            FlexibleConstructors$Checked.hook 6
          FlexibleConstructors.behind 4
        FlexibleConstructors.noted 6
        FlexibleConstructors$Retrying.<init> 3
          FlexibleConstructors$Checked.<init> 6
            FlexibleConstructors.check 6
            FlexibleConstructors$Base.<init> 3
              FlexibleConstructors$Checked.hook 3
            FlexibleConstructors.behind 3
          FlexibleConstructors.noted 3
          FlexibleConstructors$Base.<init> 3
            FlexibleConstructors$Retrying.hook 3`,
  },
  {
    target: 'StaticInit',
    root: 'StaticInit::root',
    tree: `
      StaticInit.root 1
        StaticInit$Lazy.<clinit> 1
          StaticInit$Lazy.compute 1
          StaticInit$Lazy.block 1
        StaticInit$Lazy.get 3
        StaticInit$Holder.<clinit> 1
          StaticInit$Holder.make 1
        StaticInit$Broken.<clinit> 1
          StaticInit$Broken.fail 1
        StaticInit.first 1
        StaticInit.later 1`,
  },
  {
    // 8 threads x 5,000 steps x 2 leaves.
    target: 'Threads',
    root: 'Threads::root',
    tree: `
      Threads.root 8
        Threads.step 40000
          Threads.leaf 80000`,
  },
  {
    // Constructors run by reflection. The JVM asks ForeignLoader for Foreign and, within that, for its superclass; and
    // Sluice once for the class of the probes, which is not counted.
    target: 'ClassLoading',
    root: 'ClassLoading::root',
    tree: `
      ClassLoading.root 1
        ClassLoading$ForeignLoader.loadClass 1
          ClassLoading$ForeignLoader.loadClass 1
        ClassLoading.use 3
          ClassLoading$First.<init> 1
            ClassLoading$Plugin.<init> 1
          ClassLoading$Second.<init> 1
            ClassLoading$First.<init> 1
              ClassLoading$Plugin.<init> 1
          ClassLoading$Foreign.<init> 1
            ClassLoading$Plugin.<init> 1
          ClassLoading$First.work 10
          ClassLoading$Second.work 10
            ClassLoading$First.work 10
            ClassLoading$Second.detail 10
          ClassLoading$Foreign.work 10
            ClassLoading$Plugin.shared 10`,
  },
  {
    // Never is loaded, and no object of it is made.
    target: 'FirstObjects',
    root: 'FirstObjects::root',
    tree: `
      FirstObjects.root 7
        FirstObjects.use 7
          FirstObjects$Known.work 1000
          FirstObjects$OtherTop.work 1000
            FirstObjects$Outside.step 1000
          FirstObjects$ByThread.work 1000
          FirstObjects$Stored1.work 1000
          FirstObjects$Bare1.work 1000
          FirstObjects$Copied.work 1000
          FirstObjects$Extended.work 1000
            FirstObjects$Extending.own 1000
      FirstObjects.root 1
        FirstObjects$Never.touch 1
        FirstObjects$Inside.<init> 1
          FirstObjects$Middle.<init> 1
            FirstObjects$Top.<init> 1
              FirstObjects$Middle.begin 1
        FirstObjects.byThread 1
        FirstObjects.read 1
          FirstObjects$Stored2.readResolve 1
        FirstObjects.allocated 1
        FirstObjects.use 4
          FirstObjects$Inside.work 1000
            FirstObjects$Top.shared 1000
          FirstObjects$ByThreadMeanwhile.work 1000
          FirstObjects$Stored2.work 1000
          FirstObjects$OtherTop.work 1000
            FirstObjects$Bare2.step 1000`,
  },
  {
    target: 'LentLambdas',
    root: 'LentLambdas::root',
    tree: `
      LentLambdas.root 3
        LentLambdas$Work.first 1000
        LentLambdas$Work.second 1000
        LentLambdas$Work.third 1000`,
  },
  {
    target: 'LateClasses',
    root: 'LateClasses::root',
    tree: `
      LateClasses.root 1
        LateClasses.fee 2
          LateClasses$Account.fee 1
          LateClasses$Premium.bonus 1
        LateClasses$Premium.<init> 1
          LateClasses$Account.<init> 1
        LateClasses$Maths.maker 1
          LateClasses$Doubler.<init> 1
            LateClasses$Maker.<init> 1
        LateClasses$Doubler.make 1
        LateClasses$Maths.twice 1`,
  },
  {
    target: 'LateRoot',
    root: 'LateRoot::root',
    tree: `
      LateRoot.root 1
        LateRoot.step 7
          LateRoot.leaf 7`,
  },
  {
    // 8 sorted words take 7 comparisons, each through the bridge; the pool's thread factory runs in the root's thread,
    // the pooled task does not; 5 puts and 5 gets hash 10 keys and compare 5.
    target: 'Callbacks',
    root: 'Callbacks::root',
    tree: `
      Callbacks.root 1
        Callbacks.sort 1
          Callbacks$ByLength.<init> 1
          Callbacks$ByLength.compare 7
            Callbacks$ByLength.compare 7
        Callbacks.direct 1
          Callbacks$Task.<init> 4
          Callbacks$Task.run 4
            Callbacks$Task.step 4
        Callbacks.pooled 1
          Callbacks$Task.<init> 1
          Callbacks.lambda$static 1
        Callbacks.stream 1
          Callbacks.lambda$stream 100
          Callbacks.lambda$stream 100
        Callbacks.mapped 1
          Callbacks$Key.<init> 10
          Callbacks$Key.hashCode 10
          Callbacks$Key.equals 5
        Callbacks.reflected 1
          Callbacks.reflectedStep 20`,
  },
  {
    target: 'VirtualThreads',
    root: 'VirtualThreads::root',
    sinceJdk: 21,
    tree: `
      VirtualThreads.root 1000
        VirtualThreads.step 10000
          VirtualThreads.leaf 10000`,
  },
  {
    // Generated (fixtures/bigMethod.ts): 2 turns of a loop that spans 35,000 bytes of code and makes 7,000 calls.
    target: 'BigMethod',
    root: 'BigMethod::root',
    tree: `
      BigMethod.root 1
        BigMethod.large 1
          BigMethod.leaf 14000`,
  },
  {
    target: 'DeepRecursion',
    root: 'DeepRecursion::root',
    tree: `DeepRecursion.root 1\n${chain('DeepRecursion.down 2', 5000)}`,
  },
  ...CALLEE_TREES,
  ...FOREIGN_TREES,
  ...CALLER_TREES,
  ...THREAD_TREES,
  ...ROOT_TREES,
];

/** One node under the other, `levels` times, below a root at the margin. */
function chain(line: string, levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${'  '.repeat(level + 1)}${line}`).join('\n');
}
