import type { CallbackKind } from './callbackKind.ts';

export const STREAMS: readonly CallbackKind[] = [
  {
    name: 'CollectorParts',
    callbacks: ['C.supplier', 'C.characteristics'],
    members: `static class C implements Collector<Object, List<Object>, List<Object>> {
      public Supplier<List<Object>> supplier() { hit(0); return ArrayList::new; }
      public BiConsumer<List<Object>, Object> accumulator() { return List::add; }
      public BinaryOperator<List<Object>> combiner() { return null; }
      public Function<List<Object>, List<Object>> finisher() { return null; }
      public Set<Characteristics> characteristics() { hit(1); return Set.of(Characteristics.IDENTITY_FINISH); } }`,
    body: `Stream.of(1, 2).map(Object.class::cast).collect(new C());`,
  },
  {
    name: 'Supplying',
    callbacks: ['S.get'],
    members: `static class S implements Supplier<Object> { public Object get() { hit(0); return new ArrayList<>(); } }`,
    body: `Stream.of((Object) 1, 2).collect(new S(), (list, each) -> { }, (left, right) -> { });`,
  },
  {
    name: 'Accumulating',
    callbacks: ['A.accept'],
    members: `static class A implements BiConsumer<Object, Object> { public void accept(Object l, Object o) { hit(0); } }`,
    body: `Stream.of((Object) 1, 2).collect(Object::new, new A(), new A());`,
  },
  {
    name: 'Finishing',
    callbacks: ['F.apply'],
    members: `static class F implements Function<Object, Object> { public Object apply(Object l) { hit(0); return l; } }`,
    body: `Stream.of((Object) 1, 2).collect(Collectors.collectingAndThen(Collectors.toList(), (Function) new F()));`,
  },
  {
    name: 'Splitting',
    callbacks: ['S.tryAdvance', 'S.estimateSize'],
    members: `static class S implements Spliterator<Object> {
      int i;
      public boolean tryAdvance(Consumer<? super Object> c) { hit(0); if (i >= 3) return false; c.accept(i++); return true; }
      public Spliterator<Object> trySplit() { return null; }
      public long estimateSize() { hit(1); return 3; }
      public int characteristics() { return 0; } }`,
    body: `StreamSupport.stream(new S(), false).sorted().toArray();
      StreamSupport.stream(new S(), true).toArray();`,
    threads: true,
  },
  {
    name: 'Iterables',
    callbacks: ['I.iterator'],
    members: `static class I implements Iterable<Object> { public Iterator<Object> iterator() { hit(0); return Collections.emptyIterator(); } }`,
    body: `StreamSupport.stream(new I().spliterator(), false).count(); new I().forEach(each -> { });`,
  },
  {
    name: 'Iterators',
    callbacks: ['I.hasNext', 'I.next'],
    members: `static class I implements Iterator<Object> { int i; public boolean hasNext() { hit(0); return i < 3; } public Object next() { hit(1); return i++; } }`,
    body: `StreamSupport.stream(Spliterators.spliteratorUnknownSize(new I(), 0), false).count(); new I().forEachRemaining(each -> { });`,
  },
  {
    name: 'MethodReference',
    callbacks: ['M.of'],
    members: `static class M { static int of(Integer i) { hit(0); return i; } }`,
    body: `for (Object o : (Iterable<Object>) () -> (Iterator) Stream.of(1, 2, 3).map(M::of).iterator()) { }`,
  },
  {
    name: 'MethodReferenceParallel',
    callbacks: ['M.of'],
    members: `static class M { static int of(Integer i) { hit(0); return i; } }`,
    body: `IntStream.range(0, 10).boxed().sorted().parallel().map(M::of).toArray();`,
    threads: true,
  },
  {
    name: 'Joining',
    callbacks: ['I.iterator'],
    members: `static class I implements Iterable<CharSequence> { public Iterator<CharSequence> iterator() { hit(0); return List.<CharSequence>of("a", "b").iterator(); } }`,
    body: `String.join(",", new I());`,
  },
];
