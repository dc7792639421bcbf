import type { CallbackKind } from './callbackKind.ts';

/** What compiles class Q, in no time worth telling: the compiler runs in the first two runs of the root only. */
const SOURCE = `static class Q extends javax.tools.SimpleJavaFileObject {
      Q() { super(java.net.URI.create("string:///Q.java"), Kind.SOURCE); }
      @Override public CharSequence getCharContent(boolean b) { return "class Q { void a() { } void b() { a(); } java.util.List l = new java.util.ArrayList(); }"; } }`;
const COMPILER = `javax.tools.ToolProvider.getSystemJavaCompiler()`;
const compile = (manager: string, listener: string, more = '') =>
  `if (runs < 2) { var compiler = ${COMPILER};
      var task = (com.sun.source.util.JavacTask) compiler.getTask(new StringWriter(), ${manager}, ${listener}, List.of("-Xlint:all", "-proc:none"), null, List.of(new Q()));
      ${more} task.call(); }`;
const process = `if (runs < 2) { var task = ${COMPILER}.getTask(new StringWriter(), null, null, List.of("-proc:only"), null, List.of(new Q()));
      task.setProcessors(List.of(new A())); task.call(); }`;
const MANAGER = `static class M extends javax.tools.ForwardingJavaFileManager<javax.tools.JavaFileManager> {
      M(javax.tools.JavaFileManager m) { super(m); }`;

