import type { CallbackKind } from './callbackKind.ts';

export const TEXT: readonly CallbackKind[] = [
  {
    name: 'Characters',
    callbacks: ['C.length', 'C.charAt'],
    members: `static class C implements CharSequence {
      public int length() { hit(0); return 1; }
      public char charAt(int i) { hit(1); return 'a'; }
      public CharSequence subSequence(int a, int b) { return this; } }`,
    body: `java.util.regex.Pattern.compile("a").matcher(new C()).find(); new StringBuilder().append(new C());`,
  },
  {
    name: 'CharactersAsText',
    callbacks: ['C.toString'],
    members: `static class C implements CharSequence {
      public int length() { return 1; }
      public char charAt(int i) { return 'a'; }
      public CharSequence subSequence(int a, int b) { return this; }
      public String toString() { hit(0); return "a"; } }`,
    body: `String.join(",", new C(), new C());`,
  },
  {
    name: 'Formatting',
    callbacks: ['F.formatTo'],
    members: `static class F implements Formattable { public void formatTo(java.util.Formatter f, int a, int b, int c) { hit(0); } }`,
    body: `String.format("%s %s", new F(), new F());`,
  },
  {
    name: 'Scanning',
    callbacks: ['R.read'],
    members: `static class R implements Readable { int n; public int read(CharBuffer c) { hit(0); if (n++ > 3) return -1; c.put("a b "); return 4; } }`,
    body: `var scanner = new Scanner(new R()); while (scanner.hasNext()) scanner.next();`,
  },
  {
    name: 'Adjusting',
    callbacks: ['A.adjustInto'],
    members: `static class A implements java.time.temporal.TemporalAdjuster { public java.time.temporal.Temporal adjustInto(java.time.temporal.Temporal t) { hit(0); return t; } }`,
    body: `java.time.LocalDate.EPOCH.with(new A());`,
  },
  {
    name: 'Clocks',
    callbacks: ['C.getZone', 'C.instant'],
    members: `static class C extends java.time.Clock {
      public java.time.ZoneId getZone() { hit(0); return java.time.ZoneOffset.UTC; }
      public java.time.Clock withZone(java.time.ZoneId z) { return this; }
      public java.time.Instant instant() { hit(1); return java.time.Instant.EPOCH; } }`,
    body: `java.time.LocalDate.now(new C());`,
  },
  {
    name: 'StackTraces',
    callbacks: ['E.fillInStackTrace'],
    members: `static class E extends RuntimeException { public Throwable fillInStackTrace() { hit(0); return this; } }`,
    body: `new E();`,
  },
  {
    name: 'Messages',
    callbacks: ['E.getMessage'],
    members: `static class E extends RuntimeException { public String getMessage() { hit(0); return "m"; } }`,
    body: `new E().toString(); new E().printStackTrace(new PrintWriter(new StringWriter()));`,
  },
  {
    name: 'LocalMessages',
    callbacks: ['E.getLocalizedMessage'],
    members: `static class E extends RuntimeException { public String getLocalizedMessage() { hit(0); return "m"; } }`,
    body: `new E().toString();`,
  },
];
