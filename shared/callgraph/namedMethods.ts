/** A method, or only a class, that a text names in a notation that is not a pattern's own. */
export interface NamedMethod {
  /** As Class.getName(), or an end of that: Shop, acme.Shop; nested classes as Outer$Inner or Outer.Inner. */
  readonly className: string;
  /** null: the text names a class. */
  readonly methodName: string | null;
  /** Java's types with their parentheses: (int,String); "" if the text has none. */
  readonly parameters: string;
}

/** What follows in a line is not looked at: no frame is so long, and the expressions below look at a line from many places. */
const MAX_LINE = 1_000;

const SOURCE = String.raw`\((?:[^\s()/]+/)?(?:Native Method|Unknown Source|<generated>|[^\s():]+\.[a-z]\w*(?::\d+)?|[^\s():.]+:\d+)\)`;
/** With `at` before it, a method's name may hold blanks, as Kotlin's in backticks do. */
const FRAME = new RegExp(
  String.raw`(?:\bat\s+([^\s()"]+?)\.([^.()"]+)|([^\s()"]+)\.([^\s.()"]+))${SOURCE}`,
  'g',
);
/** `order:57, Shop (com.acme)`, as IntelliJ copies a frame. */
const FRAME_OF_IDEA = /^\s*([\w$<>]+):-?\d+, ([\w$]+) \(([\w.$]+)\)/;
const WORD = String.raw`(?!\d)[^\s.()[\]<>,;:/#*!?"'=|]+`;
/** A name with its owner; the separators tell what is what, or first letters do. */
const NAME = new RegExp(
  `^(${WORD}(?:[./]${WORD})*)(?:(::|#|\\.)(<init>|<clinit>|${WORD}))?(\\([^()]*\\))?(?::\\d+)?[;,]?$`,
);

/**
 * The methods and classes that a text names which somebody pasted or typed, each once, in the text's order; patterns
 * (methodPattern.ts) are not for this parser. Frames, wherever they are in a line, outweigh all else: a trace or a thread dump
 * gives its frames, and nothing of its messages. Frames of flame graphs and of collapsed stacks are names with marks around them.
 *
 *     at java.base/java.util.ArrayList.forEach(ArrayList.java:1511)    java.util.ArrayList  forEach
 *     com.acme.Shop#order(int, String)                                 com.acme.Shop        order  (int,String)
 *     com/acme/Shop.order, Shop.order, Shop/order                      …Shop                order
 *     com.acme.Shop, com/acme/Shop.java                                com.acme.Shop
 *     Shop.order (57), com/acme/Shop.order_[j], a/Main.main;Shop.order 12
 *
 * Where Java's habit (classes begin with a capital letter) does not tell, both readings come, the class first. After the
 * body of a lambda comes the method around it. Frames of hidden classes name nothing that anybody wrote: they give none.
 */
export function namedMethods(text: string): readonly NamedMethod[] {
  const lines = text.split(/\r\n|[\r\n]/);
  const frames = lines.flatMap((line) => framesOf(line.slice(0, MAX_LINE)));
  return unique(frames.length > 0 ? frames : lines.flatMap((line) => stackOf(line).flatMap(namesOf)));
}

/** Of a collapsed stack its frames; any other line is one. */
function stackOf(line: string): readonly string[] {
  if (line.length > MAX_LINE) return [];
  const parts = line.replace(/\s+\d+\s*$/, '').split(';');
  const isStack = parts.length > 1 && parts.every((part) => /^[^\s()]+$/.test(part));
  return (isStack ? parts : [line]).map(withoutMarks);
}

/**
 * What flame graphs and tables of profilers put around a name: async-profiler's kind of frame (_[j]) and thread ([main tid=7]), a line
 * (57), a blank before the types.
 */
