import type { ExpectedTree } from './expectedTree.ts';

/** Who calls: each way in which the JVM, the JDK and excluded code come to a method of the program. */
export const CALLER_TREES: readonly ExpectedTree[] = [
  {
    // The JVM puts proxies of public interfaces into packages of the JDK; one of a package-private interface is the program's.
    target: 'Proxies',
    root: 'Proxies::root',
    tree: `
      Proxies.root 1
        Proxies.ofJdkInterface 1
          Proxies.proxy 1
          Proxies$Answering.<init> 1
          Proxies$Answering.invoke 1000
            Proxies$Answering.answer 1000
        Proxies.madeBefore 1
          Proxies$Answering.invoke 1000
            Proxies$Answering.answer 1000
        Proxies.secret 1
          $Proxy.tell 1000
            Proxies$Answering.invoke 1000
              Proxies$Answering.answer 1000
        Proxies.delegating 1
          Proxies.proxy 1
          Proxies$Delegating.<init> 1
          Proxies$Delegating.invoke 1000
            Proxies$Person.greet 1000
        Proxies.defaults 1
          Proxies$Answering.invoke 1000
            Proxies$Greeter.twice 1000
              Proxies$Answering.invoke 1000
                Proxies$Answering.answer 1000
        Proxies.objectMethods 1
          Proxies$Answering.invoke 1000
            Proxies$Answering.answer 1000`,
  },
  {
    // Constructors: Made() calls make() and then Made(int), which calls Base().
    target: 'Reflection',
    root: 'Reflection::root',
    tree: `
      Reflection.root 1
        Reflection.ofClass 1
          Reflection.named 1000
            Reflection.leaf 1000
        Reflection.chosenByReceiver 1
          Reflection$Made.<init> 1
            Reflection$Base.<init> 1
          Reflection$Made.own 1000
            Reflection.leaf 1000
        Reflection.hidden 1
          Reflection$Made.<init> 1
            Reflection$Base.<init> 1
          Reflection$Made.hidden 1000
            Reflection.leaf 1000
        Reflection.inherited 1
          Reflection$Nameless.<init> 1
          Reflection$Named.name 1000
        Reflection.constructed 1
          Reflection$Made.<init> 1000
            Reflection$Base.<init> 1000
          Reflection$Made.<init> 1000
            Reflection$Made.make 1000
            Reflection$Made.<init> 1000
              Reflection$Base.<init> 1000
        Reflection.joinedName 1
          Reflection.step7 1000
            Reflection.leaf 1000
        Reflection.listed 1
          Reflection$Listed.unnamedStep 1000
            Reflection.leaf 1000
        Reflection.throwing 1
          Reflection.fail 1000
          Reflection.caught 1000`,
  },
  {
    // Worked out from the JDK's code where the number is not 1,000: see the comments in the source.
    target: 'LeftOutCallers',
    root: 'LeftOutCallers::root',
    tree: `
      LeftOutCallers.root 1
        LeftOutCallers.sortedArray 1
          LeftOutCallers$Descending.<init> 1
          LeftOutCallers$Descending.compare 1000
            LeftOutCallers$Descending.compare 1000
        LeftOutCallers.sortedList 1
          LeftOutCallers$Key.compareTo 999
            LeftOutCallers$Key.compareTo 999
          LeftOutCallers.numberOf 1998
        LeftOutCallers.treeMap 1
          LeftOutCallers$Key.compareTo 1001
            LeftOutCallers$Key.compareTo 1001
        LeftOutCallers.queue 1
          LeftOutCallers$Key.compareTo 1000
            LeftOutCallers$Key.compareTo 1000
        LeftOutCallers.hashed 1
          LeftOutCallers$Key.<init> 1000
          LeftOutCallers$Key.hashCode 3000
          LeftOutCallers$Key.equals 1000
        LeftOutCallers.searched 1
          LeftOutCallers$Key.<init> 1
          LeftOutCallers$Key.equals 1000
        LeftOutCallers.computed 1
          LeftOutCallers.compute 1000
        LeftOutCallers.callerRuns 1
          LeftOutCallers$Task.run 1000
            LeftOutCallers$Task.step 1000
        LeftOutCallers.futures 1
          LeftOutCallers$Task.call 1000
            LeftOutCallers$Task.call 1000
              LeftOutCallers$Task.step 1000
        LeftOutCallers.otherThread 1
        LeftOutCallers.listeners 1
          LeftOutCallers$Listener.<init> 1
          LeftOutCallers$Listener.propertyChange 1000
            LeftOutCallers$Listener.heard 1000
        LeftOutCallers.forEach 1
          LeftOutCallers$Range.<init> 1
          LeftOutCallers$Range.iterator 1
            LeftOutCallers$Numbers.<init> 1
          LeftOutCallers$Numbers.hasNext 1001
          LeftOutCallers$Numbers.next 1000
            LeftOutCallers$Numbers.next 1000
          LeftOutCallers.each 1000
        LeftOutCallers.iterated 1
          LeftOutCallers$Range.<init> 1
          LeftOutCallers$Range.iterator 1
            LeftOutCallers$Numbers.<init> 1
          LeftOutCallers$Numbers.hasNext 1001
          LeftOutCallers$Numbers.next 1000
            LeftOutCallers$Numbers.next 1000
        LeftOutCallers.abstractList 1
          LeftOutCallers$Squares.<init> 1
          LeftOutCallers$Squares.size 1001
          LeftOutCallers$Squares.get 1000
            LeftOutCallers$Squares.get 1000
        LeftOutCallers.bytes 1
          LeftOutCallers$Bytes.<init> 1
          LeftOutCallers$Bytes.skip 1000
          LeftOutCallers$Bytes.read 1000
        LeftOutCallers.optional 1
          LeftOutCallers.mapped 1000
        LeftOutCallers.threadLocal 1
          LeftOutCallers.lambda$static 1000
            LeftOutCallers.initial 1000
        LeftOutCallers.stream 1
          LeftOutCallers.wanted 1000
          LeftOutCallers.numberOf 500`,
  },
  {
    // Reading an object runs the constructor of its first superclass that is not serialisable, or the hooks' way.
    target: 'Serialization',
    root: 'Serialization::root',
    tree: `
      Serialization.root 1
        Serialization.hooked 1
          Serialization.copyOf 1000
            Serialization$Hooked.writeReplace 1000
            Serialization$Hooked.writeObject 1000
              Serialization$Hooked.written 1000
            Serialization$Plain.<init> 1000
            Serialization$Hooked.readObject 1000
              Serialization$Hooked.read 1000
            Serialization$Hooked.readResolve 1000
        Serialization.external 1
          Serialization.copyOf 1000
            Serialization$External.<init> 1000
            Serialization$External.writeExternal 1000
            Serialization$External.readExternal 1000
        Serialization.records 1
          Serialization.copyOf 1000
            Serialization$Point.<init> 1000
          Serialization$Point.x 1000
        Serialization.lambdas 1
          Serialization.copyOf 1000
            Serialization.$deserializeLambda$ 1000
          Serialization.lambda$static 1000
            Serialization.leaf 1000`,
  },
  {
    // Classes of one name are one in the picture.
    target: 'Loaders',
    root: 'Loaders::root',
    tree: `
      Loaders.root 1
        Loaders.before 1
          Loaders$Twice.applyAsInt 1000
            Loaders$Twice.leaf 1000
          Loaders.call 1
            Loaders$Upper.inherited 1000
              Loaders$Middle.overridden 1000
                Loaders$Middle.middle 1000
        Loaders.second 1
          Loaders$Definer.<init> 1
          Loaders$Definer.make 1
            Loaders$Twice.<clinit> 1
              Loaders$Twice.initialised 1
            Loaders$Twice.<init> 1
          Loaders$Twice.applyAsInt 1000
            Loaders$Twice.leaf 1000
        Loaders.lower 1
          Loaders$Definer.<init> 1
          Loaders$Definer.make 1
            Loaders$Lower.<init> 1
              Loaders$Middle.<init> 1
                Loaders$Upper.<init> 1
          Loaders.call 1
            Loaders$Upper.inherited 1000
              Loaders$Middle.overridden 1000
                Loaders$Lower.middle 1000
                  Loaders$Middle.middle 1000
        Loaders.otherLine 1
          Loaders$Definer.<init> 2
          Loaders$Definer.make 2
            Loaders$Middle.<init> 1
              Loaders$Upper.<init> 1
            Loaders$Lower.<init> 1
              Loaders$Middle.<init> 1
                Loaders$Upper.<init> 1
          Loaders.call 2
            Loaders$Upper.inherited 2000
              Loaders$Middle.overridden 2000
                Loaders$Middle.middle 1000
                Loaders$Lower.middle 1000
                  Loaders$Middle.middle 1000`,
  },
  {
    // Throwable's constructor calls fillInStackTrace, within the exception's own constructor.
    target: 'NativeCallers',
    root: 'NativeCallers::root',
    tree: `
      NativeCallers.root 1
        NativeCallers.forName 1
          NativeCallers$Named.<clinit> 1
            NativeCallers$Named.initialised 1
        NativeCallers.ensured 1
          NativeCallers$Ensured.<clinit> 1
            NativeCallers$Ensured.initialised 1
        NativeCallers.asked 1
          NativeCallers$Asked.<init> 1
          NativeCallers$Asked.loadClass 1000
            NativeCallers$Asked.missing 1000
        NativeCallers.threads 1
          NativeCallers$Entering.<init> 1
        NativeCallers.thrown 1
          NativeCallers$Quick.<init> 1000
            NativeCallers$Quick.fillInStackTrace 1000
        NativeCallers.privileged 1
          NativeCallers$Action.<init> 1
          NativeCallers$Action.run 1000
            NativeCallers$Action.run 1000
        NativeCallers.walked 1
          NativeCallers$Walking.<init> 1
          NativeCallers$Walking.apply 1000
            NativeCallers$Walking.apply 1000
        NativeCallers.accessors 1
          NativeCallers.accessed 1000
          NativeCallers$Action.<init> 1000
          NativeCallers$Action.run 1000
        NativeCallers$Copied.<init> 1
        NativeCallers$Copied.clone 1`,
  },
  {
    target: 'NativeUpcalls',
    root: 'NativeUpcalls::root',
    sinceJdk: 22,
    tree: `
      NativeUpcalls.root 1
        NativeUpcalls.search 1000
          NativeUpcalls.compare 1000
            NativeUpcalls.found 1000`,
  },
  {
    // What is left out calls methods that nothing else calls: they hang under the caller of the left-out code.
    target: 'Excluded',
    root: 'Excluded::root',
    excludes: ['Excluded.Library', 'Excluded.Callback', 'Excluded::silent'],
    tree: `
      Excluded.root 1
        Excluded.direct 1
          Excluded$Program.called 1000
            Excluded$Program.leaf 1000
        Excluded.made 1
          Excluded$Program.<init> 1000
          Excluded$Program.add 1000
            Excluded$Program.leaf 1000
        Excluded.back 1
          Excluded$Program.<init> 1
          Excluded.lambda$back 1000
          Excluded$Program.call 1000
            Excluded$Program.leaf 1000
        Excluded.lambda 1
          Excluded$Program.inLambda 1000
            Excluded$Program.leaf 1000
        Excluded.reflected 1
          Excluded$Program.reflected 1000
            Excluded$Program.leaf 1000
        Excluded.partly 1
          Excluded.after 1000`,
  },
  {
    target: 'HiddenReflection',
    root: 'HiddenReflection::root',
    tree: `
      HiddenReflection.root 1
        HiddenReflection.proxies 1
          HiddenReflection.proxied 1000
            HiddenReflection.leaf 1000
        HiddenReflection.handlers 1
          HiddenReflection$Person.greet 1000
            HiddenReflection$Person.greeted 1000`,
  },
  {
    target: 'ManagedBean',
    root: 'ManagedBean::root',
    tree: `
      ManagedBean.root 1
        ManagedBean$Counter.setCount 1000
        ManagedBean$Counter.getCount 1000
        ManagedBean$Counter.more 1000
          ManagedBean$Counter.plus 1000`,
  },
];
