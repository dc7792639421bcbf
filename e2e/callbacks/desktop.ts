import type { CallbackKind } from './callbackKind.ts';

export const DESKTOP: readonly CallbackKind[] = [
  {
    name: 'BeanPersistence',
    callbacks: ['B.<init>', 'B.getV', 'B.setV'],
    members: `public static class B { int v; public B() { hit(0); } public int getV() { hit(1); return v; } public void setV(int x) { hit(2); v = x; } }`,
    body: `B bean = new B(); bean.v = 4;
      var bytes = new ByteArrayOutputStream();
      try (var out = new java.beans.XMLEncoder(bytes)) { out.writeObject(bean); }
      try (var in = new java.beans.XMLDecoder(new ByteArrayInputStream(bytes.toByteArray()))) { in.readObject(); }`,
  },
  {
    name: 'BeanGetter',
    callbacks: ['B.getV'],
    members: `public static class B { public int getV() { hit(0); return 1; } }`,
    body: `for (var property : java.beans.Introspector.getBeanInfo(B.class, Object.class).getPropertyDescriptors()) property.getReadMethod().invoke(new B());`,
  },
  {
    name: 'BeanStatement',
    callbacks: ['B.setV'],
    members: `public static class B { public void setV(int x) { hit(0); } }`,
    body: `new java.beans.Statement(new B(), "setV", new Object[] { 5 }).execute();`,
  },
  {
    name: 'BeanEventHandler',
    callbacks: ['B.go'],
    members: `public static class B { public void go() { hit(0); } }`,
    body: `java.beans.EventHandler.create(Runnable.class, new B(), "go").run();`,
  },
  {
    name: 'Action',
    callbacks: ['A.actionPerformed'],
    members: `static class A implements java.awt.event.ActionListener { public void actionPerformed(java.awt.event.ActionEvent e) { hit(0); } }`,
    body: `var button = new javax.swing.DefaultButtonModel();
      button.addActionListener(new A());
      button.setArmed(true); button.setPressed(true); button.setPressed(false);`,
  },
  {
    name: 'TableRows',
    callbacks: ['T.getRowCount', 'T.getColumnCount', 'T.getValueAt'],
    members: `static class T extends javax.swing.table.AbstractTableModel {
      public int getRowCount() { hit(0); return 2; }
      public int getColumnCount() { hit(1); return 2; }
      public Object getValueAt(int r, int c) { hit(2); return "x"; } }`,
    body: `new javax.swing.table.TableRowSorter<>(new T()).toggleSortOrder(0);`,
  },
  {
    name: 'ListData',
    callbacks: ['L.intervalAdded'],
    members: `static class L implements javax.swing.event.ListDataListener {
      public void intervalAdded(javax.swing.event.ListDataEvent e) { hit(0); }
      public void intervalRemoved(javax.swing.event.ListDataEvent e) { }
      public void contentsChanged(javax.swing.event.ListDataEvent e) { } }`,
    body: `var model = new javax.swing.DefaultListModel<String>(); model.addListDataListener(new L()); model.addElement("a");`,
  },
  {
    name: 'Paint',
    callbacks: ['P.createContext', 'P.getTransparency'],
    members: `static class P implements java.awt.Paint {
      public java.awt.PaintContext createContext(java.awt.image.ColorModel c, java.awt.Rectangle r, java.awt.geom.Rectangle2D q, java.awt.geom.AffineTransform a, java.awt.RenderingHints h) {
        hit(0); return java.awt.Color.RED.createContext(c, r, q, a, h); }
      public int getTransparency() { hit(1); return 1; } }`,
    body: `var graphics = new java.awt.image.BufferedImage(20, 20, 1).createGraphics();
      graphics.setPaint(new P()); graphics.fill(new java.awt.Rectangle(5, 5));`,
  },
  {
    name: 'Shape',
    callbacks: ['S.getPathIterator'],
    members: `static class S extends java.awt.Rectangle {
      S() { super(5, 5); }
      public java.awt.geom.PathIterator getPathIterator(java.awt.geom.AffineTransform a) { hit(0); return super.getPathIterator(a); } }`,
    body: `new java.awt.geom.Area(new S());`,
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
];
