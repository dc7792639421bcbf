import { CALLEE_TREES } from './calleeTrees.ts';
import { CALLER_TREES } from './callerTrees.ts';
import type { ExpectedTree } from './expectedTree.ts';
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
    // Arguments of this() and super(), then the constructors from the top down, are all children of the root.
    // FailingSooner's super() never returns, so FailingSooner.<init> is never entered.
    target: 'Constructors',
    root: 'Constructors::root',
    tree: `
      Constructors.root 1
        Constructors$Derived.argument 3
        Constructors$Derived.scale 3
        Constructors$Base.<init> 3
          Constructors$Derived.hook 3
        Constructors$Derived.<init> 3
          Constructors$Derived.initialiser 3
          Constructors$Derived.block 3
          Constructors$Derived.afterSuper 3
        Constructors$Derived.<init> 3
          Constructors$Derived.afterThis 3
        Constructors$Failing.<init> 4
        Constructors$Point.<init> 5
        Constructors$Point.x 5`,
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
    // in use() once for the class of the probes: the only call that the measurement itself makes the program make.
    target: 'ClassLoading',
    root: 'ClassLoading::root',
    tree: `
      ClassLoading.root 1
        ClassLoading$ForeignLoader.loadClass 1
          ClassLoading$ForeignLoader.loadClass 1
        ClassLoading.use 3
          ClassLoading$ForeignLoader.loadClass 1
          ClassLoading$Plugin.<init> 3
          ClassLoading$First.<init> 2
          ClassLoading$Second.<init> 1
          ClassLoading$Foreign.<init> 1
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
        FirstObjects$Top.<init> 1
          FirstObjects$Middle.begin 1
        FirstObjects$Middle.<init> 1
        FirstObjects$Inside.<init> 1
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
        LateClasses$Account.<init> 1
        LateClasses$Premium.<init> 1
        LateClasses$Maths.maker 1
          LateClasses$Maker.<init> 1
          LateClasses$Doubler.<init> 1
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
  ...CALLER_TREES,
  ...THREAD_TREES,
  ...ROOT_TREES,
];

/** One node under the other, `levels` times, below a root at the margin. */
function chain(line: string, levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${'  '.repeat(level + 1)}${line}`).join('\n');
}
