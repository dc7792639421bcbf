import type { CallbackKind } from './callbackKind.ts';

export const REFLECTION: readonly CallbackKind[] = [
  {
    name: 'StaticInitializer',
    callbacks: ['R.<clinit>'],
    members: `static class R { static { hit(0); } }`,
    body: `Class.forName("callbacks.StaticInitializer$R");`,
  },
  {
    name: 'ReflectedConstructor',
    callbacks: ['R.<init>'],
    members: `public static class R { public R() { hit(0); } }`,
    body: `Class.forName("callbacks.ReflectedConstructor$R").getDeclaredConstructor().newInstance();`,
  },
  {
    name: 'ReflectedMethod',
    callbacks: ['R.m'],
    members: `public static class R { public int m(int x) { hit(0); return x; } }`,
    body: `R.class.getMethod("m", int.class).invoke(new R(), 1);`,
  },
  {
    name: 'ReflectedStatic',
    callbacks: ['R.s'],
    members: `public static class R { static int s(int x) { hit(0); return x; } }`,
    body: `R.class.getDeclaredMethod("s", int.class).invoke(null, 1);`,
  },
  {
    name: 'HandleVirtual',
    callbacks: ['R.m'],
    members: `public static class R { public int m(int x) { hit(0); return x; } }`,
    body: `int x = (int) MethodHandles.lookup().findVirtual(R.class, "m", MethodType.methodType(int.class, int.class)).invoke(new R(), 1);`,
  },
  {
    name: 'HandleConstructor',
    callbacks: ['R.<init>'],
    members: `public static class R { public R() { hit(0); } }`,
    body: `Object o = MethodHandles.lookup().findConstructor(R.class, MethodType.methodType(void.class)).invoke();`,
  },
  {
    name: 'HandleCombined',
    callbacks: ['R.s'],
    members: `public static class R { static int s(int x) { hit(0); return x; } }`,
    body: `var s = MethodHandles.lookup().findStatic(R.class, "s", MethodType.methodType(int.class, int.class));
      int x = (int) MethodHandles.filterReturnValue(s, s).invokeExact(1);`,
  },
  {
    name: 'HandleProxy',
    callbacks: ['R.s'],
    members: `public static class R { static int s(int x) { hit(0); return x; } }`,
    body: `var s = MethodHandles.lookup().findStatic(R.class, "s", MethodType.methodType(int.class, int.class));
      IntStream.range(0, 3).map(MethodHandleProxies.asInterfaceInstance(IntUnaryOperator.class, s)).sum();`,
  },
  {
    name: 'ProxiedDefault',
    callbacks: ['D.d', 'I.invoke'],
    members: `interface D { default int d() { hit(0); return 1; } }
    static class I implements InvocationHandler { public Object invoke(Object p, Method m, Object[] a) throws Throwable { hit(1); return InvocationHandler.invokeDefault(p, m, a); } }`,
    body: `Object proxy = java.lang.reflect.Proxy.newProxyInstance(D.class.getClassLoader(), new Class<?>[] { D.class }, new I());
      D.class.getMethod("d").invoke(proxy);`,
  },
  {
    name: 'LoadingClass',
    callbacks: ['L.findClass'],
    members: `static class L extends ClassLoader {
      L() { super(null); }
      @Override protected Class<?> findClass(String n) throws ClassNotFoundException { hit(0); throw new ClassNotFoundException(n); } }`,
    body: `try { Class.forName("q", true, new L()); } catch (ClassNotFoundException expected) { }`,
  },
  {
    name: 'LoadingResource',
    callbacks: ['L.findResource'],
    members: `static class L extends ClassLoader { @Override protected URL findResource(String n) { hit(0); return null; } }`,
    body: `new L().getResource("zz");`,
  },
  {
    name: 'Proxied',
    callbacks: ['I.invoke'],
    members: `static class I implements java.lang.reflect.InvocationHandler {
      public Object invoke(Object p, java.lang.reflect.Method m, Object[] a) { hit(0); return 0; } }`,
    body: `var order = (java.util.Comparator<Object>) java.lang.reflect.Proxy.newProxyInstance(
        Proxied.class.getClassLoader(), new Class<?>[] { java.util.Comparator.class }, new I());
      java.util.Arrays.sort(new Object[] { 1, 2, 3 }, order);`,
  },
  {
    name: 'Loading',
    callbacks: ['L.findClass', 'L.findResource'],
    members: `static class L extends ClassLoader {
      @Override protected Class<?> findClass(String n) throws ClassNotFoundException { hit(0); throw new ClassNotFoundException(n); }
      @Override protected java.net.URL findResource(String n) { hit(1); return null; } }`,
    body: `try { Class.forName("q", true, new L()); } catch (ClassNotFoundException expected) { }
      new L().getResource("zz");`,
  },
  {
    name: 'HandlesCalled',
    callbacks: ['R.m', 'R.s'],
    members: `public static class R { public int m(int x) { hit(0); return x; } static int s(int x) { hit(1); return x; } }`,
    body: `var lookup = java.lang.invoke.MethodHandles.lookup();
      var type = java.lang.invoke.MethodType.methodType(int.class, int.class);
      int x = (int) lookup.findVirtual(R.class, "m", type).invoke(new R(), 1) + (int) lookup.findStatic(R.class, "s", type).invoke(2);`,
  },
];
