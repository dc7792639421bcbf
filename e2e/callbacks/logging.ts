import type { CallbackKind } from './callbackKind.ts';

export const LOGGING: readonly CallbackKind[] = [
  {
    name: 'LogHandler',
    callbacks: ['H.publish'],
    members: `static class H extends java.util.logging.Handler {
      public void publish(java.util.logging.LogRecord r) { hit(0); }
      public void flush() { }
      public void close() { } }`,
    body: `var logger = java.util.logging.Logger.getAnonymousLogger();
      logger.setUseParentHandlers(false);
      logger.addHandler(new H());
      logger.info("x");`,
  },
  {
    name: 'LogHandlerBefore',
    callbacks: ['H.publish'],
    members: `static class H extends java.util.logging.Handler {
      public void publish(java.util.logging.LogRecord r) { hit(0); }
      public void flush() { }
      public void close() { } }
    static final java.util.logging.Logger LOGGER = java.util.logging.Logger.getAnonymousLogger();
    static { LOGGER.setUseParentHandlers(false); LOGGER.addHandler(new H()); }`,
    body: `LOGGER.info("x");`,
  },
  {
    name: 'LogFormatter',
    callbacks: ['F.format'],
    members: `static class F extends java.util.logging.Formatter { public String format(java.util.logging.LogRecord r) { hit(0); return "t"; } }`,
    body: `var logger = java.util.logging.Logger.getAnonymousLogger();
      logger.setUseParentHandlers(false);
      logger.addHandler(new java.util.logging.StreamHandler(new ByteArrayOutputStream(), new F()));
      logger.info("x");`,
  },
  {
    name: 'LogFilter',
    callbacks: ['F.isLoggable'],
    members: `static class F implements java.util.logging.Filter { public boolean isLoggable(java.util.logging.LogRecord r) { hit(0); return false; } }`,
    body: `var logger = java.util.logging.Logger.getAnonymousLogger();
      logger.setFilter(new F());
      logger.info("x");`,
  },
  {
    name: 'BundleControl',
    callbacks: ['C.getFormats', 'C.newBundle', 'C.getTimeToLive'],
    members: `static class C extends ResourceBundle.Control {
      public List<String> getFormats(String b) { hit(0); return List.of("k"); }
      public ResourceBundle newBundle(String b, Locale l, String f, ClassLoader c, boolean r) {
        hit(1); return new ListResourceBundle() { protected Object[][] getContents() { return new Object[][] {{"q", "b"}}; } }; }
      public long getTimeToLive(String b, Locale l) { hit(2); return TTL_DONT_CACHE; } }`,
    body: `ResourceBundle.getBundle("zz", Locale.ROOT, new C()).getString("q");`,
  },
  {
    name: 'Bundle',
    callbacks: ['B.handleGetObject', 'B.getKeys'],
    members: `static class B extends ResourceBundle {
      protected Object handleGetObject(String k) { hit(0); return k; }
      public Enumeration<String> getKeys() { hit(1); return Collections.enumeration(List.of("a")); } }`,
    body: `var bundle = new B(); bundle.getString("a"); bundle.keySet();`,
  },
  {
    name: 'BundleList',
    callbacks: ['B.getContents'],
    members: `public static class B extends ListResourceBundle { protected Object[][] getContents() { hit(0); return new Object[][] {{"a", "b"}}; } }`,
    body: `ResourceBundle.getBundle("callbacks.BundleList$B").getString("a");`,
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
];
