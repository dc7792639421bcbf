import type { CallbackKind } from './callbackKind.ts';

export const MANAGEMENT: readonly CallbackKind[] = [
  {
    name: 'DynamicBean',
    callbacks: ['D.getAttribute', 'D.setAttribute', 'D.getAttributes', 'D.invoke', 'D.getMBeanInfo'],
    members: `static class D implements javax.management.DynamicMBean {
      public Object getAttribute(String a) { hit(0); return 1; }
      public void setAttribute(javax.management.Attribute a) { hit(1); }
      public javax.management.AttributeList getAttributes(String[] a) { hit(2); return new javax.management.AttributeList(); }
      public javax.management.AttributeList setAttributes(javax.management.AttributeList a) { return a; }
      public Object invoke(String n, Object[] p, String[] s) { hit(3); return null; }
      public javax.management.MBeanInfo getMBeanInfo() { hit(4); return new javax.management.MBeanInfo("D", "", null, null, null, null); } }`,
    body: `var server = javax.management.MBeanServerFactory.newMBeanServer();
      var name = new javax.management.ObjectName("k:type=D");
      server.registerMBean(new D(), name);
      server.getAttribute(name, "Z");
      server.setAttribute(name, new javax.management.Attribute("Z", 1));
      server.getAttributes(name, new String[] { "Z" });
      server.invoke(name, "z", null, null);`,
  },
  {
    name: 'Notification',
    callbacks: ['L.handleNotification'],
    members: `static class L implements javax.management.NotificationListener {
      public void handleNotification(javax.management.Notification n, Object h) { hit(0); } }`,
    body: `var support = new javax.management.NotificationBroadcasterSupport();
      support.addNotificationListener(new L(), null, null);
      support.sendNotification(new javax.management.Notification("a", "b", 1));`,
  },
  {
    name: 'RemoteObject',
    callbacks: ['O.r'],
    members: `public interface R extends java.rmi.Remote { int r(int x) throws java.rmi.RemoteException; }
    static class O implements R { public int r(int x) { hit(0); return x; } }`,
    body: `System.setProperty("java.rmi.server.hostname", "127.0.0.1");
      O object = new O();
      R stub = (R) java.rmi.server.UnicastRemoteObject.exportObject(object, 0);
      stub.r(1);
      java.rmi.server.UnicastRemoteObject.unexportObject(object, true);`,
    threads: true,
  },
  {
    name: 'Preferences',
    callbacks: ['P.putSpi', 'P.getSpi', 'P.childSpi', 'P.flushSpi'],
    members: `static class P extends java.util.prefs.AbstractPreferences {
      P(P p, String n) { super(p, n); }
      protected void putSpi(String k, String v) { hit(0); }
      protected String getSpi(String k) { hit(1); return null; }
      protected void removeSpi(String k) { }
      protected void removeNodeSpi() { }
      protected String[] keysSpi() { return new String[0]; }
      protected String[] childrenNamesSpi() { return new String[0]; }
      protected java.util.prefs.AbstractPreferences childSpi(String n) { hit(2); return new P(this, n); }
      protected void syncSpi() { }
      protected void flushSpi() { hit(3); } }`,
    body: `P root = new P(null, ""); root.node("a").put("x", "y"); root.get("q", ""); root.flush();`,
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
    name: 'PreferenceNodes',
    callbacks: ['L.childAdded'],
    members: `static class L implements java.util.prefs.NodeChangeListener {
      final CountDownLatch done = new CountDownLatch(1);
      public void childAdded(java.util.prefs.NodeChangeEvent e) { hit(0); done.countDown(); }
      public void childRemoved(java.util.prefs.NodeChangeEvent e) { } }
    static class P extends java.util.prefs.AbstractPreferences {
      P(P p, String n) { super(p, n); newNode = true; }
      protected void putSpi(String k, String v) { }
      protected String getSpi(String k) { return null; }
      protected void removeSpi(String k) { }
      protected void removeNodeSpi() { }
      protected String[] keysSpi() { return new String[0]; }
      protected String[] childrenNamesSpi() { return new String[0]; }
      protected java.util.prefs.AbstractPreferences childSpi(String n) { return new P(this, n); }
      protected void syncSpi() { }
      protected void flushSpi() { } }`,
    body: `P root = new P(null, ""); L listener = new L(); root.addNodeChangeListener(listener); root.node("a"); listener.done.await();`,
    threads: true,
  },
];
