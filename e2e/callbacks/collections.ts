import type { CallbackKind } from './callbackKind.ts';

export const COLLECTIONS: readonly CallbackKind[] = [
  {
    name: 'ComparableBefore',
    callbacks: ['C.compareTo'],
    members: `static class C implements Comparable<Object> { public int compareTo(Object o) { hit(0); return 0; } }
    static final List<C> LIST = new ArrayList<>(List.of(new C(), new C()));`,
    body: `Collections.sort((List) LIST);`,
  },
  {
    name: 'KeysBefore',
    callbacks: ['K.hashCode', 'K.equals'],
    members: `static class K { public int hashCode() { hit(0); return 7; } public boolean equals(Object o) { hit(1); return o == this; } }
    static final Map<Object, Object> MAP = new HashMap<>();
    static { MAP.put(new K(), 1); MAP.put(new K(), 2); }`,
    body: `new HashSet<>(MAP.keySet()).containsAll(MAP.keySet());`,
  },
  {
    name: 'TextBefore',
    callbacks: ['T.toString'],
    members: `static class T { public String toString() { hit(0); return "t"; } }
    static final Object TEXT = new T();`,
    body: `String s = "" + TEXT + String.valueOf(TEXT) + String.format("%s", TEXT) + new StringBuilder().append(TEXT) + Arrays.asList(TEXT) + Objects.toString(TEXT);`,
  },
  {
    name: 'Comparator',
    callbacks: ['C.compare'],
    members: `static class C implements java.util.Comparator<Object> { public int compare(Object a, Object b) { hit(0); return 0; } }`,
    body: `Arrays.sort(new Object[] { 1, 2 }, new C());`,
  },
  {
    name: 'ComparatorDefault',
    callbacks: ['D.compare'],
    members: `interface D extends java.util.Comparator<Object> { default int compare(Object a, Object b) { hit(0); return 0; } }
    static class C implements D { }`,
    body: `Arrays.sort(new Object[] { 1, 2 }, new C());`,
  },
  {
    name: 'RunInherited',
    callbacks: ['B.run'],
    members: `static class B { public void run() { hit(0); } }
    static class D extends B implements Runnable { }`,
    body: `Executors.callable(new D()).call();`,
  },
  {
    name: 'CompareInherited',
    callbacks: ['B.compareTo'],
    members: `static class B { public int compareTo(Object o) { hit(0); return 0; } }
    static class D extends B implements Comparable<Object> { }`,
    body: `new TreeMap<Object, Object>().put(new D(), 1);`,
  },
  {
    name: 'HashInherited',
    callbacks: ['B.hashCode'],
    members: `static class B { public int hashCode() { hit(0); return 1; } }
    static class D extends B { }`,
    body: `new HashSet<Object>().add(new D());`,
  },
  {
    name: 'EldestEntry',
    callbacks: ['L.removeEldestEntry'],
    members: `static class L extends LinkedHashMap<Object, Object> { protected boolean removeEldestEntry(Map.Entry<Object, Object> e) { hit(0); return size() > 3; } }`,
    body: `var map = new L(); map.put(1, 1); map.put(2, 2);`,
  },
  {
    name: 'MapEntries',
    callbacks: ['M.entrySet'],
    members: `static class M extends AbstractMap<String, String> { public Set<Map.Entry<String, String>> entrySet() { hit(0); return Map.of("a", "b").entrySet(); } }`,
    body: `new M().get("a"); new M().toString();`,
  },
  {
    name: 'ListElements',
    callbacks: ['L.get', 'L.size'],
    members: `static class L extends AbstractList<Object> { public Object get(int i) { hit(0); return i; } public int size() { hit(1); return 3; } }`,
    body: `Collections.max((List) new L());`,
  },
  {
    name: 'ListRandomAccess',
    callbacks: ['L.get', 'L.size'],
    members: `static class L extends AbstractList<Object> implements RandomAccess { public Object get(int i) { hit(0); return i; } public int size() { hit(1); return 3; } }`,
    body: `Collections.max((List) new L());`,
  },
  {
    name: 'ListAdding',
    callbacks: ['L.add'],
    members: `static class L extends AbstractList<Object> {
      public Object get(int i) { return i; }
      public int size() { return 0; }
      public void add(int i, Object x) { hit(0); } }`,
    body: `Collections.addAll(new L(), 1, 2);`,
  },
  {
    name: 'ClassValues',
    callbacks: ['V.computeValue'],
    members: `static class V extends ClassValue<Object> { protected Object computeValue(Class<?> c) { hit(0); return 1; } }`,
    body: `new V().get(String.class);`,
  },
  {
    name: 'RandomBits',
    callbacks: ['R.next'],
    members: `static class R extends Random { protected int next(int b) { hit(0); return 3; } }`,
    body: `new R().nextInt(7); new R().nextLong();`,
  },
  {
    name: 'Observing',
    callbacks: ['O.update'],
    members: `static class O implements Observer { public void update(Observable o, Object a) { hit(0); } }
    static class S extends Observable { void go() { setChanged(); notifyObservers(); } }`,
    body: `S subject = new S(); subject.addObserver(new O()); subject.go();`,
  },
  {
    name: 'Comparing',
    callbacks: ['C.compare', 'K.compareTo'],
    members: `static class C implements java.util.Comparator<Object> { public int compare(Object a, Object b) { hit(0); return ((String) b).length() - ((String) a).length(); } }
    static class K implements Comparable<Object> { public int compareTo(Object other) { hit(1); return 0; } }`,
    body: `java.util.Arrays.sort(new String[] { "a", "bb", "c" }, new C());
      java.util.Arrays.sort(new K[] { new K(), new K() });`,
  },
  {
    name: 'Keys',
    callbacks: ['K.hashCode', 'K.equals', 'K.toString'],
    members: `static class K {
      public int hashCode() { hit(0); return 7; }
      public boolean equals(Object other) { hit(1); return true; }
      public String toString() { hit(2); return "k"; } }`,
    body: `var map = new java.util.HashMap<K, K>(); map.put(new K(), null); map.get(new K()); map.toString();`,
  },
];