function withoutMarks(frame: string): string {
  return frame
    .trim()
    .replace(/^\[[^\]]*\]\s+/, '')
    .replace(/^["'`]+|["'`,;]+$/g, '')
    .replace(/_\[[a-z0-9]\]/g, '')
    .replace(/\s+\((?:line:? ?)?\d+\)$/i, '')
    .replace(/\s+line: ?\d+$/i, '')
    .replace(/(\w)\s+\(/, '$1(');
}

function framesOf(line: string): readonly NamedMethod[] {
  const idea = FRAME_OF_IDEA.exec(line);
  if (idea !== null) return withEnclosing(`${idea[3]}.${idea[2]}`, idea[1]);
  return [...line.matchAll(FRAME)].flatMap(([, owner, name, owner2, name2]) => {
    // A class loader and a module stand before the class: app//com.acme.Shop, java.base@17.0.1/java.util.List.
    const parts = (owner ?? owner2).split('/');
    const className = parts[parts.length - 1];
    const isHidden = /^0x/.test(className) || parts.some((part) => part.includes('$$Lambda'));
    return isHidden || className === '' ? [] : withEnclosing(className, (name ?? name2).trim());
  });
}

/** `lambda$order$0` is javac's, `$anonfun$order$1` Scala's, `order$lambda$0` and `order$lambda-0` Kotlin's name for a body in order. */
function withEnclosing(className: string, methodName: string): readonly NamedMethod[] {
  const frame: NamedMethod = { className, methodName, parameters: '' };
  const parts =
    /^(?:lambda|\$anonfun)\$(.+?)\$\d+(?:\$adapted)?$/.exec(methodName) ??
    /^(.+?)\$lambda[$-]\d+/.exec(methodName);
  if (parts === null) return [frame];
  const enclosing = parts[1] === 'new' ? '<init>' : parts[1] === 'static' ? '<clinit>' : parts[1];
  return [frame, { ...frame, methodName: enclosing }];
}

/** Of a line without a frame: a name alone, or the names with a method's marks among other words. */
function namesOf(line: string): readonly NamedMethod[] {
  if (line.length > MAX_LINE) return [];
  // "Caused by: ..." and "Exception in thread ..." name an exception, which nobody profiles.
  if (/^\s*(?:Caused by:|Suppressed:|Exception in thread\b|\.\.\. \d+ )/.test(line)) return [];
  const words = line
    .replace(/\(([^()]*)\)/g, (_, inner: string) => `(${inner.replaceAll(/\s/g, '')})`)
    .trim()
    .split(/\s+/)
    .filter((word) => word !== 'at');
  if (words.length === 1) return nameOf(words[0]);
  return words.filter((word) => /[\w$>](?:::|#)[\w$<]|[\w$]\.[\w$]+\(/.test(word)).flatMap(nameOf);
}

function nameOf(word: string): readonly NamedMethod[] {
  const found = NAME.exec(word.replace(/^\/+/, ''));
  if (found === null) return [];
  const [, owner, separator, name, parameters = ''] = found;
  const types = /^\([\w$.,[\]]*\)$/.test(parameters) ? parameters : '';
  if (separator === '::' || separator === '#') {
    return [{ className: classNameOf(owner), methodName: name, parameters: types }];
  }
  const parts = (separator === undefined ? owner : `${owner}.${name}`).split(/[./]/);
  const isFile = /\.(?:java|class|kt|scala|groovy)$/.test(word);
  if (isFile) parts.pop();
  const last = parts[parts.length - 1];
  const ofClass: NamedMethod = { className: parts.join('.'), methodName: null, parameters: '' };
  if (isFile || parts.length === 1) return [ofClass];
  const ofMethod: NamedMethod = {
    className: parts.slice(0, -1).join('.'),
    methodName: last,
    parameters: types,
  };
  if (parameters !== '' || /^<(?:cl)?init>$/.test(last)) return [ofMethod];
  if (isCapital(last)) return [ofClass];
  return isCapital(parts[parts.length - 2]) ? [ofMethod] : [ofClass, ofMethod];
}

/** com/acme/Shop and, with its module, java.base/java.util.List. */
function classNameOf(owner: string): string {
  const slash = owner.lastIndexOf('/');
  return slash >= 0 && owner.includes('.') ? owner.slice(slash + 1) : owner.replaceAll('/', '.');
}

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function unique(methods: readonly NamedMethod[]): readonly NamedMethod[] {
  const byText = new Map(methods.map((method) => [patternOf(method), method]));
  return [...byText.values()];
}

/** As a pattern names it: com.acme.Shop::order(int,String). One of an end of a class name only is none yet: see rootCandidates.ts. */
export function patternOf({ className, methodName, parameters }: NamedMethod): string {
  return methodName === null ? className : `${className}::${methodName}${parameters}`;
}
