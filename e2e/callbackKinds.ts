/**
 * What the JDK calls back, each kind in a small program of its own: a large program, or one that uses method handles, reveals all its
 * methods at once and hides what is lost. Each callback counts itself by `hit(i)`, an addition and nothing of the JDK.
 */
export interface CallbackKind {
  readonly name: string;
  /** Of callback i: nested class and method. */
  readonly callbacks: readonly string[];
  /** The nested classes. Without bridge methods (JLS §15.12.4.5), which would be counted under the same name. */
  readonly members: string;
  /** What the root runs, 20 times. */
  readonly body: string;
  /** Called back on other threads too, of which never two run at a time. */
  readonly threads?: true;
}

export const CALLBACK_KINDS: readonly CallbackKind[] = [
  {
    name: 'SaxHandler',
    callbacks: ['H.startElement', 'H.endElement', 'H.characters'],
    members: `static class H extends org.xml.sax.helpers.DefaultHandler {
      @Override public void startElement(String u, String l, String q, org.xml.sax.Attributes a) { hit(0); }
      @Override public void endElement(String u, String l, String q) { hit(1); }
      @Override public void characters(char[] c, int s, int n) { hit(2); } }`,
    body: `javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser().parse(xml("<a><b>x</b></a>"), new H());`,
  },
  {
    name: 'SaxEntities',
    callbacks: ['R.resolveEntity'],
    members: `static class R implements org.xml.sax.EntityResolver {
      public org.xml.sax.InputSource resolveEntity(String p, String s) { hit(0); return new org.xml.sax.InputSource(xml("")); } }`,
    body: `var builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setEntityResolver(new R());
      builder.parse(xml("<!DOCTYPE a SYSTEM 'urn:b'><a/>"));`,
  },
  {
    name: 'SaxErrors',
    callbacks: ['E.warning', 'E.error', 'E.fatalError'],
    members: `static class E implements org.xml.sax.ErrorHandler {
      public void warning(org.xml.sax.SAXParseException e) { hit(0); }
      public void error(org.xml.sax.SAXParseException e) { hit(1); }
      public void fatalError(org.xml.sax.SAXParseException e) { hit(2); } }`,
    body: `var builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(new E());
      try { builder.parse(xml("<a>")); } catch (org.xml.sax.SAXException expected) { }`,
  },
  {
    name: 'DomFilter',
    callbacks: ['F.acceptNode'],
    members: `static class F implements org.w3c.dom.traversal.NodeFilter {
      public short acceptNode(org.w3c.dom.Node node) { hit(0); return FILTER_ACCEPT; } }`,
    body: `var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml("<a><b/><c/></a>"));
      var nodes = ((org.w3c.dom.traversal.DocumentTraversal) document).createNodeIterator(document, -1, new F(), true);
      while (nodes.nextNode() != null) { }`,
  },
  {
    name: 'DomListener',
    callbacks: ['L.handle'],
    members: `static class L implements org.w3c.dom.UserDataHandler {
      public void handle(short o, String k, Object d, org.w3c.dom.Node s, org.w3c.dom.Node t) { hit(0); } }`,
    body: `var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
      var element = document.createElement("a");
      element.setUserData("k", "v", new L());
      element.cloneNode(true);`,
  },
  {
    name: 'XPathFunctions',
    callbacks: ['F.resolveFunction', 'F.evaluate', 'N.getNamespaceURI'],
    members: `static class F implements javax.xml.xpath.XPathFunctionResolver, javax.xml.xpath.XPathFunction {
      public javax.xml.xpath.XPathFunction resolveFunction(javax.xml.namespace.QName q, int n) { hit(0); return this; }
      public Object evaluate(java.util.List a) { hit(1); return "v"; } }
    static class N implements javax.xml.namespace.NamespaceContext {
      public String getNamespaceURI(String p) { hit(2); return "urn:k"; }
      public String getPrefix(String n) { return "k"; }
      public java.util.Iterator<String> getPrefixes(String n) { return null; } }`,
    body: `var path = javax.xml.xpath.XPathFactory.newInstance().newXPath();
      path.setXPathFunctionResolver(new F());
      path.setNamespaceContext(new N());
      path.evaluate("k:f('a')", new org.xml.sax.InputSource(xml("<a/>")));`,
  },
  {
    name: 'StreamFilter',
    callbacks: ['F.accept'],
    members: `static class F implements javax.xml.stream.StreamFilter {
      public boolean accept(javax.xml.stream.XMLStreamReader r) { hit(0); return true; } }`,
    body: `var factory = javax.xml.stream.XMLInputFactory.newInstance();
      var reader = factory.createFilteredReader(factory.createXMLStreamReader(xml("<a><b/></a>")), new F());
      while (reader.hasNext()) reader.next();`,
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
  {
    name: 'Logging',
    callbacks: ['H.publish', 'F.isLoggable', 'T.format'],
    members: `static class H extends java.util.logging.Handler {
      public void publish(java.util.logging.LogRecord r) { hit(0); getFormatter().format(r); }
      public void flush() { }
      public void close() { } }
    static class F implements java.util.logging.Filter { public boolean isLoggable(java.util.logging.LogRecord r) { hit(1); return true; } }
    static class T extends java.util.logging.Formatter { public String format(java.util.logging.LogRecord r) { hit(2); return "t"; } }`,
    body: `var logger = java.util.logging.Logger.getAnonymousLogger();
      logger.setUseParentHandlers(false);
      var handler = new H();
      handler.setFormatter(new T());
      logger.setFilter(new F());
      logger.addHandler(handler);
      logger.info("x");`,
  },
  {
    name: 'Streams',
    callbacks: ['S.read', 'O.write'],
    members: `static class S extends java.io.InputStream { int n = 3; public int read() { hit(0); return n-- > 0 ? n : -1; } }
    static class O extends java.io.OutputStream { public void write(int b) { hit(1); } }`,
    body: `new S().readAllBytes(); new java.io.PrintStream(new O(), true).print("ab");`,
  },
  {
    name: 'Serialising',
    callbacks: [
      'S.writeObject',
      'S.readObject',
      'S.readResolve',
      'X.<init>',
      'X.writeExternal',
      'X.readExternal',
    ],
    members: `static class S implements java.io.Serializable {
      private void writeObject(java.io.ObjectOutputStream o) throws java.io.IOException { hit(0); o.defaultWriteObject(); }
      private void readObject(java.io.ObjectInputStream i) throws Exception { hit(1); i.defaultReadObject(); }
      private Object readResolve() { hit(2); return this; } }
    public static class X implements java.io.Externalizable {
      public X() { hit(3); }
      public void writeExternal(java.io.ObjectOutput o) { hit(4); }
      public void readExternal(java.io.ObjectInput i) { hit(5); } }`,
    body: `var bytes = new java.io.ByteArrayOutputStream();
      try (var out = new java.io.ObjectOutputStream(bytes)) { out.writeObject(new S()); out.writeObject(new X()); }
      var in = new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray()));
      in.readObject(); in.readObject();`,
  },
  {
    name: 'ManagedBean',
    callbacks: ['M.getA', 'M.setA', 'M.op'],
    members: `public interface MMBean { int getA(); void setA(int a); int op(int a); }
    public static class M implements MMBean {
      public int getA() { hit(0); return 1; }
      public void setA(int a) { hit(1); }
      public int op(int a) { hit(2); return a; } }`,
    body: `var server = java.lang.management.ManagementFactory.getPlatformMBeanServer();
      var name = new javax.management.ObjectName("k:type=M");
      server.registerMBean(new M(), name);
      server.getAttribute(name, "A");
      server.setAttribute(name, new javax.management.Attribute("A", 3));
      server.invoke(name, "op", new Object[] { 1 }, new String[] { "int" });
      server.unregisterMBean(name);`,
  },
  {
    name: 'Beans',
    callbacks: ['L.propertyChange'],
    members: `static class L implements java.beans.PropertyChangeListener {
      public void propertyChange(java.beans.PropertyChangeEvent e) { hit(0); } }`,
    body: `var support = new java.beans.PropertyChangeSupport("");
      support.addPropertyChangeListener(new L());
      support.firePropertyChange("a", 1, 2);`,
  },
  {
    name: 'Swing',
    callbacks: ['T.getRowCount', 'T.getValueAt', 'A.actionPerformed'],
    members: `static class T extends javax.swing.table.AbstractTableModel {
      public int getRowCount() { hit(0); return 2; }
      public int getColumnCount() { return 1; }
      public Object getValueAt(int r, int c) { hit(1); return "x"; } }
    static class A implements java.awt.event.ActionListener { public void actionPerformed(java.awt.event.ActionEvent e) { hit(2); } }`,
    body: `new javax.swing.table.TableRowSorter<>(new T()).toggleSortOrder(0);
      var button = new javax.swing.DefaultButtonModel();
      button.addActionListener(new A());
      button.setArmed(true); button.setPressed(true); button.setPressed(false);`,
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
    name: 'Provider',
    callbacks: ['M.<init>', 'M.engineUpdate', 'M.engineDigest'],
    members: `public static class P extends java.security.Provider { public P() { super("KK", "1", ""); put("MessageDigest.KMD", "callbacks.Provider$M"); } }
    public static class M extends java.security.MessageDigestSpi {
      public M() { hit(0); }
      protected void engineUpdate(byte b) { }
      protected void engineUpdate(byte[] b, int o, int l) { hit(1); }
      protected byte[] engineDigest() { hit(2); return new byte[1]; }
      protected void engineReset() { } }`,
    body: `java.security.Security.addProvider(new P());
      var digest = java.security.MessageDigest.getInstance("KMD");
      digest.update(new byte[3]); digest.digest();`,
  },
  {
    name: 'Annotations',
    callbacks: ['A.process', 'S.getCharContent', 'D.report'],
    members: `@javax.annotation.processing.SupportedAnnotationTypes("*")
    static class A extends javax.annotation.processing.AbstractProcessor {
      public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> s, javax.annotation.processing.RoundEnvironment r) { hit(0); return false; } }
    static class S extends javax.tools.SimpleJavaFileObject {
      S() { super(java.net.URI.create("string:///Q.java"), Kind.SOURCE); }
      @Override public CharSequence getCharContent(boolean b) { hit(1); return "class Q { int x = }"; } }
    static class D implements javax.tools.DiagnosticListener<javax.tools.JavaFileObject> {
      public void report(javax.tools.Diagnostic<? extends javax.tools.JavaFileObject> d) { hit(2); } }`,
    body: `if (runs < 2) { var task = javax.tools.ToolProvider.getSystemJavaCompiler().getTask(
        new java.io.StringWriter(), null, new D(), java.util.List.of("-proc:only", "-Xlint:none"), null, java.util.List.of(new S()));
      task.setProcessors(java.util.List.of(new A()));
      task.call(); }`,
  },
  {
    name: 'Executing',
    callbacks: ['T.newThread', 'C.call'],
    members: `static class T implements java.util.concurrent.ThreadFactory { public Thread newThread(Runnable r) { hit(0); return new Thread(r); } }
    static class C implements java.util.concurrent.Callable<Object> { public Object call() { hit(1); return 1; } }`,
    body: `var pool = java.util.concurrent.Executors.newSingleThreadExecutor(new T());
      pool.submit(new C()).get(); pool.submit(new C()).get();
      pool.shutdown(); pool.awaitTermination(5, java.util.concurrent.TimeUnit.SECONDS);`,
    threads: true,
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

/** One source file for each kind; the program prints what each callback counted. */
export function callbackSource({ name, members, body }: CallbackKind): string {
  return `package callbacks;
public class ${name} {
  static final int[] hits = new int[10];
  static int runs;
  static void hit(int callback) { hits[callback]++; }
  static java.io.InputStream xml(String text) { return new java.io.ByteArrayInputStream(text.getBytes()); }
  ${members}
  @SuppressWarnings("unchecked")
  static void root() throws Throwable {
    ${body}
  }
  public static void main(String[] gate) throws Throwable {
    if (gate.length > 0) { System.out.println("ready"); System.in.read(); }
    for (; runs < 20; runs++) root();
    System.out.println("hits " + java.util.Arrays.toString(hits));
    if (gate.length > 0) while (System.in.read() >= 0) { }
  }
}
`;
}
