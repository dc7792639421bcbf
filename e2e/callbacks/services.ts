import type { CallbackKind } from './callbackKind.ts';

export const SERVICES: readonly CallbackKind[] = [
  {
    name: 'Service',
    callbacks: ['P.<init>', 'P.f'],
    service: 'callbacks.Service$S',
    members: `public interface S { int f(); }
    public static class P implements S { public P() { hit(0); } public int f() { hit(1); return 1; } }`,
    body: `for (S service : ServiceLoader.load(S.class)) service.f();`,
  },
  {
    name: 'CharsetService',
    callbacks: ['P.charsetForName', 'P.charsets'],
    service: 'java.nio.charset.spi.CharsetProvider',
    members: `public static class P extends java.nio.charset.spi.CharsetProvider {
      public java.nio.charset.Charset charsetForName(String n) { hit(0); return null; }
      public Iterator<java.nio.charset.Charset> charsets() { hit(1); return Collections.emptyIterator(); } }`,
    body: `java.nio.charset.Charset.isSupported("xk" + runs); java.nio.charset.Charset.availableCharsets();`,
  },
  {
    name: 'CharsetDecoding',
    callbacks: ['C.newDecoder', 'D.decodeLoop'],
    members: `static class C extends java.nio.charset.Charset {
      C() { super("xk", null); }
      public boolean contains(java.nio.charset.Charset c) { return false; }
      public java.nio.charset.CharsetDecoder newDecoder() { hit(0); return new D(this); }
      public java.nio.charset.CharsetEncoder newEncoder() { return null; } }
    static class D extends java.nio.charset.CharsetDecoder {
      D(C c) { super(c, 1, 1); }
      protected java.nio.charset.CoderResult decodeLoop(ByteBuffer i, CharBuffer o) {
        hit(1); while (i.hasRemaining() && o.hasRemaining()) o.put((char) i.get());
        return i.hasRemaining() ? java.nio.charset.CoderResult.OVERFLOW : java.nio.charset.CoderResult.UNDERFLOW; } }`,
    body: `var text = new String(new byte[] { 'a', 'b' }, new C());
      new InputStreamReader(new ByteArrayInputStream(new byte[50]), new C()).read(new char[20]);`,
  },
  {
    name: 'CharsetEncoding',
    callbacks: ['C.newEncoder', 'E.encodeLoop'],
    members: `static class C extends java.nio.charset.Charset {
      C() { super("xk", null); }
      public boolean contains(java.nio.charset.Charset c) { return false; }
      public java.nio.charset.CharsetDecoder newDecoder() { return null; }
      public java.nio.charset.CharsetEncoder newEncoder() { hit(0); return new E(this); } }
    static class E extends java.nio.charset.CharsetEncoder {
      E(C c) { super(c, 1, 1, new byte[] { '?' }); }
      public boolean isLegalReplacement(byte[] r) { return true; }
      protected java.nio.charset.CoderResult encodeLoop(CharBuffer i, ByteBuffer o) {
        hit(1); while (i.hasRemaining() && o.hasRemaining()) o.put((byte) i.get());
        return i.hasRemaining() ? java.nio.charset.CoderResult.OVERFLOW : java.nio.charset.CoderResult.UNDERFLOW; } }`,
    body: `"abc".getBytes(new C());`,
  },
  {
    name: 'UrlService',
    callbacks: ['P.createURLStreamHandler'],
    service: 'java.net.spi.URLStreamHandlerProvider',
    members: `public static class P extends java.net.spi.URLStreamHandlerProvider {
      public URLStreamHandler createURLStreamHandler(String p) { hit(0); return null; } }`,
    body: `try { new URL("kk" + runs + "://a/b"); } catch (MalformedURLException expected) { }`,
  },
  {
    name: 'ScriptService',
    callbacks: ['P.<init>', 'P.getExtensions', 'P.getNames', 'P.getScriptEngine'],
    service: 'javax.script.ScriptEngineFactory',
    members: `public static class P implements javax.script.ScriptEngineFactory {
      public P() { hit(0); }
      public List<String> getExtensions() { hit(1); return List.of("kk"); }
      public List<String> getNames() { hit(2); return List.of("kk"); }
      public javax.script.ScriptEngine getScriptEngine() { hit(3); return null; }
      public String getEngineName() { return "kk"; }
      public String getEngineVersion() { return "1"; }
      public List<String> getMimeTypes() { return List.of(); }
      public String getLanguageName() { return "kk"; }
      public String getLanguageVersion() { return "1"; }
      public Object getParameter(String k) { return null; }
      public String getMethodCallSyntax(String o, String m, String... a) { return ""; }
      public String getOutputStatement(String s) { return s; }
      public String getProgram(String... s) { return ""; } }`,
    body: `var manager = new javax.script.ScriptEngineManager();
      try { manager.getEngineByName("kk"); } catch (NullPointerException expected) { }
      try { manager.getEngineByExtension("kk"); } catch (NullPointerException expected) { }`,
  },
  {
    name: 'Script',
    callbacks: ['E.eval', 'E.createBindings'],
    members: `static class E extends javax.script.AbstractScriptEngine {
      E() { super(new javax.script.SimpleBindings()); }
      public Object eval(String s, javax.script.ScriptContext c) { hit(0); return s; }
      public Object eval(Reader r, javax.script.ScriptContext c) { return null; }
      public javax.script.Bindings createBindings() { hit(1); return new javax.script.SimpleBindings(); }
      public javax.script.ScriptEngineFactory getFactory() { return null; } }`,
    body: `javax.script.AbstractScriptEngine engine = new E(); engine.eval("z"); engine.createBindings();`,
  },
  {
    name: 'DriverService',
    callbacks: ['P.<init>'],
    service: 'java.sql.Driver',
    members: `public static class P implements java.sql.Driver {
      public P() { hit(0); }
      public java.sql.Connection connect(String u, Properties p) { return null; }
      public boolean acceptsURL(String u) { return false; }
      public java.sql.DriverPropertyInfo[] getPropertyInfo(String u, Properties p) { return null; }
      public int getMajorVersion() { return 1; }
      public int getMinorVersion() { return 1; }
      public boolean jdbcCompliant() { return false; }
      public java.util.logging.Logger getParentLogger() { return null; } }`,
    body: `java.sql.DriverManager.drivers().count();`,
  },
  {
    name: 'NamingBuilder',
    callbacks: ['B.createInitialContextFactory'],
    members: `static class B implements javax.naming.spi.InitialContextFactoryBuilder {
      public javax.naming.spi.InitialContextFactory createInitialContextFactory(Hashtable<?, ?> e) throws javax.naming.NamingException {
        hit(0); throw new javax.naming.NamingException(); } }`,
    body: `if (!javax.naming.spi.NamingManager.hasInitialContextFactoryBuilder()) javax.naming.spi.NamingManager.setInitialContextFactoryBuilder(new B());
      try { new javax.naming.InitialContext().lookup("a"); } catch (javax.naming.NamingException expected) { }`,
  },
  {
    name: 'NamingFactory',
    callbacks: ['F.<init>', 'F.getInitialContext'],
    members: `public static class F implements javax.naming.spi.InitialContextFactory {
      public F() { hit(0); }
      public javax.naming.Context getInitialContext(Hashtable<?, ?> e) throws javax.naming.NamingException { hit(1); throw new javax.naming.NamingException(); } }`,
    body: `var settings = new Hashtable<String, String>();
      settings.put("java.naming.factory.initial", "callbacks.NamingFactory$F");
      try { new javax.naming.InitialContext(settings); } catch (javax.naming.NamingException expected) { }`,
  },
  {
    name: 'NamingProxy',
    callbacks: ['I.invoke'],
    members: `public static class F implements javax.naming.spi.InitialContextFactory {
      public javax.naming.Context getInitialContext(Hashtable<?, ?> e) {
        return (javax.naming.Context) java.lang.reflect.Proxy.newProxyInstance(F.class.getClassLoader(), new Class<?>[] { javax.naming.Context.class }, new I()); } }
    static class I implements InvocationHandler { public Object invoke(Object p, Method m, Object[] a) { hit(0); return null; } }`,
    body: `var settings = new Hashtable<String, String>();
      settings.put("java.naming.factory.initial", "callbacks.NamingProxy$F");
      new javax.naming.InitialContext(settings).lookup("a");`,
  },
  {
    name: 'JdbcDriver',
    callbacks: ['D.connect', 'D.acceptsURL'],
    members: `static class D implements java.sql.Driver {
      public java.sql.Connection connect(String u, java.util.Properties p) throws java.sql.SQLException { hit(0); throw new java.sql.SQLException(u); }
      public boolean acceptsURL(String u) { hit(1); return true; }
      public java.sql.DriverPropertyInfo[] getPropertyInfo(String u, java.util.Properties p) { return null; }
      public int getMajorVersion() { return 1; }
      public int getMinorVersion() { return 1; }
      public boolean jdbcCompliant() { return false; }
      public java.util.logging.Logger getParentLogger() { return null; } }`,
    body: `D driver = new D();
      java.sql.DriverManager.registerDriver(driver);
      java.sql.DriverManager.getDriver("jdbc:k:");
      try { java.sql.DriverManager.getConnection("jdbc:k:"); } catch (java.sql.SQLException expected) { }
      java.sql.DriverManager.deregisterDriver(driver);`,
  },
  {
    name: 'NamingContext',
    callbacks: ['F.createInitialContextFactory', 'F.getInitialContext'],
    members: `static class F implements javax.naming.spi.InitialContextFactoryBuilder, javax.naming.spi.InitialContextFactory {
      public javax.naming.spi.InitialContextFactory createInitialContextFactory(java.util.Hashtable<?, ?> e) { hit(0); return this; }
      public javax.naming.Context getInitialContext(java.util.Hashtable<?, ?> e) throws javax.naming.NamingException { hit(1); throw new javax.naming.NamingException(); } }`,
    body: `if (!javax.naming.spi.NamingManager.hasInitialContextFactoryBuilder()) javax.naming.spi.NamingManager.setInitialContextFactoryBuilder(new F());
      try { new javax.naming.InitialContext().lookup("a"); } catch (javax.naming.NamingException expected) { }`,
  },
];