export const TOOLS: readonly CallbackKind[] = [
  {
    name: 'ProcessorVersion',
    callbacks: ['A.process', 'A.getSupportedSourceVersion'],
    members: `${SOURCE}
    @javax.annotation.processing.SupportedAnnotationTypes("*") static class A extends javax.annotation.processing.AbstractProcessor {
      public boolean process(Set<? extends javax.lang.model.element.TypeElement> s, javax.annotation.processing.RoundEnvironment r) { hit(0); return false; }
      public javax.lang.model.SourceVersion getSupportedSourceVersion() { hit(1); return javax.lang.model.SourceVersion.latest(); } }`,
    body: process,
  },
  {
    name: 'ElementScanner',
    callbacks: ['V.visitExecutable', 'V.visitType'],
    members: `${SOURCE}
    @javax.annotation.processing.SupportedAnnotationTypes("*") static class A extends javax.annotation.processing.AbstractProcessor {
      public boolean process(Set<? extends javax.lang.model.element.TypeElement> s, javax.annotation.processing.RoundEnvironment r) {
        for (var each : r.getRootElements()) each.accept(new V(), null);
        return false; }
      public javax.lang.model.SourceVersion getSupportedSourceVersion() { return javax.lang.model.SourceVersion.latest(); } }
    static class V extends javax.lang.model.util.ElementScanner14<Object, Object> {
      public Object visitExecutable(javax.lang.model.element.ExecutableElement e, Object o) { hit(0); return super.visitExecutable(e, o); }
      public Object visitType(javax.lang.model.element.TypeElement e, Object o) { hit(1); return super.visitType(e, o); } }`,
    body: process,
  },
  {
    name: 'SourceContent',
    callbacks: ['Q.getCharContent'],
    members: SOURCE.replace('{ return', '{ hit(0); return'),
    body: `if (runs < 2) { var compiler = ${COMPILER}; ((com.sun.source.util.JavacTask) compiler.getTask(new StringWriter(), null, null, null, null, List.of(new Q()))).parse(); }`,
  },
  {
    name: 'FileManager',
    callbacks: ['M.getJavaFileForOutput', 'M.hasLocation'],
    members: `${SOURCE} ${MANAGER}
      public javax.tools.JavaFileObject getJavaFileForOutput(Location l, String c, javax.tools.JavaFileObject.Kind k, javax.tools.FileObject s) throws IOException { hit(0); throw new IOException(); }
      public boolean hasLocation(Location l) { hit(1); return super.hasLocation(l); } }`,
    body: compile('new M(compiler.getStandardFileManager(null, null, null))', 'null'),
  },
  {
    name: 'ClassOutput',
    callbacks: ['C.openOutputStream', 'O.write'],
    members: `${SOURCE} ${MANAGER}
      public javax.tools.JavaFileObject getJavaFileForOutput(Location l, String c, javax.tools.JavaFileObject.Kind k, javax.tools.FileObject s) { return new C(); } }
    static class C extends javax.tools.SimpleJavaFileObject { C() { super(java.net.URI.create("mem:///Q.class"), Kind.CLASS); } public OutputStream openOutputStream() { hit(0); return new O(); } }
    static class O extends OutputStream { public void write(int b) { hit(1); } }`,
    body: compile('new M(compiler.getStandardFileManager(null, null, null))', 'null'),
  },
  {
    name: 'Diagnostics',
    callbacks: ['D.report'],
    members: `${SOURCE} ${MANAGER}
      public javax.tools.JavaFileObject getJavaFileForOutput(Location l, String c, javax.tools.JavaFileObject.Kind k, javax.tools.FileObject s) throws IOException { throw new IOException(); } }
    static class D implements javax.tools.DiagnosticListener<javax.tools.JavaFileObject> { public void report(javax.tools.Diagnostic<? extends javax.tools.JavaFileObject> d) { hit(0); } }`,
    body: compile('new M(compiler.getStandardFileManager(null, null, null))', 'new D()'),
  },
  {
    name: 'CompilerTasks',
    callbacks: ['L.started', 'L.finished'],
    members: `${SOURCE} ${MANAGER}
      public javax.tools.JavaFileObject getJavaFileForOutput(Location l, String c, javax.tools.JavaFileObject.Kind k, javax.tools.FileObject s) throws IOException { throw new IOException(); } }
    static class L implements com.sun.source.util.TaskListener { public void started(com.sun.source.util.TaskEvent e) { hit(0); } public void finished(com.sun.source.util.TaskEvent e) { hit(1); } }`,
    body: compile(
      'new M(compiler.getStandardFileManager(null, null, null))',
      'null',
      'task.addTaskListener(new L());',
    ),
  },
  {
    name: 'TreeScanner',
    callbacks: ['S.visitMethod', 'S.visitMethodInvocation'],
    members: `${SOURCE}
    static class S extends com.sun.source.util.TreeScanner<Object, Object> {
      public Object visitMethod(com.sun.source.tree.MethodTree m, Object o) { hit(0); return super.visitMethod(m, o); }
      public Object visitMethodInvocation(com.sun.source.tree.MethodInvocationTree m, Object o) { hit(1); return super.visitMethodInvocation(m, o); } }`,
    body: `if (runs < 2) for (var unit : ((com.sun.source.util.JavacTask) ${COMPILER}.getTask(new StringWriter(), null, null, null, null, List.of(new Q()))).parse()) unit.accept(new S(), null);`,
  },
  {
    name: 'Annotations',
    callbacks: ['A.process', 'S.getCharContent', 'D.report'],
    members: `@javax.annotation.processing.SupportedAnnotationTypes("*")
    static class A extends javax.annotation.processing.AbstractProcessor {
      public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> s, javax.annotation.processing.RoundEnvironment r) { hit(0); return false; } }
    static class S extends javax.tools.SimpleJavaFileObject {
      S() { super(java.net.URI.create("string:///Q.java"), Kind.SOURCE); }
      @Override public CharSequence getCharContent(boolean b) { hit(1); return "class Q { }"; } }
    static class D implements javax.tools.DiagnosticListener<javax.tools.JavaFileObject> {
      public void report(javax.tools.Diagnostic<? extends javax.tools.JavaFileObject> d) { hit(2); } }`,
    body: `if (runs < 2) { var task = javax.tools.ToolProvider.getSystemJavaCompiler().getTask(
        new java.io.StringWriter(), null, new D(), java.util.List.of("-proc:only"), null, java.util.List.of(new S()));
      task.setProcessors(java.util.List.of(new A()));
      task.call(); }`,
  },
];
