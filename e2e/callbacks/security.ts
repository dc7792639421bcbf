import type { CallbackKind } from './callbackKind.ts';

export const SECURITY: readonly CallbackKind[] = [
  {
    name: 'ProviderService',
    callbacks: ['S.newInstance'],
    members: `static class P extends java.security.Provider { P() { super("KS", "1", ""); putService(new S(this)); } }
    static class S extends java.security.Provider.Service {
      S(P p) { super(p, "MessageDigest", "KMS", "callbacks.ProviderService$M", null, null); }
      public Object newInstance(Object o) { hit(0); return new M(); } }
    public static class M extends java.security.MessageDigestSpi {
      protected void engineUpdate(byte b) { }
      protected void engineUpdate(byte[] b, int o, int l) { }
      protected byte[] engineDigest() { return new byte[1]; }
      protected void engineReset() { } }`,
    body: `java.security.Security.addProvider(new P()); java.security.MessageDigest.getInstance("KMS").digest();`,
  },
  {
    name: 'DigestReset',
    callbacks: ['M.engineReset'],
    members: `public static class P extends java.security.Provider { public P() { super("KR", "1", ""); put("MessageDigest.KMR", "callbacks.DigestReset$M"); } }
    public static class M extends java.security.MessageDigestSpi {
      public M() { }
      protected void engineUpdate(byte b) { }
      protected void engineUpdate(byte[] b, int o, int l) { }
      protected byte[] engineDigest() { return new byte[1]; }
      protected void engineReset() { hit(0); } }`,
    body: `java.security.Security.addProvider(new P()); java.security.MessageDigest.getInstance("KMR").reset();`,
  },
  {
    name: 'RandomService',
    callbacks: ['R.<init>', 'R.engineNextBytes'],
    members: `public static class P extends java.security.Provider { public P() { super("KN", "1", ""); put("SecureRandom.KSR", "callbacks.RandomService$R"); } }
    public static class R extends java.security.SecureRandomSpi {
      public R() { hit(0); }
      protected void engineSetSeed(byte[] s) { }
      protected void engineNextBytes(byte[] b) { hit(1); }
      protected byte[] engineGenerateSeed(int n) { return new byte[n]; } }`,
    body: `java.security.Security.addProvider(new P()); java.security.SecureRandom.getInstance("KSR").nextInt();`,
  },
  {
    name: 'Privileged',
    callbacks: ['A.run'],
    members: `static class A implements java.security.PrivilegedAction<Object> { public Object run() { hit(0); return null; } }`,
    body: `java.security.AccessController.doPrivileged(new A());`,
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
];
