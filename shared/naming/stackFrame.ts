/** The method that a frame of a stack names. */
export interface FrameMethod {
  /** As Class.getName(). */
  readonly className: string;
  /** As in the class file. */
  readonly name: string;
  /** That runs; 0: the frame does not tell. */
  readonly line: number;
}

/**
 * The method of a frame as dumps and StackTraceElement.toString have it, in each place where a module may stand
 *
 *     demo.Cart.add(Cart.java:12)                               demo.Cart         add     12
 *     java.lang.Object.wait(java.base@17.0.15/Native Method)    java.lang.Object  wait     0
 *     app//demo.Cart.<init>(Cart.java:3)                        demo.Cart         <init>   3
 *     demo.Cart.add                                             demo.Cart         add      0
 *
 * @returns null: it names none, or one of a hidden class (`Cart$$Lambda/0x0001.run`), which nobody wrote
 */
export function frameMethod(frame: string): FrameMethod | null {
  const open = frame.lastIndexOf('(');
  const whole = open < 0 ? frame : frame.slice(0, open);
  const dot = whole.lastIndexOf('.');
  const owner = whole.slice(0, Math.max(0, dot));
  const className = owner.slice(owner.lastIndexOf('/') + 1);
  const name = whole.slice(dot + 1);
  if (className === '' || name === '' || owner.includes('$$Lambda') || className.startsWith('0x'))
    return null;
  const [, line = '0'] = /:(\d{1,6})\)$/.exec(open < 0 ? '' : frame.slice(open)) ?? [];
  return { className, name, line: Number(line) };
}
