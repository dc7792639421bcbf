/**
 * Packages of the JDK, with those below them, where nobody can be asked: of classes in files. What a recording leaves out the target
 * itself tells (CoreModules.java). A test compares these names with what the JDKs of this machine have; javax.inject, javax.servlet and
 * com.sun.jna are of libraries. javax.xml.bind, which left the JDK with 11, is taken for the JDK's as ever.
 */
export const JDK_PACKAGES: readonly string[] = [
  ...[
    'java',
    'jdk',
    'sun',
    'netscape.javascript',
    'org.ietf.jgss',
    'org.jcp.xml',
    'org.w3c.dom',
    'org.xml.sax',
  ],
  ...below(
    'javax',
    'accessibility annotation.processing crypto imageio lang.model management naming net print rmi script security smartcardio',
    'sound sql swing tools transaction.xa xml',
  ),
  ...below(
    'com.sun',
    'accessibility beans crypto imageio jarsigner java java_cup jdi jmx jndi management media naming net nio',
    'org rowset security source swing tools xml',
  ),
];

const JDK_CLASS = new RegExp(`^(?:${JDK_PACKAGES.join('|').replaceAll('.', '\\.')})\\.`);

/** Whether the class is of the JDK, by its name. @param className as Class.getName() */
export function isJdkName(className: string): boolean {
  return JDK_CLASS.test(className);
}

function below(parent: string, ...names: readonly string[]): readonly string[] {
  return names
    .join(' ')
    .split(' ')
    .map((name) => `${parent}.${name}`);
}
