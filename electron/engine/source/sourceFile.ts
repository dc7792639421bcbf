/** Of a file name: nothing that leads elsewhere, whatever a class file says. */
const FILE_NAME = /^[^/\\:\0]+\.(?:java|kt|kts|scala|groovy|clj)$/;
const SEGMENT = /^[^/\\:\0.]+$/;

/**
 * Where the source of a class lies below a folder of sources
 *
 *     com.acme.Shop$Order, Orders.kt    com/acme/Orders.kt, com/acme/Shop.java
 *
 * @param named SourceFile attribute of its class file; null when it is not known
 */
export function sourceFilesOf(className: string, named: string | null): readonly string[] {
  const segments = className.split('.');
  if (!segments.every((segment) => SEGMENT.test(segment))) return [];
  const folders = segments.slice(0, -1);
  const outer = /^[^$]+/.exec(segments.at(-1) ?? '')?.[0] ?? '';
  const names = [named ?? '', `${outer}.java`].filter((name) => FILE_NAME.test(name));
  return [...new Set(names.map((name) => [...folders, name].join('/')))];
}

/** com/acme/Shop and all classes within it, by their files in a folder of classes. */
export function isOfOuterClass(file: string, className: string): boolean {
  const internal = className.replaceAll('.', '/');
  const slash = internal.lastIndexOf('/') + 1;
  const dollar = internal.indexOf('$', slash + 1);
  const outer = dollar < 0 ? internal : internal.slice(0, dollar);
  return file === `${outer}.class` || (file.startsWith(`${outer}$`) && file.endsWith('.class'));
}

/**
 * Where a method begins in a source, as far as the text says it: for a method whose lines the class file does not tell.
 * @returns its line, counted from 1; 0: not found
 */
export function lineOfMethod(text: string, className: string, name: string): number {
  const simple = className.slice(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
  const meant = name === '<init>' ? simple : (/^lambda\$(.+)\$\d+$/.exec(name)?.[1] ?? name);
  if (meant === '<clinit>' || meant === '') return 0;
  const escaped = meant.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Before a call stands a dot, an operator, `return` or nothing; before a declaration a type or modifier, or a body behind it.
  const declared = new RegExp(
    `^((?:(?!\\b(?:return|new|throw|else)\\b)[^.=(])*)(?<![.\\w])${escaped}\\s*\\(`,
  );
  const declares = (line: string): boolean => {
    const before = declared.exec(line)?.[1];
    return before !== undefined && (before.trim() !== '' || /\{\s*$/.test(line));
  };
  return text.split('\n').findIndex(declares) + 1;
}
