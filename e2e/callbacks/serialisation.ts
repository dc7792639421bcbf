import type { CallbackKind } from './callbackKind.ts';

export const SERIALISATION: readonly CallbackKind[] = [
  {
    name: 'WritingObject',
    callbacks: ['S.writeObject'],
    members: `static class S implements Serializable { private void writeObject(ObjectOutputStream o) throws IOException { hit(0); o.defaultWriteObject(); } }`,
    body: `copy(new S());`,
  },
  {
    name: 'ReadingObject',
    callbacks: ['S.readObject'],
    members: `static class S implements Serializable { private void readObject(ObjectInputStream i) throws Exception { hit(0); i.defaultReadObject(); } }`,
    body: `copy(new S());`,
  },
  {
    name: 'ResolvingObject',
    callbacks: ['S.readResolve'],
    members: `static class S implements Serializable { private Object readResolve() { hit(0); return this; } }`,
    body: `copy(new S());`,
  },
  {
    name: 'ReplacingObject',
    callbacks: ['S.writeReplace'],
    members: `static class S implements Serializable { private Object writeReplace() { hit(0); return this; } }`,
    body: `copy(new S());`,
  },
  {
    name: 'Validating',
    callbacks: ['V.validateObject'],
    members: `static class S implements Serializable { private void readObject(ObjectInputStream i) throws Exception { i.registerValidation(new V(), 1); } }
    static class V implements ObjectInputValidation { public void validateObject() { hit(0); } }`,
    body: `copy(new S());`,
  },
  {
    name: 'BaseConstructor',
    callbacks: ['B.<init>'],
    members: `static class B { B() { hit(0); } }
    static class S extends B implements Serializable { }`,
    body: `copy(new S());`,
  },
  {
    name: 'ExternalConstructor',
    callbacks: ['X.<init>', 'X.writeExternal', 'X.readExternal'],
    members: `public static class X implements Externalizable {
      public X() { hit(0); }
      public void writeExternal(ObjectOutput o) { hit(1); }
      public void readExternal(ObjectInput i) { hit(2); } }`,
    body: `copy(new X());`,
  },
  {
    name: 'RecordConstructor',
    callbacks: ['R.<init>'],
    members: `record R(int a, String b) implements Serializable { R { hit(0); } }`,
    body: `copy(new R(1, "b"));`,
  },
  {
    name: 'ResolvingClass',
    callbacks: ['O.resolveClass'],
    members: `static class S implements Serializable { }
    static class O extends ObjectInputStream {
      O(InputStream i) throws IOException { super(i); }
      protected Class<?> resolveClass(ObjectStreamClass c) throws IOException, ClassNotFoundException { hit(0); return super.resolveClass(c); } }`,
    body: `new O(new ByteArrayInputStream(bytesOf(new S()))).readObject();`,
  },
  {
    name: 'InputFilter',
    callbacks: ['F.checkInput'],
    members: `static class F implements ObjectInputFilter { public Status checkInput(FilterInfo i) { hit(0); return Status.ALLOWED; } }`,
    body: `var in = new ObjectInputStream(new ByteArrayInputStream(bytesOf(new Date()))); in.setObjectInputFilter(new F()); in.readObject();`,
  },
  {
    name: 'EnumConstructor',
    callbacks: ['E.<init>'],
    members: `enum E { A, B; E() { hit(0); } }`,
    body: `EnumSet.allOf(E.class);`,
  },
  {
    name: 'EnumBodies',
    callbacks: ['E.<init>'],
    members: `enum E { C { int z() { return 1; } }; int z() { return 0; } E() { hit(0); } }`,
    body: `Enum.valueOf(E.class, "C");`,
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
];
